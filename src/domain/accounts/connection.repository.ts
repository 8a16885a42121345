import { prepared } from '../../foundation/database/statement.js';
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ConnectionEntity } from './connection.entity.js';
import { SOON_MS, type TokenStatus } from './token-expiry.js';

const STORED = table(ConnectionEntity).except('updatedAt');
const CONNECTION = STORED.except('credentials');

/** A connected account without its secrets. */
export type Connection = RowIn<typeof CONNECTION>;

export type StoredConnection = RowIn<typeof STORED>;

/** A user's connections, oldest first. */
export async function connectionsOfUser(db: Db, userId: string): Promise<Connection[]> {
  const rows = await db.query(`SELECT ${CONNECTION.list} FROM connections WHERE user_id = $1 ORDER BY created_at, id`, [
    userId,
  ]);
  return CONNECTION.rows(rows);
}

/** Which of a user's connections; null: any. */
export interface ConnectionFilter {
  platforms: readonly string[] | null;
  tokenStatuses: readonly TokenStatus[] | null;
  platformIds: readonly string[] | null;
  /** A part of their names. */
  text: string | null;
}

/** As `tokenStatus` has it. $4 is the time, $5 when what expires until then expires soon. */
const FILTERED = `connections
  WHERE user_id = $1 AND ($2::text[] IS NULL OR platform = ANY($2)) AND ($3::text[] IS NULL OR CASE
    WHEN revoked_at IS NOT NULL OR access_token_expires_at <= $4 THEN 'expired'
    WHEN access_token_expires_at IS NULL THEN 'unknown'
    WHEN access_token_expires_at < $5 OR renewal_refused_at IS NOT NULL THEN 'expiring_soon'
    ELSE 'valid' END = ANY($3))
  AND ($6::text IS NULL OR strpos(lower(concat_ws(' ', '@' || username, display_name, platform_id)), lower($6)) > 0)
  AND ($7::text[] IS NULL OR platform_id = ANY($7))`;

export interface FilteredConnections {
  userId: string;
  filter: ConnectionFilter;
  now: Date;
}

const filterValues = ({
  userId,
  filter: { platforms, tokenStatuses, platformIds, text },
  now,
}: FilteredConnections) => [
  ...[userId, platforms, tokenStatuses],
  ...[now, new Date(now.getTime() + SOON_MS)],
  ...[text, platformIds],
];

/** A page of a user's connections, oldest first. */
export async function connectionPage(
  db: Db,
  which: FilteredConnections,
  { after, limit }: { after: { time: Date; id: string } | null; limit: number },
): Promise<Connection[]> {
  const rows = await db.query(
    `SELECT ${CONNECTION.list} FROM ${FILTERED} AND ($8::timestamptz IS NULL OR (created_at, id) > ($8, $9))
      ORDER BY created_at, id LIMIT $10`,
    [...filterValues(which), after?.time ?? null, after?.id ?? null, limit],
  );
  return CONNECTION.rows(rows);
}

export async function countConnections(db: Db, which: FilteredConnections): Promise<number> {
  const [{ count }] = await db.query(`SELECT count(*)::int AS count FROM ${FILTERED}`, filterValues(which));
  return count;
}

/** Connections by their ids, in any order. */
export async function connectionsById(db: Db, ids: readonly string[]): Promise<Connection[]> {
  const rows = await db.query(`SELECT ${CONNECTION.list} FROM connections WHERE id = ANY($1)`, [ids]);
  return CONNECTION.rows(rows);
}

/** Connections in the order of the keys; null for missing ones. */
export async function connectionsByKey(db: Db, keys: readonly ConnectionKey[]): Promise<(Connection | null)[]> {
  const rows = await db.query(
    `SELECT ${CONNECTION.list} FROM connections
      WHERE (user_id, platform_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [keys.map(({ userId }) => userId), keys.map(({ platformId }) => platformId)],
  );
  const found = new Map(CONNECTION.rows(rows).map((one) => [keyOf(one), one]));
  return keys.map((key) => found.get(keyOf(key)) ?? null);
}

/** A connection's key as one text. */
export const keyOf = ({ userId, platformId }: ConnectionKey): string => `${userId} ${platformId}`;

/** A user's connections with these platform ids. */
export async function connectionsByPlatformId(db: Db, userId: string, platformIds: string[]): Promise<Connection[]> {
  const rows = await db.query(
    `SELECT ${CONNECTION.list} FROM connections WHERE user_id = $1 AND platform_id = ANY($2)`,
    [userId, platformIds],
  );
  return CONNECTION.rows(rows);
}

/** Their platform ids, by the ids of a user's connections. */
export async function platformIdsByConnection(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query(
    'SELECT id, platform_id AS "platformId" FROM connections WHERE user_id = $1 AND id = ANY($2)',
    [userId, ids],
  );
  return new Map(rows.map(({ id, platformId }: Pick<Connection, 'id' | 'platformId'>) => [id, platformId]));
}

/** A user's connections to accounts of a platform with this id: several where each server has its own ids. */
export async function connectionsByAccountId(
  db: Db,
  { userId, platform, accountId }: Pick<Connection, 'userId' | 'platform' | 'accountId'>,
): Promise<Connection[]> {
  const rows = await db.query(
    `SELECT ${CONNECTION.list} FROM connections WHERE user_id = $1 AND platform = $2 AND account_id = $3`,
    [userId, platform, accountId],
  );
  return CONNECTION.rows(rows);
}

/** Identifies a connection. */
export interface ConnectionKey {
  userId: string;
  platformId: string;
}

/** Connections with their secrets, for publishing, in the order of the keys; undefined for missing ones. */
export async function findStoredConnections(
  db: Db,
  keys: readonly ConnectionKey[],
): Promise<(StoredConnection | undefined)[]> {
  const rows = await db.query(
    prepared(
      `SELECT ${STORED.list} FROM connections
        WHERE (user_id, platform_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    ),
    [keys.map(({ userId }) => userId), keys.map(({ platformId }) => platformId)],
  );
  const found = STORED.rows(rows);
  return keys.map((key) => found.find((one) => one.userId === key.userId && one.platformId === key.platformId));
}

/**
 * A connection with its secrets under its row lock. Rows that refer to the connection can be added meanwhile.
 *
 * @param idleMs How long the transaction may be idle: as long as the platform can take to refresh the credentials, which can
 * exceed the usual limit, and refresh tokens may be single-use. After that, its process is taken for dead. Null: as usual.
 */
export async function lockStoredConnection(
  db: Db,
  id: string,
  idleMs: number | null,
): Promise<StoredConnection | null> {
  const rows = await db.query(
    `SELECT ${STORED.list} FROM connections
      WHERE id = $1 AND set_config('idle_in_transaction_session_timeout',
                                   coalesce($2, current_setting('idle_in_transaction_session_timeout')), true) IS NOT NULL
        FOR NO KEY UPDATE`,
    [id, idleMs === null ? null : String(idleMs)],
  );
  return STORED.first(rows);
}

/** The user who has a connection. */
export async function userOfConnection(db: Db, id: string): Promise<string | null> {
  const connection = await db.findOne(ConnectionEntity, { select: { userId: true }, where: { id } });
  return connection?.userId ?? null;
}

/** The address of the profile picture of one of a user's accounts; null if the account, or the picture, does not exist. */
export async function findProfileImageUrl(db: Db, userId: string, id: string): Promise<string | null> {
  const [row] = await db.query('SELECT profile_image_url AS url FROM connections WHERE id = $1 AND user_id = $2', [
    id,
    userId,
  ]);
  return row?.url ?? null;
}

/** Stores a connection, new or reconnected. */
export async function saveConnection(db: Db, connection: StoredConnection & { updatedAt: Date }): Promise<void> {
  await db.upsert(ConnectionEntity, connection, ['id']);
}

export async function updateConnection(
  db: Db,
  id: string,
  changes: Partial<
    Pick<StoredConnection, 'credentials' | 'accessTokenExpiresAt' | 'renewAt' | 'renewalRefusedAt' | 'revokedAt'>
  > & { updatedAt: Date },
): Promise<void> {
  await db.update(ConnectionEntity, id, changes);
}

/**
 * Claims the connection whose refresh is most overdue, if any: it is not claimed by others until `again`, when it is
 * due once more unless it was refreshed. None of an account that moves to another pod.
 */
export async function claimRenewal(db: Db, now: Date, again: Date): Promise<Connection | null> {
  const [rows] = await db.query(
    `UPDATE connections SET renew_at = $2
      WHERE id = (SELECT id FROM connections c WHERE renew_at <= $1 AND revoked_at IS NULL
                     AND NOT EXISTS (SELECT FROM parked_users u WHERE u.user_id = c.user_id)
                   ORDER BY renew_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${CONNECTION.list}`,
    [now, again],
  );
  return CONNECTION.first(rows);
}

/** Records that a platform permanently rejected credentials, unless they have been replaced. */
export async function revokeConnection(db: Db, id: string, credentials: string, now: Date): Promise<Connection | null> {
  const [rows] = await db.query(
    `UPDATE connections SET revoked_at = $3, updated_at = $3
      WHERE id = $1 AND credentials = $2 AND revoked_at IS NULL RETURNING ${CONNECTION.list}`,
    [id, credentials, now],
  );
  return CONNECTION.first(rows);
}

/**
 * Records that a platform refuses to renew access that still works, and returns the connection; null if the credentials
 * have been replaced.
 */
export async function refuseRenewal(
  db: Db,
  { id, credentials, accessEndsAt, now }: { id: string; credentials: string; accessEndsAt: Date; now: Date },
): Promise<Connection | null> {
  const [rows] = await db.query(
    `UPDATE connections
        SET renewal_refused_at = $3, renew_at = NULL, access_token_expires_at = $4, updated_at = $3
      WHERE id = $1 AND credentials = $2 AND revoked_at IS NULL RETURNING ${CONNECTION.list}`,
    [id, credentials, now, accessEndsAt],
  );
  return CONNECTION.first(rows);
}

/** Deletes a user's connection and returns it; null if there is none. Its posts are kept. */
export async function deleteConnection(db: Db, userId: string, platformId: string): Promise<Connection | null> {
  const [rows] = await db.query(
    `DELETE FROM connections WHERE user_id = $1 AND platform_id = $2 RETURNING ${CONNECTION.list}`,
    [userId, platformId],
  );
  return CONNECTION.first(rows);
}
