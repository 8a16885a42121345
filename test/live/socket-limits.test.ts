/** What an account may have open, over all processes, and what one socket may do. */
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService, useTwoApis } from '../support/service.js';
import { connectRaw, openRaw, type RawSocket } from './raw-socket.js';
import { ACCOUNT_ACTIVITY, createGroup, upTo } from './support.js';

const { db, service, second } = await useTwoApis();
const apis = [service, second];
let account: TestAccount;
let sockets: RawSocket[];

beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.close();
});

const api = (index: number) => apis[index % apis.length] as Service;
const key = () => ({ 'x-api-key': account.apiKey });
const connect = async (at: Service): Promise<RawSocket> => {
  const socket = await connectRaw(at, key());
  sockets.push(socket);
  return socket;
};
const ACK = [{ type: 'connection_ack' }];

/** What all processes together hold of the account. */
const held = async () => {
  const rows = await db.query<{ sockets: number; subscriptions: number }>(
    `SELECT coalesce(sum(sockets), 0)::int AS sockets, coalesce(sum(subscriptions), 0)::int AS subscriptions
       FROM live_usage WHERE account_id = $1`,
    [account.userId],
  );
  return rows[0];
};
const isHeld = (sockets: number, subscriptions: number) =>
  eventually(async () => {
    expect(await held()).toEqual({ sockets, subscriptions });
    return true;
  });

/** Starts subscriptions, none of which is like another, and waits until each runs or is refused; those that run. */
async function start(socket: RawSocket, count: number, name = 's'): Promise<string[]> {
  const ids = upTo(count).map((n) => `${name}${n}`);
  for (const id of ids) socket.subscribe(id, ACCOUNT_ACTIVITY.replace('accountActivity', `${id}: accountActivity`));
  // Each running subscription receives an event of a post.
  await eventually(async () => {
    await createGroup(api(0), key(), { platformIds: ['fediverse-1'] });
    return ids.every((id) => socket.of(id).length > 0) || undefined;
  });
  return ids.filter((id) => socket.codesOf(id).length === 0);
}

describe('subscriptions', () => {
  test('20 on a socket, further ones are refused; one that ends makes room at once', async () => {
    const socket = await connect(api(0));
    const running = await start(socket, 30);
    expect(running).toHaveLength(20);
    const refused = socket.messages.filter(({ payload }) => payload?.errors);
    expect(refused).toHaveLength(10);
    for (const { payload } of refused) {
      expect(payload).toMatchObject({
        errors: [
          {
            message: 'At most 20 subscriptions can be open per socket',
            extensions: { code: 'SUBSCRIPTION_LIMIT_REACHED', limit: 20, scope: 'SOCKET' },
          },
        ],
        extensions: { requestId: expect.any(String) },
      });
    }
    await isHeld(1, 20);
    socket.send({ type: 'complete', id: running[0] ?? '' });
    await isHeld(1, 19);
    expect(await start(socket, 1)).toHaveLength(1);
    socket.close();
    await isHeld(0, 0);
  });

  test('100 for an account, over two processes, also when all are opened at once', async () => {
    const all = await Promise.all(upTo(8).map((n) => connect(api(n))));
    const running = await Promise.all(all.map((socket) => start(socket, 20)));
    expect(running.flat()).toHaveLength(100);
    const refused = all.flatMap(({ messages }) => messages.filter(({ payload }) => payload?.errors));
    expect(refused).toHaveLength(60);
    for (const { payload } of refused) {
      expect(payload.errors[0]).toMatchObject({
        message: 'At most 100 subscriptions can be open per account',
        extensions: { code: 'SUBSCRIPTION_LIMIT_REACHED', limit: 100, scope: 'ACCOUNT' },
      });
    }
    await isHeld(8, 100);
  });

  test('those of managed users count for their owner', async () => {
    account = await createAccount(db, { workspaceAccess: true });
    const managed = await account.manage();
    sockets.push(await connectRaw(api(0), { ...key(), 'x-service-user-id': managed }));
    await isHeld(1, 0);
  });

  test('5,000 at once on one socket: it is closed, and nothing of it is left', async () => {
    const socket = await connect(api(0));
    for (const n of upTo(5000)) socket.subscribe(String(n), ACCOUNT_ACTIVITY);
    expect(await socket.end()).toEqual({ code: 4429, reason: 'At most 100 messages per second are allowed' });
    await isHeld(0, 0);
    expect((await graphql(api(0), key(), '{ viewer { id } }')).errors).toBeUndefined();
  });

  test('opened and dropped over and over, they leave nothing', async () => {
    const socket = await connect(api(0));
    for (const n of upTo(45)) {
      socket.subscribe(String(n), ACCOUNT_ACTIVITY);
      socket.send({ type: 'complete', id: String(n) });
    }
    await isHeld(1, 0);
    expect(socket.closed).toBeUndefined();
    // Those that were dropped while they were being opened make room when that is done.
    let tries = 0;
    await eventually(async () => {
      tries += 1;
      return (await start(socket, 1, `again${tries}`))[0];
    });
    await isHeld(1, 1);
  });
});

describe('sockets', () => {
  test('20 for an account, over two processes, also when all are opened at once: 4429; one that is closed makes room', async () => {
    const all = await Promise.all(upTo(30).map((n) => connect(api(n))));
    const open = all.filter(({ closed }) => closed === undefined);
    expect(open).toHaveLength(20);
    for (const { messages } of open) expect(messages).toEqual(ACK);
    for (const { closed } of all.filter((one) => !open.includes(one))) {
      expect(closed).toEqual({ code: 4429, reason: 'At most 20 web sockets can be open per account' });
    }
    await isHeld(20, 0);
    open[0]?.close();
    await isHeld(19, 0);
    expect((await connect(api(0))).messages).toEqual(ACK);
    expect((await connect(api(1))).closed?.code).toBe(4429);
  });

  test('what a process held that was killed does not count any more', async () => {
    const third = await startService({ db, roles: 'api' });
    const all = await Promise.all(upTo(20).map(() => connect(third)));
    await start(all[0] as RawSocket, 20);
    expect((await connect(api(0))).closed?.code).toBe(4429);
    await third.kill();
    await eventually(async () => {
      const socket = await connect(api(0));
      return socket.closed ? undefined : true;
    });
    const rest = await Promise.all(upTo(19).map((n) => connect(api(n))));
    expect(rest.filter(({ closed }) => closed)).toEqual([]);
    expect(await start(rest[0] as RawSocket, 20)).toHaveLength(20);
  });

  test('a process that stops takes back what it held', async () => {
    const third = await startService({ db, roles: 'api' });
    await Promise.all(upTo(3).map(() => connect(third)));
    await isHeld(3, 0);
    await third.stop();
    expect(await held()).toEqual({ sockets: 0, subscriptions: 0 });
  });

  test('those that are reset while they are opened leave the process running', async () => {
    const { hostname, port } = new URL(service.url);
    const upgrade = [
      'GET /graphql HTTP/1.1',
      `Host: ${hostname}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
    ];
    for (let index = 0; index < 300; index++) {
      const socket = connectTcp(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(`${upgrade.join('\r\n')}\r\n\r\n`, () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });

  test('one whose client never says who it is is closed', async () => {
    const socket = await openRaw(api(0));
    expect(await socket.end()).toEqual({ code: 4408, reason: 'Connection initialisation timeout' });
  });
});

describe('with small limits', () => {
  let small: Service;
  beforeAll(async () => {
    small = await startService({
      db,
      roles: 'api',
      env: {
        UNAUTHENTICATED_SOCKETS_PER_ADDRESS: '3',
        SOCKET_MESSAGES_PER_SECOND: '1000',
        SOCKET_BUFFER_BYTES: '100000',
        TRUSTED_PROXIES: '1',
      },
    });
  });
  afterAll(() => small?.stop());

  test('sockets of an address that are not authenticated yet; those that are do not count', async () => {
    const from = (address: string) => openRaw(small, { 'x-forwarded-for': address });
    const waiting = await Promise.all(upTo(3).map(() => from('192.0.2.1')));
    sockets.push(...waiting);
    const fourth = await from('192.0.2.1');
    expect(await fourth.end()).toEqual({
      code: 4429,
      reason: 'At most 3 unauthenticated web sockets are allowed per address',
    });
    const elsewhere = await from('192.0.2.2');
    sockets.push(elsewhere);
    waiting[0]?.send({ type: 'connection_init', payload: key() });
    await eventually(async () => waiting[0]?.messages[0]);
    const fifth = await from('192.0.2.1');
    sockets.push(fifth);
    fifth.send({ type: 'connection_init', payload: key() });
    expect(await eventually(async () => fifth.messages[0])).toEqual(ACK[0]);
    expect(elsewhere.closed).toBeUndefined();
  });

  test('queries that run at the same time on one socket', async () => {
    const socket = await connectRaw(small, key(), { 'x-forwarded-for': '192.0.2.3' });
    sockets.push(socket);
    const ids = upTo(50).map((n) => `q${n}`);
    for (const id of ids) socket.subscribe(id, '{ viewer { id } }');
    await eventually(async () => ids.every((id) => socket.of(id).length > 0) || undefined);
    const codes = ids.flatMap((id) => socket.codesOf(id));
    expect(new Set(codes)).toEqual(new Set(['SOCKET_OPERATION_LIMIT_REACHED']));
    // They are refused before their cost is computed.
    const refused = ids.filter((id) => socket.codesOf(id).length > 0);
    for (const id of refused) expect(socket.of(id)[0]?.payload.extensions.cost.requested).toBe(0);
    expect(ids.filter((id) => socket.of(id)[0]?.payload.data?.viewer).length).toBe(ids.length - codes.length);
    socket.subscribe('later', '{ viewer { id } }');
    await eventually(async () => socket.of('later')[0]);
    expect(socket.codesOf('later')).toEqual([]);
  });

  test('a client that does not read is disconnected, with 1013 if it still reads that', async () => {
    const socket = await connectRaw(small, key(), { 'x-forwarded-for': '192.0.2.4' });
    await isHeld(1, 0);
    socket.socket.pause();
    let requestCount = 0;
    await eventually(async () => {
      requestCount += 1;
      socket.subscribe(String(requestCount), getIntrospectionQuery());
      return (await held())?.sockets === 0 || undefined;
    });
    socket.socket.resume();
    expect([1006, 1013]).toContain((await socket.end()).code);
  });
});
