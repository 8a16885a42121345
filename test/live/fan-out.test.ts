/** An event on its way to many: what goes through NOTIFY, how often it is executed, and clients that do not read. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { LIVE_CHANNEL, LiveEventType } from '../../src/domain/posts/state/live-event.js';
import { PostGroupStatus, ProcessingStatus } from '../../src/domain/posts/state/post-group.js';
import { recordEvents } from '../../src/domain/posts/state/record-changes.repository.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';
import { connectRaw, type RawSocket } from './raw-socket.js';
import { ACCOUNT_ACTIVITY, createGroup, expectWhole, type Step, storedNames, upTo } from './support.js';

let db: TestDatabase;
let tap: StatementTap;
let api: Service;
let dataSource: Awaited<ReturnType<typeof openDataSource>>;
let account: TestAccount;
let sockets: RawSocket[];

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  [api, dataSource] = await Promise.all([
    startService({ db: { ...db, url: tap.url }, roles: 'api', env: { SOCKET_BUFFER_BYTES: '100000' } }),
    openDataSource(db, 2),
  ]);
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.close();
});
afterAll(async () => {
  await dataSource?.destroy();
  await api?.stop();
  tap?.close();
  await db?.drop();
});

const key = () => ({ 'x-api-key': account.apiKey });
const create = (content = 'Hi') => createGroup(api, key(), { platformIds: ['fediverse-1'], content });
const stepsOf = (socket: RawSocket, id: string): Step[] =>
  socket.of(id).map(({ payload }) => payload.data.accountActivity);
const connect = async (): Promise<RawSocket> => {
  const socket = await connectRaw(api, key());
  sockets.push(socket);
  return socket;
};

/**
 * Subscribes on sockets, and waits until all receive events. Returns the names of the steps that each has not received.
 */
async function followOn(on: RawSocket[], query = ACCOUNT_ACTIVITY): Promise<string[][]> {
  for (const socket of on) socket.subscribe('live', query);
  // The subscriptions have started when one event has reached all of them.
  const haveAll = (id: string) =>
    on.every((socket) => stepsOf(socket, 'live').some(({ postGroupId }) => postGroupId === id));
  await eventually(async () => {
    const id = await create();
    // One that subscribed later never gets this one.
    for (let tries = 0; tries < 100 && !haveAll(id); tries += 1) await setTimeout(10);
    return haveAll(id) || undefined;
  });
  const stored = await storedNames(db, account.userId);
  return on.map((socket) => {
    const names = new Set(stepsOf(socket, 'live').map(({ postGroupId, sequence }) => `${postGroupId} ${sequence}`));
    return stored.filter((name) => !names.has(name));
  });
}

/** Commits steps of groups in one transaction. */
const commit = (ids: string[], each: number, due: Date[] = []) =>
  dataSource.transaction((tx) =>
    recordEvents(
      tx,
      ids.map((groupId) => ({
        groupId,
        events: upTo(each).map(() => ({
          type: LiveEventType.QUEUED,
          groupStatus: PostGroupStatus.SCHEDULED,
          processingStatus: ProcessingStatus.PENDING,
        })),
        due,
      })),
      new Date(),
    ),
  );

test('200 events of 20 groups that are committed together are read once, and received by 20 sockets', async () => {
  const all = await Promise.all(upTo(20).map(connect));
  const past = await followOn(all);
  const ids = await Promise.all(upTo(20).map(() => create()));
  const isWhole = (count: number) =>
    eventually(
      async () =>
        all.every((socket, index) => stepsOf(socket, 'live').length === count - (past[index]?.length ?? 0)) ||
        undefined,
    );
  await isWhole((await storedNames(db, account.userId)).length);
  tap.take();
  await commit(ids, 10);
  await isWhole((await storedNames(db, account.userId)).length);
  expect(tap.take().filter(({ text }) => text.includes('live_events'))).toHaveLength(1);
  for (const [index, socket] of all.entries()) {
    await expectWhole(db, account.userId, stepsOf(socket, 'live'), past[index]);
  }
});

test('the objects of an event are read by one statement for the 20 sockets of an account', async () => {
  const all = await Promise.all(upTo(20).map(connect));
  await followOn(all, 'subscription { accountActivity { postGroupId sequence postGroup { id status } } }');
  const before = all.map((socket) => stepsOf(socket, 'live').length);
  const [id = ''] = await Promise.all([create()]);
  await eventually(
    async () => all.every((socket, index) => stepsOf(socket, 'live').length > (before[index] ?? 0)) || undefined,
  );
  tap.take();
  await commit([id], 1);
  await eventually(
    async () => all.every((socket, index) => stepsOf(socket, 'live').length > (before[index] ?? 0) + 1) || undefined,
  );
  const reads = tap.take().filter(({ text }) => /FROM "?post_groups\b/.test(text));
  expect(reads).toHaveLength(1);
});

test('a notice stays below the 8,000 bytes of NOTIFY, however much was committed; it has the earliest due times', async () => {
  const id = await create();
  const listener = new pg.Client({ connectionString: db.url });
  await listener.connect();
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listener.query(`LISTEN ${LIVE_CHANNEL}`);
  const start = Date.parse('2035-01-01T00:00:00.000Z');
  const due = upTo(2000).map((n) => new Date(start + ((n * 7919) % 2000) * 1000));
  await commit([id], 1000, due);
  const payload = await eventually(async () => payloads[0]);
  await listener.end();
  expect(payloads).toHaveLength(1);
  expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  const notice = JSON.parse(payload);
  expect(notice).toMatchObject({ userId: account.userId, groupId: id });
  expect(notice.due).toEqual(upTo(200).map((n) => start + (n - 1) * 1000));
});

test('a client that does not read is cut, while another one of the account receives everything', async () => {
  const [slow, other] = [await connect(), await connect()];
  const [past] = await followOn([other]);
  for (const n of upTo(20)) {
    slow.subscribe(`s${n}`, `subscription { a${n}: accountActivity { postGroup { content } } }`);
  }
  await eventually(async () => {
    await create();
    return upTo(20).every((n) => slow.of(`s${n}`).length > 0) || undefined;
  });
  slow.socket.pause();
  const open = async () => {
    const [row] = await db.query<{ sockets: number }>('SELECT sockets FROM live_usage WHERE account_id = $1', [
      account.userId,
    ]);
    return row?.sockets;
  };
  expect(await open()).toBe(2);
  await eventually(async () => {
    await create('é'.repeat(50_000));
    return (await open()) === 1 || undefined;
  });
  await create();
  await eventually(async () => {
    await expectWhole(db, account.userId, stepsOf(other, 'live'), past);
    return true;
  });
  expect(other.closed).toBeUndefined();
  slow.socket.resume();
  expect([1006, 1013]).toContain((await slow.end()).code);
});
