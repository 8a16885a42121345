/** Jobs of an account that moves to another pod. In each query `$1` has the ids of its users. */
import type { PgBoss } from 'pg-boss';
import { PlatformPostEntity } from '../src/domain/posts/state/platform-post.entity.js';
import { publishJob } from '../src/domain/posts/state/publish-job.js';
import { table } from '../src/foundation/database/table.js';
import type { Db } from '../src/foundation/database/unit-of-work.js';
import { makePublishQueue } from './publish-queue.js';
import {
  ACCOUNT_MAIL_QUEUE,
  EXPORT_QUEUE,
  FETCH_QUEUE,
  IMPORT_QUEUE,
  MAIL_QUEUE,
  MEDIA_QUEUE,
  PUBLISH_QUEUE,
  RECOVERY_QUEUE,
  WEBHOOK_QUEUE,
} from './queues.js';

const AT_ONCE = 500;
/** Long enough that no worker fetches the job. */
const PARKED_FOR = `interval '100 years'`;
const IS_PARKED = `j.start_after > now() + interval '50 years'`;

/**
 * Jobs `j` that move as they are. Publish jobs are made again from the posts: a run that begins while the account moves
 * finds no account, and ends its job. Complete e-mails are sent from where they are, except reports: whether their reader may
 * get them is stored with the account.
 */
const MOVES = `((j.name = '${MAIL_QUEUE}' AND j.data->'report'->>'userId' = ANY($1)) OR j.name = ANY(ARRAY['${[WEBHOOK_QUEUE, MEDIA_QUEUE, FETCH_QUEUE, EXPORT_QUEUE, ACCOUNT_MAIL_QUEUE, RECOVERY_QUEUE, IMPORT_QUEUE].join(`', '`)}']) AND (
  EXISTS (SELECT FROM webhook_deliveries d WHERE d.id = j.data->>'deliveryId' AND d.user_id = ANY($1))
  OR EXISTS (SELECT FROM media m WHERE m.id = j.data->>'mediaId' AND m.user_id = ANY($1))
  OR EXISTS (SELECT FROM account_exports e WHERE e.id = j.data->>'exportId' AND e.user_id = ANY($1))
  OR j.data->'mail'->>'userId' = ANY($1)
  OR j.data->>'userId' = ANY($1)
  OR j.data->'mail'->>'email' IN (SELECT user_row->>'email' FROM parked_users WHERE user_id = ANY($1))))`;

/** Keeps waiting jobs from being fetched. Again: those that were made since. */
export async function parkJobs(db: Db, userIds: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE pgboss.job j SET start_after = start_after + ${PARKED_FOR}
      WHERE state < 'active' AND NOT ${IS_PARKED} AND ${MOVES}`,
    [userIds],
  );
}

/** Gives parked jobs back to the queues. */
export async function unparkJobs(db: Db, userIds: readonly string[]): Promise<void> {
  await db.query(`UPDATE pgboss.job j SET start_after = start_after - ${PARKED_FOR} WHERE ${IS_PARKED} AND ${MOVES}`, [
    userIds,
  ]);
}

/** Copies parked jobs to the database of another pod, where they can be fetched. */
export async function copyJobs(from: Db, to: Db, userIds: readonly string[]): Promise<void> {
  const rows: { job: string }[] = await from.query(
    `SELECT (to_jsonb(j) || jsonb_build_object('start_after', j.start_after - ${PARKED_FOR}))::text AS job
       FROM pgboss.job j WHERE ${IS_PARKED} AND ${MOVES}`,
    [userIds],
  );
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const jobs = rows.slice(at, at + AT_ONCE).map(({ job }) => job);
    await to.query(
      `INSERT INTO pgboss.job SELECT j.* FROM jsonb_array_elements($1::jsonb) e,
              jsonb_populate_record(NULL::pgboss.job, e) j ON CONFLICT DO NOTHING`,
      [`[${jobs.join(',')}]`],
    );
  }
}

export async function removeParkedJobs(db: Db, userIds: readonly string[]): Promise<void> {
  await db.query(`DELETE FROM pgboss.job j WHERE ${IS_PARKED} AND ${MOVES}`, [userIds]);
}

/** How many jobs of the users run. */
export async function countActiveJobs(db: Db, userIds: readonly string[]): Promise<number> {
  const [row] = await db.query(
    `SELECT count(*)::int AS count FROM pgboss.job j
      WHERE state = 'active' AND ((j.name = '${PUBLISH_QUEUE}' AND j.group_tier = ANY($1)) OR ${MOVES}
        OR (j.name = '${MAIL_QUEUE}' AND j.data->>'to' IN (SELECT user_row->>'email' FROM parked_users WHERE user_id = ANY($1))))`,
    [userIds],
  );
  return row.count;
}

const WITH_JOB = table(PlatformPostEntity).only(
  ...(['id', 'groupId', 'userId', 'jobId', 'generation', 'platform', 'dueAt', 'wait'] as const),
);

/** Creates the job again for each post that waits for one, and replaces a copy that was moved. */
export async function requeuePosts(boss: PgBoss, db: Db, userIds: readonly string[]): Promise<void> {
  const queue = makePublishQueue(boss);
  for (let after = ''; ; ) {
    const result = await db.query(
      `SELECT ${WITH_JOB.list} FROM platform_posts
        WHERE user_id = ANY($1) AND status IN ('scheduled', 'pending', 'processing') AND job_id IS NOT NULL AND id > $2
        ORDER BY id LIMIT ${AT_ONCE}`,
      [userIds, after],
    );
    const rows = WITH_JOB.rows(result);
    const jobs = rows.flatMap(publishJob);
    if (jobs.length > 0) {
      await db.query('DELETE FROM pgboss.job WHERE name = $1 AND id = ANY($2::uuid[])', [
        PUBLISH_QUEUE,
        jobs.map(({ jobId }) => jobId),
      ]);
      const { text, values } = await queue.enqueueing(jobs);
      await db.query(text, [...values]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last.id;
  }
}
