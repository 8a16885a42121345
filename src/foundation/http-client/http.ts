/**
 * The one HTTP client that all adapters share: time-out, redaction, and the answer as text and JSON.
 *
 * An answer is never an exception: adapters classify on the body first and the status second, because platforms
 * answer 400 for an expired token and 200 for a failure.
 */
import { Readable } from 'node:stream';
import { isSafeNumber, parse as parseLossless } from 'lossless-json';
import { Agent, buildConnector, Client, type Dispatcher } from 'undici';
import { AddressRefused, makeGuardedConnector, type Resolve } from './address-guard.js';
import { type HttpContent, openBody, uploadMs } from './http-body.js';

export interface HttpRequest extends HttpContent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute address. It may contain a secret (a bot token), so it is never logged. */
  url: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Whether it can make a post live. */
  publishes?: boolean;
  /** Asked when a connection stands and the first byte is about to leave; false: nothing of it leaves. */
  mayLeave?: () => boolean;
}

export interface HttpResponse {
  kind: 'answer';
  status: number;
  /** Names in lower case; a header that came several times is joined with commas. */
  headers: Record<string, string>;
  /** The body as UTF-8, cut off at the client's limit. */
  text: string;
  /**
   * The body read as JSON, whatever its content type; undefined when it is not JSON. A number that JavaScript cannot
   * hold exactly (an id past 2^53) is the text of its digits.
   */
  json: unknown;
  /** When the answer was complete, by this machine's clock: what a relative Retry-After counts from. */
  receivedAt: Date;
}

export type HttpResult =
  | HttpResponse
  /**
   * No answer. `sent` is false when the request certainly did not reach the platform (no address, one that is refused,
   * no connection), true when it may have: a time-out, a connection that broke. `message` names the host and nothing
   * else of the address.
   */
  | HttpLost;

export interface HttpLost {
  kind: 'lost';
  sent: boolean;
  cause: 'timeout' | 'network';
  message: string;
}

export type Http = (request: HttpRequest) => Promise<HttpResult>;

export interface HttpOptions {
  /**
   * Total time of a request in milliseconds, from the look-up of the address to the last byte of the answer; one that
   * uploads files has longer, by their bytes.
   */
  timeoutMs: number;
  /** Bytes of a body that are read; what comes after is dropped. Default 1 MiB. */
  maxAnswerBytes?: number;
  now?: () => Date;
  /** False where strangers type addresses in: only public ones are connected to. Default true. */
  allowPrivate?: boolean;
  /** Addresses that the operator configured; their origins are reached wherever they are. */
  trustedOrigins?: readonly string[];
  /** How a guarded name becomes addresses. Default: as the system does it. */
  resolve?: Resolve;
}

const USER_AGENT = 'social-publishing-service';

/**
 * Makes the client. Redirects are answers like any other: they are not followed, so that a token goes to no host but
 * the one it was meant for. `close` waits for the requests under way and ends idle connections.
 */
export function makeHttp({
  timeoutMs,
  maxAnswerBytes = 1024 * 1024,
  now = () => new Date(),
  allowPrivate = true,
  trustedOrigins = [],
  resolve,
}: HttpOptions): { http: Http; close(): Promise<void> } {
  const connect = allowPrivate
    ? buildConnector({ timeout: timeoutMs })
    : makeGuardedConnector({ timeoutMs, trustedOrigins, resolve });
  // The deadline below is the only time limit of a request that was sent.
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect };
  const reads = new Agent(limits);
  const underWay = new Set<Promise<HttpResult>>();

  const send = async (request: HttpRequest): Promise<HttpResult> => {
    const url = readUrl(request);
    if (!url) return { kind: 'lost', sent: false, cause: 'network', message: 'the address is not valid' };
    if (request.method === 'GET') return exchange(reads, url, request);
    // A write has a connection of its own: on one kept alive, a close by the platform that crosses the request would
    // look like a post whose outcome nobody knows.
    const single = new Client(url.origin, { ...limits, pipelining: 0 });
    try {
      return await exchange(single, url, request);
    } finally {
      await single.destroy();
    }
  };

  const exchange = async (dispatcher: Dispatcher, url: URL, request: HttpRequest): Promise<HttpResult> => {
    const { body, headers: contentHeaders, bytes } = await openBody(request);
    const withinMs = timeoutMs + uploadMs(bytes);
    const endsAt = performance.now() + withinMs;
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      let head = { status: 0, headers: {} as Record<string, string> };
      let running: Dispatcher.DispatchController | null = null;
      let settled = false;

      const settle = (result: HttpResult) => {
        if (settled) return;
        settled = true;
        clearTimeout(deadline);
        resolve(result);
      };
      const lose = (cause: HttpLost['cause'], message: string) =>
        settle({ kind: 'lost', sent: running !== null, cause, message });
      const answer = () => {
        const text = Buffer.concat(chunks).toString('utf8');
        settle({ kind: 'answer', ...head, text, json: parseJson(text), receivedAt: now() });
      };
      const deadline = setTimeout(() => {
        lose('timeout', `no answer from ${url.host} within ${withinMs} ms`);
        running?.abort(new Error('time-out'));
      }, withinMs);

      dispatcher.dispatch(
        {
          method: request.method,
          origin: url.origin,
          path: url.pathname + url.search,
          headers: { accept: 'application/json', 'user-agent': USER_AGENT, ...request.headers, ...contentHeaders },
          body: body instanceof Readable ? Readable.from(before(endsAt, body), { objectMode: false }) : body,
        },
        {
          // Called when a connection stands and the first byte is about to leave. A request that is over by then must
          // not leave any more, and none leaves twice.
          onRequestStart(controller) {
            if (settled || running) return controller.abort(new Error('over'));
            if (request.mayLeave?.() === false) {
              lose('network', 'the request was held back');
              return controller.abort(new Error('held back'));
            }
            running = controller;
          },
          onResponseStart(_controller, status, headers) {
            head = { status, headers: joinHeaders(headers) };
          },
          onResponseData(controller, chunk) {
            const room = maxAnswerBytes - size;
            if (chunk.length > 0) chunks.push(chunk.subarray(0, room));
            size += chunk.length;
            if (chunk.length <= room) return;
            answer();
            controller.abort(new Error('the answer is too long'));
          },
          onResponseEnd: answer,
          onResponseError(_controller, error) {
            if (error instanceof AddressRefused) return lose('network', error.message);
            const code = errorCode(error);
            const broke = running ? `the connection to ${url.host} broke` : `no connection to ${url.host}`;
            lose(code === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'network', code ? `${broke} (${code})` : broke);
          },
        },
      );
    });
  };

  return {
    http: (request) => {
      const result = send(request).finally(() => underWay.delete(result));
      underWay.add(result);
      return result;
    },
    async close() {
      await Promise.allSettled(underWay);
      await reads.close();
    },
  };
}

/** A body that ends in an error once its time is over: a process that was paused must not complete an old request. */
async function* before(endsAt: number, body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    if (performance.now() > endsAt) throw new Error('time-out');
    yield chunk;
  }
}

function readUrl({ url, query }: HttpRequest): URL | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol)) return null;
  for (const [name, value] of Object.entries(query ?? {})) parsed.searchParams.append(name, value);
  return parsed;
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? []].flat().join(', ')]);
  return Object.fromEntries(entries);
}

/** As many digits as any number has that JavaScript rounds; few answers have one, and JSON.parse is much faster. */
const LONG_NUMBER = /\d{16}/;

function parseJson(text: string): unknown {
  try {
    return LONG_NUMBER.test(text) ? parseLossless(text, null, exactNumber) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const exactNumber = (digits: string): number | string => (isSafeNumber(digits) ? Number(digits) : digits);

/** The system's or the client library's code of an error; an error without one says nothing that is safe to show. */
function errorCode(error: Error): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
