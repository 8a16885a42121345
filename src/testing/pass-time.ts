import type { Queryable } from './account.js';
import { TestingError } from './testing-error.js';
import { turnClocks } from './turned-database.js';

/** How long jobs that are due may take until none is left. */
const IDLE_WITHIN_MS = 60_000;
/** How long time may take to pass. */
const PASS_WITHIN_MS = 300_000;
const POLL_MS = 20;

/** Jobs of the service. The engine's own begin with underscores. */
const JOBS = `FROM pgboss.job WHERE name NOT LIKE '\\_\\_pgboss%' AND NOT blocked`;

const UNFINISHED = `SELECT DISTINCT name ${JOBS} AND (state = 'active' OR (state < 'active' AND start_after <= now()))`;

/** Whole milliseconds until a job is due next, or access to a platform is to be renewed, if that is within $1 of them. */
const NEXT_DUE = `
  SELECT ceil(extract(epoch FROM min(due) - clock_timestamp()) * 1000)::float8 AS "inMs"
    FROM (SELECT start_after ${JOBS} AND state < 'active'
          UNION ALL SELECT renew_at FROM connections WHERE revoked_at IS NULL) AS times (due)
   WHERE due > now() AND due <= now() + $1 * interval '1 ms'`;

/** What is done every minute or every day: renewal of tokens, notices, clean-up. Each run does all that is left to do. */
const RUN_SCHEDULES = `
  INSERT INTO pgboss.job (name, policy, start_after, created_on)
  SELECT s.name, q.policy, now(), now() FROM pgboss.schedule s JOIN pgboss.queue q USING (name)
  ON CONFLICT DO NOTHING`;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of a clock that nobody turns. */
const elapsed = () => Number(process.hrtime.bigint() / 1_000_000n);

/** Resolves when no job is due or under way. */
export async function waitUntilIdle(db: Queryable): Promise<void> {
  const end = elapsed() + IDLE_WITHIN_MS;
  for (;;) {
    const unfinished = await db.query<{ name: string }>(UNFINISHED);
    if (unfinished.length === 0) return;
    if (elapsed() > end) {
      const queues = unfinished.map(({ name }) => name).join(', ');
      throw new TestingError(`After ${IDLE_WITHIN_MS / 1000} seconds there were still jobs to do in: ${queues}.`);
    }
    await sleep(POLL_MS);
  }
}

/**
 * Lets time pass, from one due job to the next, each of which is done at its time. Resolves with no job due or under way.
 */
export async function passTime(db: Queryable, milliseconds: number): Promise<void> {
  const end = elapsed() + PASS_WITHIN_MS;
  await waitUntilIdle(db);
  for (let left = milliseconds; left > 0; ) {
    const [next] = await db.query<{ inMs: number | null }>(NEXT_DUE, [left]);
    const step = Math.min(Math.max(next?.inMs ?? left, 1), left);
    await turnClocks(db, step);
    left -= step;
    await db.query(RUN_SCHEDULES);
    await waitUntilIdle(db);
    if (elapsed() > end && left > 0) {
      throw new TestingError(
        `After ${PASS_WITHIN_MS / 1000} seconds, ${milliseconds - left} of ${milliseconds} milliseconds have passed on the service's clock: too many jobs are due in them.`,
      );
    }
  }
}
