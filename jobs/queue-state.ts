/** The queues as the operator sees them: read from the tables of the job engine. */
import type { Db } from '../src/foundation/database/unit-of-work.js';
import type { PostJob, QueueState, WaitingMail } from '../src/foundation/job-state.js';
import { ACCOUNT_MAIL_QUEUE, MAIL_QUEUE, PUBLISH_QUEUE } from './queues.js';

const STUCK = `state = 'active' AND heartbeat_seconds IS NOT NULL
  AND coalesce(heartbeat_on, started_on) < clock_timestamp() - 3 * heartbeat_seconds * interval '1 second'`;

const PLATFORM = `CASE WHEN name = '${PUBLISH_QUEUE}' THEN group_id END`;

/** Queues with jobs that have not ended well, by name and platform; not those that the job engine has for itself. */
export const queueStates = (db: Db): Promise<QueueState[]> =>
  db.query(
    `SELECT name AS queue, ${PLATFORM} AS platform,
            count(*) FILTER (WHERE state < 'active' AND start_after <= clock_timestamp())::int AS waiting,
            min(start_after) FILTER (WHERE state < 'active' AND start_after <= clock_timestamp()) AS "oldestWaiting",
            count(*) FILTER (WHERE state = 'retry' AND start_after <= clock_timestamp())::int AS retrying,
            count(*) FILTER (WHERE state < 'active' AND start_after > clock_timestamp())::int AS scheduled,
            count(*) FILTER (WHERE state = 'active')::int AS active,
            min(started_on) FILTER (WHERE state = 'active') AS "oldestActive",
            count(*) FILTER (WHERE ${STUCK})::int AS stuck,
            count(*) FILTER (WHERE state = 'failed')::int AS failed
       FROM pgboss.job
      WHERE state NOT IN ('completed', 'cancelled') AND NOT starts_with(name, '__pgboss__')
      GROUP BY 1, 2 ORDER BY 1, 2`,
  );

/** Publish jobs by their ids, in any order. Jobs that ended are kept for an hour. */
export const publishJobs = (db: Db, ids: readonly string[]): Promise<PostJob[]> =>
  db.query(
    `SELECT id, state::text AS state, start_after AS "startAfter", started_on AS "startedAt",
            heartbeat_on AS "heartbeatAt", retry_count AS "retryCount", coalesce(${STUCK}, false) AS "isStuck"
       FROM pgboss.job WHERE name = '${PUBLISH_QUEUE}' AND id = ANY($1)`,
    [ids],
  );

/** The oldest e-mails that wait or were given up. */
export const waitingMails = (db: Db, limit: number): Promise<WaitingMail[]> =>
  db.query(
    `SELECT id, coalesce(data->>'to', data->'mail'->>'email') AS to,
            coalesce(data->>'subject', data->'mail'->>'kind') AS about, state::text AS state,
            retry_count + (started_on IS NOT NULL)::int AS attempts, created_on AS "queuedAt", start_after AS "nextAttemptAt",
            left(coalesce(output->>'message', output->'value'->>'message', output::text), 300) AS error
       FROM pgboss.job
      WHERE name = ANY($1) AND state NOT IN ('completed', 'cancelled')
      ORDER BY created_on LIMIT $2`,
    [[MAIL_QUEUE, ACCOUNT_MAIL_QUEUE], limit],
  );
