import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { PostLogEntity } from '../state/post-log.entity.js';

const ENTRY = table(PostLogEntity);
const PLACED = ENTRY.of('l').plus({ ordinal: expression<number>('p.ordinal::integer') });
const COUNTED = ENTRY.only('groupId').plus({ count: expression<number>('count(*)::int') });

export type LogEntry = RowIn<typeof ENTRY>;

/** First comments have separate logs. */
const IS_OF_GROUP = `metadata->'firstComment' IS NULL`;

/** A page of a group's log. */
export interface LogPage {
  groupId: string;
  /** Ids of entries that the page is between; null: from the start, or to the end. */
  after: string | null;
  before: string | null;
  /** Whether the last entries in between are read, and not the first. */
  fromEnd: boolean;
  limit: number;
}

const entriesOf = (pages: 'p' | 'NOT p', direction: 'ASC' | 'DESC') => `
  SELECT ${PLACED.list}
    FROM page p
   CROSS JOIN LATERAL (SELECT * FROM post_logs
                        WHERE group_id = p.group_id AND ${IS_OF_GROUP} AND (p.after IS NULL OR id > p.after) AND (p.before IS NULL OR id < p.before)
                        ORDER BY id ${direction} LIMIT p.size) AS l
   WHERE ${pages}.from_end`;

/** The entries of several pages in one query, oldest first. */
export async function logPages(db: Db, pages: readonly LogPage[]): Promise<LogEntry[][]> {
  const rows = await db.query(
    `WITH page AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::integer[])
         WITH ORDINALITY AS p(group_id, after, before, from_end, size, ordinal)
     )
     SELECT * FROM (${entriesOf('NOT p', 'ASC')} UNION ALL ${entriesOf('p', 'DESC')}) AS entry ORDER BY ordinal, id`,
    [
      pages.map(({ groupId }) => groupId),
      pages.map(({ after }) => after),
      pages.map(({ before }) => before),
      pages.map(({ fromEnd }) => fromEnd),
      pages.map(({ limit }) => limit),
    ],
  );
  const entries = pages.map((): LogEntry[] => []);
  for (const { ordinal, ...entry } of PLACED.rows(rows)) entries[ordinal - 1]?.push(entry);
  return entries;
}

/** How many entries the log of each group has. */
export async function logCounts(db: Db, groupIds: readonly string[]): Promise<number[]> {
  const rows = await db.query(
    `SELECT ${COUNTED.list} FROM post_logs WHERE group_id = ANY($1) AND ${IS_OF_GROUP} GROUP BY 1`,
    [groupIds],
  );
  const counts = new Map(COUNTED.rows(rows).map(({ groupId, count }) => [groupId, count]));
  return groupIds.map((id) => counts.get(id) ?? 0);
}

/** Entries by their ids, in any order. */
export const logEntriesById = async (db: Db, ids: string[]): Promise<LogEntry[]> =>
  ENTRY.rows(await db.query(`SELECT ${ENTRY.list} FROM post_logs WHERE id = ANY($1)`, [ids]));
