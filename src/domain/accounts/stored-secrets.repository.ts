/** Encrypted secrets of all tables, for key rotation. */
import type { Db } from '../../foundation/database/unit-of-work.js';

/** Every column with something that the credential cipher encrypted, and the id that it was encrypted for. */
export const SECRET_COLUMNS = [
  { table: 'connections', id: 'id', value: 'credentials' },
  { table: 'connection_pages', id: 'user_id', value: 'token' },
  { table: 'login_attempts', id: 'id', value: 'secrets' },
  { table: 'instance_clients', id: 'id', value: 'client' },
  { table: 'webhooks', id: 'id', value: 'secret' },
  { table: 'second_factors', id: 'person_id', value: 'secret' },
  { table: 'push_keys', id: 'public_key', value: 'private_key' },
  { table: 'push_subscriptions', id: 'session_id', value: 'receiver' },
] as const;

export type SecretColumn = (typeof SECRET_COLUMNS)[number];

export interface StoredSecret {
  id: string;
  /** Encrypted. */
  value: string;
}

/** Secrets that begin with none of `prefixes`, in the order of their ids from the one after `after` on. */
export const secretsWithout = (
  db: Db,
  { table, id, value }: SecretColumn,
  { prefixes, after, limit }: { prefixes: readonly string[]; after: string; limit: number },
): Promise<StoredSecret[]> =>
  db.query(
    `SELECT ${id} AS id, ${value} AS value FROM ${table}
      WHERE ${id} > $1 AND NOT EXISTS (SELECT 1 FROM unnest($2::text[]) AS prefix WHERE starts_with(${value}, prefix))
      ORDER BY ${id} LIMIT $3`,
    [after, prefixes, limit],
  );

/** Whether a column has a secret that begins with one of `prefixes`. */
export async function isAnySecretUnder(
  db: Db,
  { table, value }: SecretColumn,
  prefixes: readonly string[],
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM ${table} JOIN unnest($1::text[]) AS prefix ON starts_with(${value}, prefix) LIMIT 1`,
    [prefixes],
  );
  return rows.length > 0;
}

/** Replaces a secret unless it was changed since it was read; whether it did. */
export async function replaceSecret(
  db: Db,
  { table, id, value }: SecretColumn,
  before: StoredSecret,
  after: string,
): Promise<boolean> {
  const [, changed] = await db.query(`UPDATE ${table} SET ${value} = $3 WHERE ${id} = $1 AND ${value} = $2`, [
    before.id,
    before.value,
    after,
  ]);
  return changed === 1;
}
