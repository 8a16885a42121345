/** Encrypted secrets in whatever table they are, for whoever rewrites them all. */
import type { Db } from '../database/unit-of-work.js';

/** Every column with something that the credential cipher encrypted, and the id that it was encrypted for. */
export const SECRET_COLUMNS = [
  { table: 'connections', id: 'id', value: 'credentials' },
  { table: 'connection_pages', id: 'user_id', value: 'token' },
  { table: 'login_attempts', id: 'id', value: 'secrets' },
  { table: 'instance_clients', id: 'id', value: 'client' },
  { table: 'webhooks', id: 'id', value: 'secret' },
] as const;

export type SecretColumn = (typeof SECRET_COLUMNS)[number];

export interface StoredSecret {
  id: string;
  /** Encrypted. */
  value: string;
}

/** Secrets that begin otherwise than with `prefix`, in the order of their ids from the one after `after` on. */
export const secretsWithout = (
  db: Db,
  { table, id, value }: SecretColumn,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<StoredSecret[]> =>
  db.query(
    `SELECT ${id} AS id, ${value} AS value FROM ${table}
      WHERE ${id} > $1 AND NOT starts_with(${value}, $2) ORDER BY ${id} LIMIT $3`,
    [after, prefix, limit],
  );

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
