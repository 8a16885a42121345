import { pino } from 'pino';
import { type Channel, type LiveHub, makeLiveHub, RESYNC } from '../../src/domain/events/live-hub.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

// Where Citus has the tables of accounts, what a notice tells of may be readable later than the notice comes.

const CHANNEL: Channel<string> = { name: 'unsettled', parse: (payload) => payload, topicsOf: (notice) => [notice] };

let db: TestDatabase;
let hub: LiveHub;
let settled: (() => Promise<void>) | undefined;
const told: string[] = [];

beforeAll(async () => {
  db = await createTestDatabase({ empty: true });
  hub = makeLiveHub({
    address: async () => db.url,
    channels: [CHANNEL],
    settle: () => settled?.() ?? Promise.resolve(),
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  await hub.start();
  hub.follow(CHANNEL, null, (notice) => told.push(notice));
});
beforeEach(() => {
  told.length = 0;
});
afterAll(async () => {
  await hub?.stop();
  await db?.drop();
});

const notify = (notice: string) => db.query('SELECT pg_notify($1, $2)', [CHANNEL.name, notice]);
const saw = (...notices: string[]) =>
  eventually(async () => (notices.every((notice) => told.includes(notice)) ? true : undefined));

test('a notice is told once what it tells of can be read', async () => {
  settled = async () => void told.push('settled');
  await notify('first');
  await saw('first');
  expect(told).toEqual(['settled', 'first']);
});

test('while a node does not answer, notices are told all the same, and followers read again when it does', async () => {
  let answer = () => {};
  const answers = new Promise<void>((resolve) => (answer = resolve));
  settled = () => answers;
  await notify('of the node');
  await notify('of another');
  await saw('of the node', 'of another');
  expect(told).not.toContain(RESYNC);
  settled = undefined;
  answer();
  await saw(RESYNC);
});

test('a node that cannot be reached holds no notice up', async () => {
  settled = () => Promise.reject(new Error('Connection refused'));
  await notify('of another');
  await saw('of another');
  expect(told).not.toContain(RESYNC);
  settled = undefined;
  await saw(RESYNC);
});
