import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HttpOptions, type HttpResult, makeHttp } from '../../src/foundation/http-client/http.js';
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

test('a response of any status has its status, headers, text and JSON', async () => {
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
  await client()({
    method: 'POST',
    url: `${url}/p?a=1`,
    query: { b: '2 & 3', 'c[]': ['4', '5'] },
    json: { text: '👋' },
  });
  expect(seen).toEqual({
    path: '/p?a=1&b=2+%26+3&c%5B%5D=4&c%5B%5D=5',
    body: '{"text":"👋"}',
    agent: 'social-publishing-service',
    type: 'application/json',
  });
});

test('a body that is not JSON is only text', async () => {
  const { url } = await serve((_req, res) => res.end('<html>'));
  expect(answerOf(await client()({ method: 'GET', url }))).toMatchObject({ text: '<html>', json: undefined });
});

test('reads share a connection; every write has a new one', async () => {
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

test('a redirect is a response', async () => {
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

  test('a connection reset before the response may have been sent', async () => {
    const { url } = await serve((req) => req.socket.resetAndDestroy());
    const result = await client()({ method, url: `${url}/secret?token=secret` });
    expect(result).toMatchObject({ kind: 'lost', sent: true, cause: 'network' });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('no response in time may have been sent', async () => {
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

  test('a body that breaks off is no response', async () => {
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

test('a request that may no longer be sent when its connection opens is not sent: no byte of it', async () => {
  const { host, received } = await silent();
  const result = await client()({
    method: 'POST',
    url: `http://${host}/`,
    json: { text: 'late' },
    mayLeave: () => false,
  });
  expect(result).toMatchObject({ kind: 'lost', sent: false });
  expect(Buffer.concat(received).length).toBe(0);
});

test('whether it may be sent is checked once, when the connection is open', async () => {
  const { url } = await serve((_req, res) => res.end('{}'));
  let requested = 0;
  const mayLeave = () => {
    requested += 1;
    return true;
  };
  answerOf(await client()({ method: 'POST', url, json: {}, mayLeave }));
  expect(requested).toBe(1);
});

test('close waits for the requests under way', async () => {
  let answer: () => void = () => undefined;
  const { url } = await serve((_req, res) => {
    answer = () => res.end('{}');
  });
  const { http, close } = makeHttp({ timeoutMs: 20_000 });
  const before = answer;
  const requested = http({ method: 'POST', url });
  await until(() => answer !== before);
  const closed = close();
  answer();
  expect((await requested).kind).toBe('answer');
  await closed;
});

describe('a request with files', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'http-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  const makeFile = async (content: Buffer, name = 'file.bin') => {
    const file = { path: path.join(dir, name), mimeType: 'image/png', name };
    await writeFile(file.path, content);
    return file;
  };
  /** A server that answers what it was sent. */
  const mirror = () =>
    serve((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk) => chunks.push(chunk));
      req.on('end', () => {
        const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = req.headers;
        const body = Buffer.concat(chunks).toString('base64');
        res.end(JSON.stringify({ type, length, encoding, body }));
      });
    });
  const sentOf = (result: HttpResult) => {
    const { type, length, encoding, body } = answerOf(result).json as Record<string, string>;
    return { type, length, encoding, body: Buffer.from(body ?? '', 'base64') };
  };

  test('a file is sent as it is, with its type and its length', async () => {
    const { url } = await mirror();
    const content = randomBytes(300_000);
    const sent = sentOf(await client()({ method: 'POST', url, file: await makeFile(content) }));
    expect(sent).toEqual({ type: 'image/png', length: '300000', encoding: undefined, body: content });
  });

  test('a form has its texts and its files, and its length', async () => {
    const { url } = await mirror();
    const content = randomBytes(100_000);
    const file = await makeFile(content, 'two "words".png');
    const form = { fields: { text: '👋 & "you"' }, files: { one: file, two: file } };
    const { type, length, encoding, body } = sentOf(await client()({ method: 'POST', url, form }));
    expect({ length, encoding }).toEqual({ length: String(body.length), encoding: undefined });
    const read = await new Response(body, { headers: { 'content-type': type ?? '' } }).formData();
    expect(read.get('text')).toBe('👋 & "you"');
    for (const name of ['one', 'two']) {
      const part = read.get(name);
      if (!(part instanceof File)) throw new Error(`${name} is no file`);
      expect([part.name, part.type]).toEqual(['two "words".png', 'image/png']);
      expect(Buffer.from(await part.arrayBuffer()).equals(content)).toBe(true);
    }
  });

  test('it has longer, by a second for each 50 KB', async () => {
    const { host } = await silent();
    const started = Date.now();
    const file = await makeFile(Buffer.alloc(25_000));
    const result = await client({ timeoutMs: 300 })({ method: 'POST', url: `http://${host}/`, file });
    expect(result).toMatchObject({ kind: 'lost', cause: 'timeout', message: expect.stringContaining('800 ms') });
    expect(Date.now() - started).toBeGreaterThanOrEqual(790);
  });

  test('a response that comes before the file is read is a response', async () => {
    const { url } = await serve((_req, res) => res.writeHead(413, { connection: 'close' }).end('{"error":"too big"}'));
    const file = await makeFile(Buffer.alloc(20_000_000));
    expect(answerOf(await client()({ method: 'POST', url, file })).status).toBe(413);
    const form = { fields: {}, files: { file } };
    expect(answerOf(await client()({ method: 'POST', url, form })).status).toBe(413);
  });

  test.each(['file', 'form'] as const)('without a connection, a %s counts as not sent', async (how) => {
    const file = await makeFile(Buffer.alloc(1000));
    const content = how === 'file' ? { file } : { form: { fields: {}, files: { file } } };
    const result = await client()({ method: 'POST', url: 'http://127.0.0.1:1/', ...content });
    expect(result).toMatchObject({ kind: 'lost', sent: false, cause: 'network' });
  });
});

test('a replaced origin is sent as Forwarded; an address that was not replaced says nothing', async () => {
  const { url } = await serve((req, res) => res.end(JSON.stringify(req.headers.forwarded ?? null)));
  const requested = async (more: { replacedOrigin?: string }) =>
    answerOf(await client()({ method: 'GET', url, ...more })).json;
  expect(await requested({ replacedOrigin: 'https://api.example.com' })).toBe('host="api.example.com";proto=https');
  expect(await requested({})).toBeNull();
});
