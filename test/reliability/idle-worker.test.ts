import { type Statement, type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { makeQueues } from '../../jobs/queues.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const LOOK = 'SELECT q.name FROM unnest(';
/** Until then, each queue has been fetched from once. */
const FIRST_POLLS = 3;
const LOOKS = 8;
const LATER_POSTS = 5_000;

let db: TestDatabase;
let tap: StatementTap;
let worker: Service;
const sent: Statement[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'worker');
  worker = await startService({ db: { ...db, url: tap.url }, roles: 'worker' });
});
afterAll(async () => {
  await worker?.stop();
  tap?.close();
  await db?.drop();
});

const isPoll = ({ text }: Statement) => text.startsWith(LOOK);

/** What the job engine sends until it has polled so often. */
async function statementsOfPolls(count: number): Promise<Statement[]> {
  return eventually(async () => {
    sent.push(...tap.take());
    return sent.filter(isPoll).length >= count ? sent : undefined;
  });
}

test('a worker with nothing to do asks for the due jobs of all queues at once, and fetches from none', async () => {
  const statements = await statementsOfPolls(FIRST_POLLS + LOOKS);
  const from = statements.indexOf(statements.filter(isPoll)[FIRST_POLLS - 1] as Statement);
  const queues = Object.keys(makeQueues({ heartbeatSeconds: 10 }));
  // These have jobs every minute.
  const idle = queues.filter((queue) => !['maintenance', 'renewal'].includes(queue));

  const fetchedFrom = statements
    .slice(from)
    .flatMap(({ text }) => idle.filter((queue) => !text.startsWith(LOOK) && text.includes(`name = '${queue}'`)));
  expect(fetchedFrom).toEqual([]);
  const polled = new Set(statements.filter(isPoll).flatMap(({ values }) => values[0]?.match(/[\w-]+/g) ?? []));
  expect(polled).toEqual(new Set(queues));
});

test.each([
  ['for due jobs', 'false'],
  ['for jobs of silent workers, too,', 'true'],
])('a poll %s does not read the jobs of posts that are due later', async (_what, silent) => {
  await db.query(
    `INSERT INTO pgboss.job (name, start_after, priority, policy)
     SELECT 'publish', at, -floor(extract(epoch FROM at) / 60)::int, 'standard'
       FROM (SELECT now() + (2 + i) * interval '1 minute' AS at FROM generate_series(1, ${LATER_POSTS}) AS i) AS later`,
  );
  await db.query('ANALYZE pgboss.job_common');
  const poll = await eventually(async () =>
    (await statementsOfPolls(1)).find((statement) => isPoll(statement) && statement.values[2] === silent),
  );
  const statement = poll?.text.replace(/\$(\d)/g, (_, place) => `'${poll.values[place - 1]}'`);

  const plan = await db.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`);
  expect(rowsRead(plan)).toBeLessThan(LATER_POSTS / 10);
});

test('a job that has ended is removed an hour later', async () => {
  await db.query(`UPDATE pgboss.queue SET maintain_on = now() - interval '61 minutes'`);
  const [ended] = await db.query(
    `INSERT INTO pgboss.job (name, policy, state, started_on, completed_on, deletion_seconds)
     VALUES ('publish', 'standard', 'completed', now() - interval '61 minutes', now() - interval '61 minutes', 3600) RETURNING id`,
  );
  // Of a worker that is silent: the job engine looks after its queues at once.
  await db.query(
    `INSERT INTO pgboss.job (name, policy, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
     VALUES ('publish', 'standard', 'active', now(), now() - interval '1 minute', 10, 0)`,
  );
  await eventually(async () => {
    const left = await db.query('SELECT FROM pgboss.job WHERE id = $1', [ended?.id]);
    return left.length === 0 || undefined;
  });
});

/** Rows that were read and left out, anywhere in a plan. */
function rowsRead(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const own = Number((plan as Record<string, unknown>)['Rows Removed by Filter'] ?? 0);
  return Object.values(plan).reduce((sum: number, part) => sum + rowsRead(part), own);
}
