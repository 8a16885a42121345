import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';
import { type Attempt, newOwner, type Owner, type Receiver, startReceiver } from './support.js';

const TIMEOUT_MS = 4_000;

let db: TestDatabase;
let service: Service;
let guarded: Service;
let good: Receiver;
const opened: (() => unknown)[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  const env = { WEBHOOKS_TIMEOUT_MS: String(TIMEOUT_MS) };
  service = await startService({ db, env: { ...env, WEBHOOKS_RETRY_DELAYS_MS: '60000,60000,60000,60000' } });
  good = await startReceiver();
});
afterAll(async () => {
  await good?.close();
  await service?.stop();
  for (const close of opened.splice(0)) close();
  await db?.drop();
});

const listen = async (server: Pick<Server, 'listen' | 'address'>): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** A server that does with each request, or with each connection, what a test sets. */
async function http(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handle as never);
  opened.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return listen(server);
}
async function tcp(handle: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    opened.push(() => socket.destroy());
    handle(socket);
  });
  opened.push(() => server.close());
  return listen(server as unknown as Server);
}

/** Writes a text byte by byte until the other side has had enough. */
function drip(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? ''), 50);
  socket.on('close', () => clearInterval(timer));
}

const BAD: Record<string, { start: () => Promise<string>; expected: Partial<Attempt>; takesTime?: true }> = {
  'fails with a 500': {
    start: () => http((_request, response) => response.writeHead(500).end('Out of order')),
    expected: { status: 500, error: 'the receiver responded with 500', responseExcerpt: 'Out of order' },
  },
  'refuses with a 404': {
    start: () => http((_request, response) => response.writeHead(404).end()),
    expected: { status: 404, error: 'the receiver responded with 404', responseExcerpt: '' },
  },
  redirects: {
    start: () => http((_request, response) => response.writeHead(302, { location: good.url }).end()),
    expected: { status: 302, error: 'the receiver responded with 302, and redirects are not followed' },
  },
  'closes the connection': {
    start: () => tcp((socket) => socket.once('data', () => socket.destroy())),
    expected: { status: null, error: expect.stringMatching(/^the connection to 127\.0\.0\.1:\d+ broke/) },
  },
  'resets the connection': {
    start: () => tcp((socket) => socket.once('data', () => socket.resetAndDestroy())),
    expected: { status: null, error: expect.stringMatching(/^the connection to 127\.0\.0\.1:\d+ broke/) },
  },
  'is not there': {
    start: async () => 'http://127.0.0.1:9/',
    expected: { status: null, error: 'no connection to 127.0.0.1:9 (ECONNREFUSED)' },
  },
  'sends no HTTP': {
    start: () => tcp((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'))),
    expected: { status: null, error: expect.stringMatching(/broke/) },
  },
  'hangs before it responds': {
    start: () => http(() => undefined),
    expected: { status: null, error: expect.stringMatching(/within 4000 ms$/) },
    takesTime: true,
  },
  'never reads': {
    start: () => tcp((socket) => socket.pause()),
    expected: { status: null, error: expect.stringMatching(/within 4000 ms$/) },
    takesTime: true,
  },
  'sends the head byte by byte': {
    start: () => tcp((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-Slow: ')),
    expected: { status: null, error: expect.stringMatching(/within 4000 ms$/) },
    takesTime: true,
  },
  'sends the body byte by byte': {
    start: () =>
      tcp((socket) =>
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n');
          drip(socket, 'x');
        }),
      ),
    expected: { status: null, error: expect.stringMatching(/within 4000 ms$/) },
    takesTime: true,
  },
};

describe.each(Object.entries(BAD))('a receiver that %s', (_what, { start, expected, takesTime }) => {
  test('is a failed attempt, tried again later, while others get their deliveries on time', async () => {
    const owner = await newOwner(db, service);
    const url = await start();
    const { id } = await owner.listen(url);
    const neighbour = await newOwner(db, service);
    await neighbour.listen(good.url);
    const before = good.received.length;
    const since = Date.now();
    await owner.schedule();
    await neighbour.schedule();
    await good.wait(before + 1);
    expect(Date.now() - since).toBeLessThan(TIMEOUT_MS);

    const attempt = await firstAttempt(owner, id);
    expect(attempt).toMatchObject({ number: 1, ...expected });
    expect(attempt.durationMs).toBeLessThan(2 * TIMEOUT_MS);
    if (takesTime) expect(attempt.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
    expect(await owner.webhook(id)).toMatchObject({ isActive: true, failureCount: 1 });
    const [delivery] = await owner.deliveries(id);
    expect(delivery).toMatchObject({ status: 'PENDING', endedAt: null });
    const wait = Date.parse(delivery?.nextAttemptAt ?? '') - since;
    expect(wait).toBeGreaterThan(47_000);
    // The second wait is five minutes; a busy machine takes its time before the first.
    expect(wait).toBeLessThan(150_000);
    expect(good.received).toHaveLength(before + 1);
  });
});

test('of a long response the start is read and kept, and the rest is not waited for', async () => {
  const url = await http((_request, response) => {
    response.writeHead(200);
    response.write('a'.repeat(100_000));
  });
  const owner = await newOwner(db, service);
  const { id } = await owner.listen(url);
  await owner.schedule();
  const [delivery] = await owner.ended(id);
  expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ status: 200, error: null }] });
  expect(delivery?.attempts[0]?.responseExcerpt).toBe('a'.repeat(1000));
});

test('a response of any content is kept as text', async () => {
  const url = await http((_request, response) => response.writeHead(200).end(Buffer.from([0, 0xff, 0x41])));
  const owner = await newOwner(db, service);
  const { id } = await owner.listen(url);
  await owner.schedule();
  const [delivery] = await owner.ended(id);
  expect(delivery?.attempts[0]).toMatchObject({ status: 200, responseExcerpt: '��A' });
});

test('a post whose delivery waits for its next attempt delays no other post', async () => {
  const owner = await newOwner(db, service);
  const first = await owner.schedule();
  const picky = await startReceiver((response, { body }) => response.writeHead(body.includes(first) ? 500 : 204).end());
  opened.push(() => picky.close());
  const { id } = await owner.listen(picky.url);
  const input = { postGroupId: first, scheduledTime: '2035-02-01T00:00:00Z' };
  await owner.run('mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }', { input });
  await picky.wait(1);
  // More than there are lanes.
  for (let post = 0; post < 12; post++) await owner.schedule();
  await picky.wait(13);
  const deliveries = await eventually(async () => {
    const all = await owner.deliveries(id);
    return all.filter(({ status }) => status === 'DELIVERED').length === 12 ? all : undefined;
  });
  expect(deliveries.at(-1)).toMatchObject({ status: 'PENDING', attempts: [{ status: 500 }] });
  expect(await owner.webhook(id)).toMatchObject({ isActive: true, failureCount: 0 });
});

test('a slow receiver has few requests at a time, and a burst for it delays no other', async () => {
  const { promise: responds, resolve: respond } = Promise.withResolvers<void>();
  const slow = await startReceiver((response) => void responds.then(() => response.writeHead(204).end()));
  opened.push(() => slow.close());
  const owner = await newOwner(db, service);
  const { id } = await owner.listen(slow.url);
  for (let post = 0; post < 16; post++) await owner.schedule();
  const neighbour = await newOwner(db, service);
  await neighbour.listen(good.url);
  const before = good.received.length;
  await neighbour.schedule();
  await good.wait(before + 1);
  respond();
  await owner.ended(id, 16);
  expect(slow.mostAtOnce()).toBeLessThanOrEqual(4);
  expect(slow.mostAtOnce()).toBeGreaterThan(1);
});

test('one host has few requests at a time, however many webhooks are there, and no other waits for it', async () => {
  const host = await startReceiver((response) => setTimeout(() => response.writeHead(204).end(), 300));
  opened.push(() => host.close());
  const targets = Array.from({ length: 12 }, (_, n) => `fediverse-${n}`);
  const owners = await Promise.all(Array.from({ length: 8 }, () => newOwner(db, service, targets)));
  await Promise.all(owners.map((owner) => owner.listen(host.url)));
  await Promise.all(owners.map((owner) => owner.schedule(targets)));
  await host.wait(1);
  const neighbour = await newOwner(db, service);
  await neighbour.listen(good.url);
  const before = good.received.length;
  await neighbour.schedule();
  await good.wait(before + 1);
  expect(host.received.length).toBeLessThan(96);
  await host.wait(96);
  expect(host.mostAtOnce()).toBeLessThanOrEqual(20);
  expect(host.mostAtOnce()).toBeGreaterThan(4);
});

describe('without leave for private addresses', () => {
  let owner: Owner;
  let port: string;
  beforeAll(async () => {
    // The first one's worker may reach this machine, so this one is alone.
    await service.stop();
    guarded = await startService({ db, env: { PRIVATE_ADDRESSES: 'platforms' } });
    service = guarded;
    owner = await newOwner(db, guarded);
    port = new URL(good.url).port;
  });

  test.each([
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://127.0.0.2',
    'http://127.1.2.3',
    'http://0x7f.0.0.9',
    'http://0.0.0.0',
    'http://0',
    'http://100.64.0.1',
    'http://[fd00:ec2::254]',
    'https://[::1]',
  ])('%s, which the API accepts, is reached by no delivery', async (origin) => {
    const before = good.received.length;
    const create = await fetch(`${guarded.url}/api/v1/webhooks`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Inside', url: `${origin}:${port}/hook`, events: ['post.scheduled'] }),
    });
    expect(create.status).toBe(201);
    const { webhook } = (await create.json()) as { webhook: { _id: string } };
    await owner.schedule();
    const attempt = await firstAttempt(owner, webhook._id);
    expect(attempt).toMatchObject({ status: null, error: expect.stringMatching(/is not a public address$/) });
    expect(good.received).toHaveLength(before);
    await owner.run('mutation ($id: ID!) { deleteWebhook(input: { webhookId: $id }) { deletedWebhookId } }', {
      id: webhook._id,
    });
  });

  test('GraphQL refuses them at once', async () => {
    for (const url of [good.url, 'http://[::1]/', 'http://x.localhost/', 'http://0.0.0.0/', 'http://[fd00::1]/']) {
      await expect(owner.listen(url)).rejects.toThrow(/WEBHOOK_URL_(LOCALHOST|NOT_PUBLIC)/);
    }
  });
});

test('an operator who allows private addresses is warned at the start', async () => {
  const careless = await startService({ db, roles: 'worker', env: { PRIVATE_ADDRESSES: 'webhooks' } });
  expect(careless.output.join('\n')).toContain('PRIVATE_ADDRESSES is webhooks: anyone with an account');
  await careless.stop();
  const careful = await startService({ db, roles: 'worker', env: { PRIVATE_ADDRESSES: 'none' } });
  expect(careful.output.join('\n')).not.toContain('PRIVATE_ADDRESSES');
  await careful.stop();
});

async function firstAttempt(owner: Owner, webhookId: string): Promise<Attempt> {
  return eventually(async () => (await owner.deliveries(webhookId))[0]?.attempts[0]);
}
