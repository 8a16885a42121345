/** Where the id of anything of a user appears in a database. */
import type { TestDatabase } from './database.js';

type Row = Record<string, unknown>;
export type Tables = Record<string, Row[]>;

/** All rows of all tables, and the jobs that have not ended. */
export async function allRows(db: TestDatabase): Promise<Tables> {
  const names = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = ANY(current_schemas(false)) AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const tables: Tables = {};
  for (const { name } of names) tables[name] = rowsOf(await db.query(`SELECT to_jsonb(t) AS row FROM ${name} t`));
  tables['pgboss.job'] = rowsOf(
    await db.query(`SELECT to_jsonb(j) AS row FROM pgboss.job j WHERE state IN ('created', 'retry', 'active')`),
  );
  return tables;
}

const rowsOf = (rows: Record<string, unknown>[]) => rows.map(({ row }) => row as Row);

/** The ids of users, and of all rows that refer to them in a column, at any distance. */
export function idsOf(tables: Tables, userIds: readonly string[]): Set<string> {
  const ids = new Set(userIds);
  const rows = Object.values(tables).flat();
  for (let before = -1; before < ids.size; ) {
    before = ids.size;
    for (const row of rows) {
      if (typeof row.id !== 'string' || ids.has(row.id)) continue;
      if (Object.values(row).some((value) => typeof value === 'string' && ids.has(value))) ids.add(row.id);
    }
  }
  return ids;
}

/** How many rows of each table have one of these ids anywhere. */
export function tracesOf(tables: Tables, ids: ReadonlySet<string>): Record<string, number> {
  const counts = Object.entries(tables).map(([name, rows]) => {
    const found = rows.filter((row) => [...ids].some((id) => JSON.stringify(row).includes(id)));
    return [name, found.length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
