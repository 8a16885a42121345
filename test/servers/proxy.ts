/** An HTTP proxy before a real server: it passes requests on, and breaks the one that a test names. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What can happen to a request. The service's time-out ends those that wait. */
export const FAULTS = [
  'the request is lost',
  'the request is cut in the middle',
  'the response is lost',
  'the response is cut in the middle',
  'the response comes after the time-out',
  'the request arrives after the time-out',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Passed {
  method: string;
  /** With its query. */
  path: string;
  /** Whether all of it came to the server. */
  delivered: boolean;
}

export interface FaultProxy {
  url: string;
  /** The requests since the last `plan`, in order. */
  passed: Passed[];
  /** Applies the fault to the request with this number, counted from 1 from now on. */
  plan(fault: Fault, number: number): void;
  /** Forwards every request, and restarts the count. */
  pass(): void;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A proxy before `127.0.0.1:<port>`, which sees the proxy's address as the requested host. */
export async function startProxy(port: number): Promise<FaultProxy> {
  let planned: { fault: Fault; number: number } | null = null;
  let passed: Passed[] = [];

  const open = ({ method, url, headers }: IncomingMessage, body: Buffer) => {
    const { 'transfer-encoding': _chunked, connection: _connection, expect: _expect, ...kept } = headers;
    const length = body.length > 0 || method === 'POST' ? { 'content-length': String(body.length) } : {};
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers: { ...kept, ...length }, agent: false });
    // Errors after the response are ignored, because `forward` has read it by then.
    return sent.on('error', () => undefined);
  };

  const forward = async (incoming: IncomingMessage, body: Buffer): Promise<Answer> => {
    const sent = open(incoming, body).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
  };

  /** Half of the body comes to the server, then its connection breaks. */
  const forwardHalf = async (incoming: IncomingMessage, body: Buffer): Promise<void> => {
    const sent = open(incoming, body);
    const broken = once(sent, 'close');
    sent.write(body.subarray(0, body.length / 2), () => sent.destroy());
    await broken;
  };

  const respond = (response: ServerResponse, { status, headers, body }: Answer, length = body.length): void => {
    const { 'transfer-encoding': _chunked, connection: _connection, ...kept } = headers;
    response.writeHead(status, { ...kept, 'content-length': body.length });
    response.write(body.subarray(0, length), () => {
      if (length < body.length) response.socket?.resetAndDestroy();
    });
    if (length === body.length) response.end();
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    // It was given up when its connection closes.
    const gone = new Promise<void>((resolve) => void response.once('close', resolve));
    const body = await buffer(incoming);
    const seen: Passed = { method: incoming.method ?? '', path: incoming.url ?? '', delivered: false };
    passed.push(seen);
    const fault = planned?.number === passed.length ? planned.fault : null;
    const deliver = () => {
      seen.delivered = true;
      return forward(incoming, body);
    };
    switch (fault) {
      case null:
        return respond(response, await deliver());
      case 'the request is lost':
        break;
      case 'the request is cut in the middle':
        if (body.length > 0) await forwardHalf(incoming, body);
        break;
      case 'the response is lost':
        await deliver();
        break;
      case 'the response is cut in the middle': {
        const answer = await deliver();
        return respond(response, answer, Math.floor(answer.body.length / 2));
      }
      case 'the response comes after the time-out':
        await deliver();
        await gone;
        break;
      case 'the request arrives after the time-out':
        await gone;
        await deliver();
        break;
    }
    incoming.socket.resetAndDestroy();
  };

  const server = createServer((incoming, response) => {
    // A server that breaks a connection breaks it for the service, too.
    handle(incoming, response).catch(() => incoming.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passed() {
      return passed;
    },
    plan(fault, number) {
      planned = { fault, number };
      passed = [];
    },
    pass() {
      planned = null;
      passed = [];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
