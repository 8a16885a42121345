/** An HTTP proxy between the workers and the platforms: it keeps what passes, and does what a scenario says with it. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { type PlatformRequest, purposeOf } from './publishing-requests.js';

/** A response of a platform; the body in latin1. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** A request that passed. Times in milliseconds since 1970. */
export interface Passed extends PlatformRequest {
  platform: SandboxPlatform;
  accountId: string | null;
  purpose: 'publish' | 'lookup' | 'prepare';
  at: number;
  answeredAt: number | null;
  /** Of the response that the worker was given; null: none. */
  status: number | null;
  /** How long the worker waited before it closed the connection without a response; null: it did not. */
  gaveUpAfterMs: number | null;
}

/**
 * What happens to a request; null: it is never answered, and the connection breaks. `gone` is resolved when the worker
 * has given up waiting.
 */
export type Handle = (passed: Passed, forward: () => Promise<Answer>, gone: Promise<void>) => Promise<Answer | null>;

export interface Traffic {
  passed: Passed[];
  handle: Handle;
  /** Finds the account that a request authenticates. */
  accountOf(platform: SandboxPlatform, request: PlatformRequest, headers: IncomingHttpHeaders): string | null;
  /** Called with what a platform answered: it may name an address that belongs to the account. */
  learn(accountId: string, answer: Answer): void;
}

export interface PlatformProxy {
  url: string;
  close(): Promise<void>;
}

const isText = (headers: OutgoingHttpHeaders): boolean => /json|text|^$/.test(String(headers['content-type'] ?? ''));

export async function startPlatformProxy(sandboxUrl: string, traffic: Traffic): Promise<PlatformProxy> {
  const agent = new Agent({ keepAlive: true });
  const sandbox = new URL(sandboxUrl);
  let url = '';

  /** The platform's own addresses lead through the proxy, too. */
  const through = ({ status, headers, body }: Answer): Answer => {
    const { 'transfer-encoding': _chunked, connection: _connection, 'content-length': _length, ...kept } = headers;
    for (const name of ['location', 'link']) {
      if (kept[name] !== undefined) kept[name] = String(kept[name]).replaceAll(sandboxUrl, url);
    }
    return { status, headers: kept, body: isText(headers) ? body.replaceAll(sandboxUrl, url) : body };
  };

  const send = (method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // A DID of the data server has its host, in a parameter.
      const inParameter = (address: string) => encodeURIComponent(encodeURIComponent(new URL(address).host));
      const meant = path.replaceAll(inParameter(url), inParameter(sandboxUrl));
      const options = { host: sandbox.hostname, port: sandbox.port, method, path: meant, agent };
      const { connection: _hop, 'transfer-encoding': _chunked, expect: _expect, ...kept } = headers;
      const sent = request({
        ...options,
        headers: { ...kept, host: sandbox.host, ...(body.length > 0 && { 'content-length': body.length }) },
      });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        answer.setEncoding('latin1');
        readText(answer).then((text) => {
          resolve({ status: answer.statusCode ?? 0, headers: { ...answer.headers }, body: text });
        }, reject);
      });
      sent.end(body);
    });

  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk) => chunks.push(chunk));
    // Of a request that did not come in full, no platform makes a post.
    req.on('error', () => undefined);
    req.on('end', async () => {
      const body = Buffer.concat(chunks);
      const [, platform = '', path = ''] = /^\/(\w+)(.*)$/s.exec(req.url ?? '') ?? [];
      const key = platform as SandboxPlatform;
      const received: PlatformRequest = {
        method: req.method ?? '',
        path,
        range: req.headers['content-range'] ?? '',
        body: body.toString('latin1', 0, 20_000),
      };
      const passed: Passed = {
        ...received,
        platform: key,
        accountId: traffic.accountOf(key, received, req.headers),
        purpose: purposeOf(key, received),
        at: Date.now(),
        answeredAt: null,
        status: null,
        gaveUpAfterMs: null,
      };
      traffic.passed.push(passed);
      const forward = async () => {
        const answer = through(await send(received.method, req.url ?? '', req.headers, body));
        if (passed.accountId !== null) traffic.learn(passed.accountId, answer);
        return answer;
      };
      let isHandled = false;
      const gone = new Promise<void>((resolve) => {
        res.once('close', () => {
          if (!isHandled) passed.gaveUpAfterMs = Date.now() - passed.at;
          resolve();
        });
      });
      const answer = await traffic.handle(passed, forward, gone).catch(() => null);
      isHandled = true;
      if (!answer || res.destroyed) return void req.socket.resetAndDestroy();
      passed.status = answer.status;
      passed.answeredAt = Date.now();
      const bytes = Buffer.from(answer.body, 'latin1');
      res.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length }).end(bytes);
    });
  }).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 120_000;
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
