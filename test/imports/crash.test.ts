/** Imports, and their undoing, whose worker dies or which two workers have: each row has one post, or none. */
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { importing } from './support.js';

const ROWS = 300;
const FILE = `text,accounts,time\n${Array.from({ length: ROWS }, (_, at) => `Text ${at},fediverse,2027-01-31 14:30`).join('\n')}`;

let db: TestDatabase;
let api: Service;
let account: TestAccount;
let owner: Headers;
const workers: Service[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  api = await startService({ db, roles: 'api' });
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  owner = await account.session();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});
afterAll(async () => {
  await api?.stop();
  await db?.drop();
});

const startWorker = async () => {
  const worker = await startService({ db, roles: 'worker' });
  workers.push(worker);
  return worker;
};
const created = async (id: string) => {
  const [row] = await db.query(
    `SELECT count(*)::int AS count FROM import_rows WHERE import_id = $1 AND status = 'CREATED'`,
    [id],
  );
  return Number(row?.count);
};
/** Posts of the account, and how many of them have different texts. */
const posts = async () =>
  (
    await db.query(
      'SELECT count(*)::int AS posts, count(DISTINCT content)::int AS texts FROM post_groups WHERE user_id = $1',
      [account.userId],
    )
  )[0];

async function start(): Promise<string> {
  const { start: begin } = importing(api, () => owner);
  const { data } = await begin(FILE);
  return data.importPosts.import.id;
}
/** The job is due again at once, as after the silence of its worker. */
const redeliver = () =>
  db.query(
    `UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE name = 'import' AND state IN ('active', 'retry')`,
  );

test('after its worker was killed goes on, and makes each post once', async () => {
  const id = await start();
  const worker = await startWorker();
  await eventually(async () => ((await created(id)) > 10 ? true : undefined));
  workers.pop();
  await worker.kill();
  const before = await created(id);
  expect(before).toBeLessThan(ROWS);
  await startWorker();
  await redeliver();
  await eventually(async () => ((await created(id)) === ROWS ? true : undefined));
  expect(await posts()).toEqual({ posts: ROWS, texts: ROWS });
});

test('that two workers have at the same time makes each post once', async () => {
  const id = await start();
  await startWorker();
  await startWorker();
  await eventually(async () => ((await created(id)) > 10 ? true : undefined));
  // The first one goes on.
  await redeliver();
  await eventually(async () => ((await created(id)) === ROWS ? true : undefined));
  expect(await posts()).toEqual({ posts: ROWS, texts: ROWS });
});

test('that is being undone goes on after its worker was killed, and no post is left', async () => {
  const id = await start();
  const worker = await startWorker();
  await eventually(async () => ((await created(id)) === ROWS ? true : undefined));
  const { undo } = importing(api, () => owner);
  expect((await undo(id)).code).toBeUndefined();
  await eventually(async () => ((await created(id)) < ROWS ? true : undefined));
  workers.pop();
  await worker.kill();
  expect(await created(id)).toBeGreaterThan(0);
  // Two workers at the same time, and the person asks again.
  await startWorker();
  await startWorker();
  await redeliver();
  expect((await undo(id)).code).toBeUndefined();
  await eventually(async () => {
    const [row] = await db.query('SELECT status FROM imports WHERE id = $1', [id]);
    return row?.status === 'UNDONE' ? true : undefined;
  });
  expect(await posts()).toEqual({ posts: 0, texts: 0 });
  const statuses = await db.query(
    'SELECT status, count(*)::int AS count, count(reason)::int AS reasons FROM import_rows WHERE import_id = $1 GROUP BY 1',
    [id],
  );
  expect(statuses).toEqual([{ status: 'REMOVED', count: ROWS, reasons: 0 }]);
});
