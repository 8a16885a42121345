/** The rows of an account, from one database to another. */
import type { Db } from '../foundation/database/unit-of-work.js';
import { ACCOUNT_TABLES, type AccountTable, SHARED_TABLES } from './account-tables.js';

/** Rows of a statement: a text may have 20,000 characters, a delivery's body more. */
const AT_ONCE = 200;

/** How many rows of a table, and the sum of their hashes. */
export interface TableSum {
  rows: number;
  hash: string;
}
export type AccountSums = Record<string, TableSum>;

/** Lets the statements of a transaction take as long as a large account needs, and show times alike in each pod. */
export async function prepareCopy(db: Db): Promise<void> {
  await db.query(
    `SET LOCAL statement_timeout = '10min'; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL TIME ZONE 'UTC'`,
  );
}

/** Copies all rows, in two transactions of the caller. */
export async function copyRows(from: Db, to: Db, userIds: readonly string[]): Promise<void> {
  const [{ transaction }] = await to.query('SELECT pg_current_xact_id()::text AS transaction');
  for (const table of ACCOUNT_TABLES) await copyTable(from, to, userIds, { table, transaction, onConflict: '' });
  const onConflict = 'ON CONFLICT DO NOTHING';
  for (const table of SHARED_TABLES) await copyTable(from, to, userIds, { table, transaction, onConflict });
}

async function copyTable(
  from: Db,
  to: Db,
  userIds: readonly string[],
  { table, transaction, onConflict }: { table: AccountTable; transaction: string; onConflict: string },
): Promise<void> {
  const { name, where, transactionIds = [] } = table;
  const own = `{${transactionIds.map((column) => `"${column}": ${transaction}`).join(', ')}}`;
  await from.query(
    `DECLARE copied NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${name} t WHERE ${where}`,
    [userIds],
  );
  for (;;) {
    // As texts: a number of JavaScript does not hold every bigint.
    const rows: { row: string }[] = await from.query(`FETCH ${AT_ONCE} FROM copied`);
    if (rows.length > 0) {
      await to.query(
        `INSERT INTO ${name} SELECT t.* FROM jsonb_array_elements($1::jsonb) e,
                jsonb_populate_record(NULL::${name}, e || $2::jsonb) t ${onConflict}`,
        [`[${rows.map(({ row }) => row).join(',')}]`, own],
      );
    }
    if (rows.length < AT_ONCE) break;
  }
  await from.query('CLOSE copied');
}

/** Counts and hashes of all rows, but for ids of transactions and the addresses of files. */
export async function sumRows(db: Db, userIds: readonly string[]): Promise<AccountSums> {
  const sums: AccountSums = {};
  for (const { name, where, transactionIds = [] } of ACCOUNT_TABLES) {
    const left = [...transactionIds, ...(name === 'media' ? FILE_ADDRESSES : [])];
    const [row] = await db.query(
      `SELECT count(*)::int AS rows,
              coalesce(sum(('x' || left(md5((to_jsonb(t) - $2::text[])::text), 15))::bit(60)::bigint), 0)::text AS hash
         FROM ${name} t WHERE ${where}`,
      [userIds, left],
    );
    sums[name] = row;
  }
  return sums;
}

/** Tables whose rows differ. */
export const differences = (one: AccountSums, other: AccountSums): string[] =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

/** Whether there is any row of the users. */
export async function hasRows(db: Db, userIds: readonly string[]): Promise<boolean> {
  const any = ACCOUNT_TABLES.map(({ name, where }) => `EXISTS (SELECT FROM ${name} t WHERE ${where})`);
  const [{ found }] = await db.query(`SELECT ${any.join(' OR ')} AS found`, [userIds]);
  return found;
}

/** Columns of `media` that depend on where a pod stores and serves its files. */
const FILE_ADDRESSES = ['url_pure', 'file_path', 'upload_url'];

/** Keys of the objects of all users, with what is stored of them. */
export async function objectsOf(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows: { key: string }[] = await db.query(
    `SELECT file_name AS key FROM media WHERE user_id = ANY($1)
     UNION SELECT thumbnail FROM media WHERE user_id = ANY($1) AND thumbnail IS NOT NULL
     UNION SELECT c.file_name FROM media_conversions c JOIN media m ON m.id = c.media_id WHERE m.user_id = ANY($1)
     UNION SELECT key FROM account_exports WHERE user_id = ANY($1)`,
    [userIds],
  );
  return rows.map(({ key }) => key);
}

/** Gives files the addresses that they have in this pod. */
export async function readdressFiles(db: Db, userIds: readonly string[], addressOf: (key: string) => string) {
  const base = addressOf('x').slice(0, -1);
  await db.query(
    `UPDATE media SET url_pure = $2 || file_name, file_path = $3 || file_name WHERE user_id = ANY($1) AND url_pure <> $2 || file_name`,
    [userIds, base, new URL(base).pathname],
  );
}
