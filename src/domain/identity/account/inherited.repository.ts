import type { Columns } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';

/** The row of a user in a table with one for each user: its own, else that of its owner; null: neither has one. */
export async function inheritedRow<Row>(
  db: Db,
  { table, columns }: { table: string; columns: Columns<Row> },
  { userId, ownerId }: { userId: string; ownerId: string },
): Promise<Row | null> {
  const rows = await db.query(
    `SELECT ${columns.list} FROM ${table} WHERE user_id IN ($1, $2) ORDER BY user_id = $1 DESC LIMIT 1`,
    [userId, ownerId],
  );
  return columns.first(rows);
}
