/** Removal of old rows in batches: each reads a bounded part of an index, from the oldest on. */
import type { Db } from './unit-of-work.js';

/** A value of the column that shows the age of a row. */
export type Position = string | Date;

/** A part of a table in the order of age. */
export interface Batch {
  /** Rows that are older than this are removed. */
  before: Date;
  /** Where the batch before this one ended; null: from the oldest row. */
  after: Position | null;
  /** Rows to read. */
  limit: number;
}

export interface BatchResult {
  /** Rows that were read: fewer than the limit once none are left. */
  seen: number;
  /** Rows that were removed of them: the others are still needed, or locked. */
  removed: number;
  /** Where the batch ended; null when it was empty. */
  last: Position | null;
}

/** How a column shows the age of its row. */
interface Age {
  /** The value of a row of this time. */
  at(time: Date): Position;
  timeOf(position: Position): Date;
  first: Position;
  /** Values differ, so that a batch begins after the last one of the batch before. */
  isUnique: boolean;
}

const AGES = {
  time: { at: (time) => time, timeOf: (position) => new Date(position), first: '-infinity', isUnique: false },
  /** Ids begin with the time at which their rows were made (`newId`). */
  id: {
    at: (time) => time.getTime().toString(16).padStart(12, '0').padEnd(24, '0'),
    timeOf: (position) => new Date(Number.parseInt(String(position).slice(0, 12), 16)),
    first: '',
    isUnique: true,
  },
} satisfies Record<string, Age>;

/** When the row with an id was made. */
export const timeOfId = AGES.id.timeOf;

/** What becomes old, and how it is removed. */
export interface RetentionRule {
  /** Its name in metrics and in the log. */
  kind: string;
  /** How long it is kept, by the time of its column; null: forever. */
  keptMs: number | null;
  timeOf(position: Position): Date;
  /** Removes what is old and not needed any more of one batch. */
  removeBatch(db: Db, batch: Batch): Promise<BatchResult>;
}

export interface Aged {
  table: string;
  /** An indexed column. */
  column: string;
  /** What the column has: a time, a time as epoch milliseconds, or an id. */
  by?: keyof typeof AGES;
  /** The condition of a partial index. */
  where?: string;
}

/** The rows of a batch, as a query with a column `key` and others. Parameters: before, after, limit. */
export function batchQuery({ table, column, by = 'time', where = 'true' }: Aged, columns: string): string {
  return `SELECT ${columns}, ${column} AS key FROM ${table}
           WHERE ${column} < $1 AND ${column} ${AGES[by].isUnique ? '>' : '>='} $2 AND ${where}
           ORDER BY ${column} LIMIT $3`;
}

export const batchValues = ({ by = 'time' }: Aged, { before, after, limit }: Batch) => [
  AGES[by].at(before),
  after ?? AGES[by].first,
  limit,
];

/**
 * Rows that are removed by age. `removable` says of a row `t` that it is not needed any more; `$4` is the time before
 * which rows are old. Rows that a transaction has locked are left to the next pass.
 */
export const removeRows = (rows: Aged & { kind: string; keptMs: number | null; removable?: string }): RetentionRule => {
  const { kind, keptMs, table, by = 'time', removable = 'true' } = rows;
  const statement = `
    WITH seen AS MATERIALIZED (${batchQuery(rows, 'ctid AS row')}),
    free AS MATERIALIZED (
      SELECT t.ctid AS row FROM ${table} t JOIN seen ON t.ctid = seen.row
       WHERE $4::timestamptz IS NOT NULL AND (${removable}) FOR UPDATE OF t SKIP LOCKED
    ),
    gone AS (DELETE FROM ${table} t USING free WHERE t.ctid = free.row RETURNING 1)
    SELECT (SELECT count(*)::int FROM seen) AS seen, (SELECT count(*)::int FROM gone) AS removed,
           (SELECT max(key) FROM seen) AS last`;
  return {
    kind,
    keptMs,
    timeOf: AGES[by].timeOf,
    async removeBatch(db, batch) {
      const [result] = await db.query(statement, [...batchValues(rows, batch), batch.before]);
      return result;
    },
  };
};
