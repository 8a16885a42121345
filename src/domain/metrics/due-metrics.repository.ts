/** Which numbers are to be read now, and for which accounts none are. */
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { HOUR_MS } from '../../foundation/time/durations.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';
import type { Connection, ConnectionKey } from '../accounts/connection.repository.js';
import { isInUse } from '../identity/account/in-use.js';
import { MeasuredAccountEntity } from './measured-account.entity.js';
import { LAST_READ_MS, READ_AT_MS, type StoredState } from './metrics.js';

/** Rows of each index that are looked at for accounts. */
const LOOKED_AT = 2_000;
/** Connections that get a row in one statement. */
const STARTED_AT_ONCE = 1_000;

/** None of an account that moves to another pod. */
const stays = (row: string) => `NOT EXISTS (SELECT FROM parked_users u WHERE u.user_id = ${row}.user_id)`;

/**
 * Starts to read the accounts of these platforms that were connected since. Posts that an earlier connection of the
 * account published are read again.
 */
export async function startAccounts(db: Db, platforms: readonly string[], now: Date): Promise<void> {
  await db.query(
    `WITH started AS (
       INSERT INTO measured_accounts (connection_id, state, next_at, failures)
       SELECT c.id, 'WAITING', $2, 0 FROM connections c
        WHERE c.platform = ANY($1) AND c.revoked_at IS NULL AND ${stays('c')}
          AND NOT EXISTS (SELECT FROM measured_accounts a WHERE a.connection_id = c.id)
        ORDER BY c.id LIMIT ${STARTED_AT_ONCE}
       ON CONFLICT DO NOTHING RETURNING connection_id
     )
     UPDATE post_metrics m SET next_at = $2 FROM connections c JOIN started s ON s.connection_id = c.id
      WHERE m.user_id = c.user_id AND m.platform_id = c.platform_id AND ${mayGoOn}`,
    [platforms, now, new Date(now.getTime() - LAST_READ_MS)],
  );
}

/**
 * Posts that are not read any more, or were refused, failed or waited with their account, and could be read. $3 is when the
 * oldest of them were published.
 */
const mayGoOn = `m.state <> 'GONE' AND m.published_at > $3
   AND (m.next_at IS NULL OR m.state = 'PERMISSION_MISSING'
        OR (m.state IN ('WAITING', 'FAILED') AND m.published_at < $3::timestamptz + interval '${(LAST_READ_MS - READ_AT_MS[0]) / HOUR_MS} h'))`;

/** After an account was connected again: what its platform refused before is read again. */
export async function resumeAccount(
  db: Db,
  { id, userId, platformId }: Pick<Connection, 'id' | 'userId' | 'platformId'>,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE measured_accounts SET state = CASE WHEN measured_at IS NULL THEN 'WAITING' ELSE 'MEASURED' END,
            next_at = $2, waits_until = NULL, refused_at = NULL,
            failures = 0, refusals = 0, own_failures = 0, own_refusals = 0
      WHERE connection_id = $1`,
    [id, now],
  );
  await db.query(
    `UPDATE post_metrics m SET next_at = $4, state = CASE WHEN m.measured_at IS NULL THEN 'WAITING' ELSE 'MEASURED' END
      WHERE m.user_id = $1 AND m.platform_id = $2 AND ${mayGoOn}`,
    [userId, platformId, new Date(now.getTime() - LAST_READ_MS), now],
  );
}

/** Accounts of which something is due, the longest waiting first, at most `limit`; none of those that are done. */
export async function dueAccounts(
  db: Db,
  now: Date,
  done: readonly string[],
  limit: number,
): Promise<(ConnectionKey & { key: string })[]> {
  const isLeft = (row: string) => `${row}.user_id || ' ' || ${row}.platform_id <> ALL($2::text[]) AND ${stays(row)}`;
  return db.query(
    `WITH due AS (
       (SELECT m.user_id, m.platform_id, m.next_at FROM post_metrics m
         WHERE m.next_at <= $1 AND ${isLeft('m')} ORDER BY m.next_at LIMIT ${LOOKED_AT})
       UNION ALL
       (SELECT c.user_id, c.platform_id, a.next_at FROM measured_accounts a JOIN connections c ON c.id = a.connection_id
         WHERE a.next_at <= $1 AND ${isLeft('c')} ORDER BY a.next_at LIMIT ${LOOKED_AT})
     )
     SELECT user_id AS "userId", platform_id AS "platformId", user_id || ' ' || platform_id AS key
       FROM due GROUP BY 1, 2 ORDER BY min(next_at) LIMIT $3`,
    [now, done, limit],
  );
}

const ACCOUNT = table(ConnectionEntity)
  .only('id', 'userId', 'platform', 'platformId', 'accountId', 'username', 'baseUrl', 'revokedAt')
  .of('c')
  .and(
    table(MeasuredAccountEntity)
      .only('state', 'nextAt', 'waitsUntil', 'failures', 'refusals', 'ownFailures', 'ownRefusals', 'refusedAt')
      .of('a'),
  )
  .plus({
    isInUse: expression<boolean>(`(${isInUse('u', '$3')} AND ${isInUse('o', '$3')})`),
    displayName: expression<string>('u.display_name'),
    timeZone: expression<string | null>('u.time_zone'),
    managedById: expression<string | null>('u.managed_by_id'),
  });
/** An account whose numbers are read, with whose it is. */
export type AccountToRead = RowIn<typeof ACCOUNT>;

/** Null: it is not connected. */
export async function accountToRead(
  db: Db,
  { userId, platformId }: ConnectionKey,
  now: Date,
): Promise<AccountToRead | null> {
  const rows = await db.query(
    `SELECT ${ACCOUNT.list} FROM connections c JOIN measured_accounts a ON a.connection_id = c.id
       JOIN users u ON u.id = c.user_id JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)
      WHERE c.user_id = $1 AND c.platform_id = $2`,
    [userId, platformId, now],
  );
  return ACCOUNT.first(rows);
}

const DUE = computed({
  postId: expression<string>('m.post_id'),
  publishedAt: expression<Date>('m.published_at'),
  nextAt: expression<Date>('m.next_at'),
  postedId: expression<string>('p.posted_id'),
  furtherIds: expression<readonly string[]>("coalesce(p.further_ids, '[]')"),
  deletedAt: expression<Date | null>('p.deleted_at'),
});
export type DuePost = RowIn<typeof DUE>;

/** Posts of an account that are due, the longest waiting first. */
export async function duePosts(
  db: Db,
  { userId, platformId }: ConnectionKey,
  now: Date,
  limit: number,
): Promise<DuePost[]> {
  const rows = await db.query(
    `SELECT ${DUE.list} FROM post_metrics m JOIN platform_posts p ON p.id = m.post_id
      WHERE m.user_id = $1 AND m.platform_id = $2 AND m.next_at <= $3
      ORDER BY m.next_at LIMIT $4`,
    [userId, platformId, now, limit],
  );
  return DUE.rows(rows);
}

/** Nothing of an account is read any more, or not until a time. `state`: why; null: it is not connected. */
export async function stopPosts(
  db: Db,
  { userId, platformId }: ConnectionKey,
  state: StoredState | null,
  until: Date | null = null,
): Promise<void> {
  await db.query(
    `UPDATE post_metrics SET next_at = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE greatest(next_at, $4) END,
            state = coalesce($3, state)
      WHERE user_id = $1 AND platform_id = $2 AND next_at IS NOT NULL`,
    [userId, platformId, state, until],
  );
}

/** Nothing of an account is read before a time. */
export async function postpone(db: Db, account: ConnectionKey & { id: string }, until: Date): Promise<void> {
  await db.query('UPDATE post_metrics SET next_at = $3 WHERE user_id = $1 AND platform_id = $2 AND next_at < $3', [
    account.userId,
    account.platformId,
    until,
  ]);
  await readAccountAt(db, account.id, until);
}

/** When the account itself is read next, at the earliest. */
async function readAccountAt(db: Db, connectionId: string, at: Date): Promise<void> {
  await db.query('UPDATE measured_accounts SET next_at = $2 WHERE connection_id = $1 AND next_at < $2', [
    connectionId,
    at,
  ]);
}
