/**
 * The HTTP client shared by all adapters: timeout, redaction, and the response as text and JSON.
 *
 * A response is never an exception: adapters classify by the body first and the status second, because platforms return
 * 400 for an expired token and 200 for a failure.
 */
import { Readable } from 'node:stream';
import { isSafeNumber, parse as parseLossless } from 'lossless-json';
import { Agent, buildConnector, Client, type Dispatcher } from 'undici';
import { forwarded, type RequestAddress } from './address.js';
import { AddressRefused, makeGuardedConnector, type Resolve } from './address-guard.js';
import { type HttpContent, openBody, uploadMs } from './http-body.js';

export interface HttpRequest extends RequestAddress, HttpContent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  /** A list is sent as several parameters with the name. */
  query?: Readonly<Record<string, string | readonly string[]>>;
  /** Whether it can make a post live. */
  publishes?: boolean;
  /**
   * Called when the connection is established and the first byte is about to be sent; if it returns false, nothing is
   * sent.
   */
  mayLeave?: () => boolean;
}

export interface HttpResponse {
  kind: 'answer';
  status: number;
  /** Names in lower case; repeated headers are joined with commas. */
  headers: Record<string, string>;
  /** The body as UTF-8, truncated at the client's limit. */
  text: string;
  /**
   * The body parsed as JSON, for any content type; undefined if it is not JSON. A number that JavaScript cannot
   * represent exactly (an id beyond 2^53) is a string of its digits.
   */
  json: unknown;
  /** When the response was complete, by this machine's clock: the base of a relative Retry-After. */
  receivedAt: Date;
}

export type HttpResult =
  | HttpResponse
  /**
   * No response. `sent` is false if the request certainly did not reach the platform (name not resolved, address
   * rejected, no connection), true if it may have: a timeout, a broken connection. `message` includes only the host of
   * the URL.
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
   * Timeout of a request in milliseconds, from DNS lookup to the last byte of the response; uploads get more, by their
   * size.
   */
  timeoutMs: number;
  /** Maximum bytes of a body that are read; the rest is dropped. Default 1 MiB. */
  maxAnswerBytes?: number;
  now?: () => Date;
  /** False for user-supplied URLs: only public addresses are connected to. Default true. */
  allowPrivate?: boolean;
  /** URLs configured by the operator; their origins may be private. */
  trustedOrigins?: readonly string[];
  /** How guarded host names are resolved. Default: the system resolver. */
  resolve?: Resolve;
}

const USER_AGENT = 'social-publishing-service';

/**
 * Ends the connection of a write whose response has arrived. One error for all: Node reads the stack of an error that
 * ends a socket, and with source maps that takes longer than the rest of the request.
 */
const ANSWERED = new Error('The request is answered');
const ignore = () => undefined;

/**
 * Creates the client. Redirects are not followed, so that a token is sent only to the intended host. `close` waits for
 * requests in flight and ends idle connections.
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
  // The deadline below is the only timeout of a request that was sent.
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect };
  const reads = new Agent(limits);
  const underWay = new Set<Promise<HttpResult>>();

  const send = async (request: HttpRequest): Promise<HttpResult> => {
    const url = readUrl(request);
    if (!url) return { kind: 'lost', sent: false, cause: 'network', message: 'the address is not valid' };
    if (request.method === 'GET') return exchange(reads, url, request);
    // A write uses a new connection: on a kept-alive one, a close by the platform that races with the request would
    // look like an unknown outcome.
    const single = new Client(url.origin, { ...limits, pipelining: 0 });
    try {
      return await exchange(single, url, request, () => single.destroy(ANSWERED, ignore));
    } finally {
      await single.destroy();
    }
  };

  const exchange = async (
    dispatcher: Dispatcher,
    url: URL,
    request: HttpRequest,
    disconnect: () => void = ignore,
  ): Promise<HttpResult> => {
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
          headers: {
            accept: 'application/json',
            'user-agent': USER_AGENT,
            ...(request.replacedOrigin && { forwarded: forwarded(request.replacedOrigin) }),
            ...contentHeaders,
            ...request.headers,
          },
          body: body instanceof Readable ? Readable.from(before(endsAt, body), { objectMode: false }) : body,
        },
        {
          // Called when the connection is established and the first byte is about to be sent. A request that has timed
          // out by then must not be sent, and none is sent twice.
          onRequestStart(controller) {
            if (settled || running) return controller.abort(new Error('over'));
            if (request.mayLeave?.() === false) {
              lose('network', 'the request was no longer allowed to be sent');
              return controller.abort(new Error('not allowed'));
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
            controller.abort(new Error('the response is too long'));
          },
          onResponseEnd() {
            answer();
            disconnect();
          },
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

/** A body that fails once its deadline has passed: a process that was paused must not complete an old request. */
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
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of [value].flat()) parsed.searchParams.append(name, each);
  }
  return parsed;
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? []].flat().join(', ')]);
  return Object.fromEntries(entries);
}

/**
 * The minimum number of digits of a number that JavaScript rounds; few responses have one, and JSON.parse is much
 * faster.
 */
const LONG_NUMBER = /\d{16}/;

function parseJson(text: string): unknown {
  try {
    return LONG_NUMBER.test(text) ? parseLossless(text, null, exactNumber) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const exactNumber = (digits: string): number | string => (isSafeNumber(digits) ? Number(digits) : digits);

/** The error code of the system or of the client library; messages without one are not safe to show. */
function errorCode(error: Error): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
