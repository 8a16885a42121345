import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { PostLogEntity } from '../state/post-log.entity.js';

const ENTRY = table(PostLogEntity);
const PLACED = ENTRY.of('l').plus({ place: expression<number>('p.place::integer') });
const COUNTED = ENTRY.only('groupId').plus({ count: expression<number>('count(*)::int') });

export type LogEntry = RowIn<typeof ENTRY>;

/** A page of a group's log. */
export interface LogPage {
  groupId: string;
  /** Id of the entry before the page; null: from the start. */
  after: string | null;
  limit: number;
}

/** The entries of several pages in one query, oldest first. */
export async function logPages(db: Db, pages: readonly LogPage[]): Promise<LogEntry[][]> {
  const rows = await db.query(
    `SELECT ${PLACED.list}
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS p(group_id, after, size, place)
      CROSS JOIN LATERAL (SELECT * FROM post_logs
                           WHERE group_id = p.group_id AND (p.after IS NULL OR id > p.after)
                           ORDER BY id LIMIT p.size) AS l
      ORDER BY p.place, l.id`,
    [pages.map(({ groupId }) => groupId), pages.map(({ after }) => after), pages.map(({ limit }) => limit)],
  );
  const entries = pages.map((): LogEntry[] => []);
  for (const { place, ...entry } of PLACED.rows(rows)) entries[place - 1]?.push(entry);
  return entries;
}

/** How many entries the log of each group has. */
export async function logCounts(db: Db, groupIds: readonly string[]): Promise<number[]> {
  const rows = await db.query(`SELECT ${COUNTED.list} FROM post_logs WHERE group_id = ANY($1) GROUP BY 1`, [groupIds]);
  const counts = new Map(COUNTED.rows(rows).map(({ groupId, count }) => [groupId, count]));
  return groupIds.map((id) => counts.get(id) ?? 0);
}

/** Entries by their ids, in any order. */
export const logEntriesById = async (db: Db, ids: string[]): Promise<LogEntry[]> =>
  ENTRY.rows(await db.query(`SELECT ${ENTRY.list} FROM post_logs WHERE id = ANY($1)`, [ids]));
