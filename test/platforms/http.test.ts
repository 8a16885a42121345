import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { type HttpOptions, type HttpResult, makeHttp } from '../../src/platforms/http.js';
import { until } from './support.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const client = (options: HttpOptions = { timeoutMs: 20_000 }) => {
  const made = makeHttp(options);
  opened.push(made.close);
  return made.http;
};

async function listen(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  );
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = async (listener: RequestListener) => {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  return { server, url: `http://${await listen(server)}` };
};

/** A TCP server that answers nothing; `received` is what reached it. */
async function silent() {
  const received: Buffer[] = [];
  const server = createTcpServer((socket) => {
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => undefined);
    opened.push(async () => socket.destroy());
  });
  return { host: await listen(server), received };
}

const answerOf = (result: HttpResult) => {
  if (result.kind !== 'answer') throw new Error(result.message);
  return result;
};

test('an answer has status, headers, text and JSON, whatever its status', async () => {
  const { url } = await serve((_req, res) => res.writeHead(418, { 'X-Some': 'Thing' }).end('{"a":[1]}'));
  const answer = answerOf(await client()({ method: 'GET', url }));
  expect(answer).toMatchObject({ status: 418, text: '{"a":[1]}', json: { a: [1] } });
  expect(answer.headers['x-some']).toBe('Thing');
});

test('a request carries its query, its JSON and the name of the service', async () => {
  let seen: Record<string, unknown> = {};
  const { url } = await serve((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      seen = { path: req.url, body, agent: req.headers['user-agent'], type: req.headers['content-type'] };
      res.end();
    });
  });
  await client()({ method: 'POST', url: `${url}/p?a=1`, query: { b: '2 & 3' }, json: { text: '👋' } });
  expect(seen).toEqual({
    path: '/p?a=1&b=2+%26+3',
    body: '{"text":"👋"}',
    agent: 'social-publishing-service',
    type: 'application/json',
  });
});

test('a body that is not JSON is only text', async () => {
  const { url } = await serve((_req, res) => res.end('<html>'));
  expect(answerOf(await client()({ method: 'GET', url }))).toMatchObject({ text: '<html>', json: undefined });
});

test('reads share a connection; every write has one of its own', async () => {
  const { server, url } = await serve((_req, res) => res.end('{}'));
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const http = client();
  for (let i = 0; i < 20; i += 1) await http({ method: 'GET', url });
  expect(connections).toBeLessThan(20);
  connections = 0;
  for (let i = 0; i < 3; i += 1) await http({ method: 'POST', url, json: {} });
  expect(connections).toBe(3);
});

test('no connection of a write stays open', async () => {
  const { server, url } = await serve((_req, res) => res.end('{}'));
  const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
  await client()({ method: 'POST', url, json: {} });
  let open = await count();
  await until(() => {
    void count().then((now) => {
      open = now;
    });
    return open === 0;
  });
});

test('a redirect is an answer', async () => {
  const { url } = await serve((_req, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  expect(answerOf(await client()({ method: 'POST', url, json: {} })).status).toBe(302);
});

test('a body is read up to the limit', async () => {
  const { url } = await serve((_req, res) => res.end('x'.repeat(300_000)));
  const http = client({ timeoutMs: 20_000, maxAnswerBytes: 1000 });
  expect(answerOf(await http({ method: 'POST', url })).text).toBe('x'.repeat(1000));
  expect(answerOf(await http({ method: 'GET', url })).text).toBe('x'.repeat(1000));
});

describe.each(['GET', 'POST'] as const)('%s', (method) => {
  test.each([
    ['a refused connection', 'http://127.0.0.1:1/secret?token=secret'],
    ['a host without an address', 'http://no-such-host.invalid/secret?token=secret'],
    ['an address that is none', 'secret'],
    ['another protocol', 'file:///secret'],
  ])('%s was not sent', async (_what, url) => {
    const result = await client()({ method, url });
    expect(result).toMatchObject({ kind: 'lost', sent: false, cause: 'network' });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('a failed TLS handshake was not sent', async () => {
    const { url } = await serve((_req, res) => res.end());
    const result = await client()({ method, url: url.replace('http:', 'https:') });
    expect(result).toMatchObject({ kind: 'lost', sent: false, cause: 'network' });
  });

  test('a TLS handshake that never ends is a time-out, not sent', async () => {
    const { host, received } = await silent();
    const result = await client({ timeoutMs: 300 })({ method, url: `https://${host}/secret` });
    expect(result).toMatchObject({ kind: 'lost', sent: false, cause: 'timeout' });
    expect(Buffer.concat(received).toString('latin1')).not.toContain('secret');
  });

  test('a connection reset before the answer may have been sent', async () => {
    const { url } = await serve((req) => req.socket.resetAndDestroy());
    const result = await client()({ method, url: `${url}/secret?token=secret` });
    expect(result).toMatchObject({ kind: 'lost', sent: true, cause: 'network' });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('no answer in time may have been sent', async () => {
    const { host } = await silent();
    const result = await client({ timeoutMs: 300 })({ method, url: `http://${host}/secret` });
    expect(result).toMatchObject({ kind: 'lost', sent: true, cause: 'timeout' });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('the time-out covers the body', async () => {
    const { url } = await serve((_req, res) => res.writeHead(200).write('{"id":'));
    const result = await client({ timeoutMs: 300 })({ method, url });
    expect(result).toMatchObject({ kind: 'lost', sent: true, cause: 'timeout' });
  });

  test('a body that breaks off is no answer', async () => {
    const { url } = await serve((_req, res) => {
      res.writeHead(200, { 'content-length': '100' });
      res.write('{"id":', () => res.destroy());
    });
    expect(await client()({ method, url })).toMatchObject({ kind: 'lost', sent: true, cause: 'network' });
  });

  test('a header that cannot be sent is not sent', async () => {
    const { url } = await serve((_req, res) => res.end());
    const result = await client()({ method, url, headers: { authorization: 'secret\nsecret' } });
    expect(result).toMatchObject({ kind: 'lost', sent: false });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});

test('close waits for the requests under way', async () => {
  let answer: () => void = () => undefined;
  const { url } = await serve((_req, res) => {
    answer = () => res.end('{}');
  });
  const { http, close } = makeHttp({ timeoutMs: 20_000 });
  const before = answer;
  const asked = http({ method: 'POST', url });
  await until(() => answer !== before);
  const closed = close();
  answer();
  expect((await asked).kind).toBe('answer');
  await closed;
});
