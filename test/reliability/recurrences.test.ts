/** Occurrences under concurrency and crashes: of each, one post at most, and none is forgotten. */
import { inDays, recurring } from '../graphql/recurring.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let api: Service;
let key: Headers;
let userId: string;
const { run, read, create, look } = recurring(
  { query: (...given: Parameters<TestDatabase['query']>) => db.query(...given) } as TestDatabase,
  () => api,
);

beforeAll(async () => {
  db = await createTestDatabase();
  api = await startService({ db, roles: 'api' });
  const account = await createAccount(db, { connected: ['fediverse-1'] });
  key = { 'x-api-key': account.apiKey };
  userId = account.userId;
});
afterAll(async () => {
  await api.stop();
  await db.drop();
});

/** Scheduled posts at one time that are those of no other occurrence, or of none. */
const stray = () =>
  db.query(
    `SELECT g.id FROM post_groups g LEFT JOIN occurrences o ON o.group_id = g.id
      WHERE g.user_id = $1 AND g.status = 'scheduled' AND o.group_id IS NULL`,
    [userId],
  );

test('a worker that is killed in the middle leaves no post out and creates none twice', async () => {
  const { id } = await create(key);
  for (let crash = 0; crash < 3; crash += 1) {
    const before = (await read(key, id)).occurrences.length;
    const worker = await startService({ db, roles: 'worker' });
    await look();
    await eventually(async () => ((await read(key, id)).occurrences.length > before + 2 ? true : undefined));
    await worker.kill();
    // Its job has no worker any more.
    await db.query(`DELETE FROM pgboss.job WHERE name = 'recurrence'`);
  }
  const worker = await startService({ db, roles: 'worker' });
  await look();
  const occurrences = await eventually(async () => {
    const found = await read(key, id);
    const [next] = found.nextTimes;
    return Date.parse(next) > Date.parse(inDays(60)) - 24 * 3_600_000 ? found.occurrences : undefined;
  });
  await worker.stop();
  const times = occurrences.map((one: { occursAt: string }) => one.occursAt);
  expect(times).toEqual(times.map((_: string, index: number) => inDays(index + 1)));
  expect(await stray()).toEqual([]);
});

test('two workers, edits, skips and pauses at the same time: one post for each time, and none that belongs to nothing', async () => {
  const workers = await Promise.all([startService({ db, roles: 'worker' }), startService({ db, roles: 'worker' })]);
  const { id } = await create(key, { texts: ['Second'] });
  // As if both workers had a job.
  const looks = async () => {
    for (let turn = 0; turn < 10; turn += 1) await look();
  };
  const changes = async (name: string, input: (turn: number) => object) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { error } = await run(key, name, { recurrenceId: id, ...input(turn) });
      if (error) expect(error.extensions.code).toMatch(/OCCURRENCE_|POST_GROUP_NOT_UPDATABLE/);
    }
  };
  await Promise.all([
    looks(),
    changes('updateRecurrence', (turn) => ({ texts: [`Text ${turn}`] })),
    changes('pauseRecurrence', (turn) => ({ paused: turn % 2 === 0 })),
    changes('skipOccurrence', (turn) => ({ occursAt: inDays(turn + 2) })),
    changes('restoreOccurrence', (turn) => ({ occursAt: inDays(turn + 2) })),
  ]);
  await run(key, 'pauseRecurrence', { recurrenceId: id, paused: false });
  await eventually(async () => {
    await look();
    const { nextTimes, state } = await read(key, id);
    return state === 'ACTIVE' && Date.parse(nextTimes[0]) > Date.parse(inDays(59)) ? true : undefined;
  });
  const { occurrences } = await read(key, id);
  const times = occurrences.map((one: { occursAt: string }) => one.occursAt);
  expect(times).toEqual(times.map((_: string, index: number) => inDays(index + 1)));
  for (const { state, postGroup } of occurrences) expect(state === 'CREATED').toBe(postGroup !== null);
  expect(await stray()).toEqual([]);
  await run(key, 'deleteRecurrence', { recurrenceId: id });
  expect(await db.query("SELECT 1 FROM post_groups WHERE user_id = $1 AND content LIKE 'Text%'", [userId])).toEqual([]);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('a recurrence that is deleted while its posts are created leaves none', async () => {
  const worker = await startService({ db, roles: 'worker' });
  for (let turn = 0; turn < 3; turn += 1) {
    const { id } = await create(key);
    await eventually(async () => ((await read(key, id)).occurrences.length > 5 ? true : undefined));
    await run(key, 'deleteRecurrence', { recurrenceId: id });
  }
  await worker.stop();
  expect(await stray()).toEqual([]);
});
