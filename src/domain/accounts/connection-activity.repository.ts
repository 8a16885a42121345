import { prepared } from '../../foundation/database/statement.js';
import { table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ConnectionKey } from './connection.repository.js';
import { ConnectionActivityEntity } from './connection-activity.entity.js';

const ACTIVITY = table(ConnectionActivityEntity);

/**
 * The last results of posts to a connection, independent of later changes of these posts
 * [platform-connections/facts-of-the-connection].
 */
export interface ConnectionActivity {
  lastPublishedAt: Date | null;
  /** Null once a later post has succeeded. */
  lastError: { message: string; occurredAt: string } | null;
}

/** A post to a connection has ended. */
export interface ConnectionOutcome extends ConnectionKey {
  at: Date;
  /** Null: it was published. */
  error: string | null;
}

/**
 * Notes how posts ended, in any order: what is newer counts. Of failures at the same time, the first one does: the
 * parts of a thread fail with the one that failed by itself. Rows are locked in the order of their ids, so that
 * transactions that note several do not deadlock.
 */
export async function noteOutcomes(db: Db, outcomes: readonly ConnectionOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await db.query(
    prepared(
      `INSERT INTO connection_activity AS a (connection_id, succeeded_at, failed_at, error)
       SELECT c.id, max(o.at) FILTER (WHERE o.error IS NULL), max(o.at) FILTER (WHERE o.error IS NOT NULL),
              (array_agg(o.error ORDER BY o.at DESC, o.ordinal) FILTER (WHERE o.error IS NOT NULL))[1]
         FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[])
                WITH ORDINALITY AS o (user_id, platform_id, at, error, ordinal)
         JOIN connections c USING (user_id, platform_id)
        GROUP BY c.id ORDER BY c.id
       ON CONFLICT (connection_id) DO UPDATE
          SET succeeded_at = greatest(a.succeeded_at, excluded.succeeded_at),
              error = CASE WHEN a.failed_at >= excluded.failed_at THEN a.error ELSE coalesce(excluded.error, a.error) END,
              failed_at = greatest(a.failed_at, excluded.failed_at)`,
    ),
    [
      outcomes.map(({ userId }) => userId),
      outcomes.map(({ platformId }) => platformId),
      outcomes.map(({ at }) => at),
      outcomes.map(({ error }) => error),
    ],
  );
}

/** The activity of several connections in one query, in their order. */
export async function activityOfConnections(db: Db, ids: readonly string[]): Promise<ConnectionActivity[]> {
  const rows = ACTIVITY.rows(
    await db.query(`SELECT ${ACTIVITY.list} FROM connection_activity WHERE connection_id = ANY($1)`, [ids]),
  );
  const found = new Map(rows.map((row) => [row.connectionId, row]));
  return ids.map((id) => {
    const { succeededAt = null, failedAt = null, error = null } = found.get(id) ?? {};
    const isCurrent = failedAt !== null && error !== null && (succeededAt === null || failedAt >= succeededAt);
    return {
      lastPublishedAt: succeededAt,
      lastError: isCurrent ? { message: error, occurredAt: failedAt.toISOString() } : null,
    };
  });
}
