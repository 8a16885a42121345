import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { PostLogEvent } from '../state/post-log.js';

export interface LogEntry {
  id: string;
  groupId: string;
  postId: string | null;
  platform: string | null;
  event: PostLogEvent;
  error: string | null;
  httpStatus: number | null;
  retryCount: number | null;
  metadata: Record<string, unknown> | null;
  createdAt: Date;
}

const COLUMNS = `l.id, l.group_id AS "groupId", l.post_id AS "postId", l.platform, l.event, l.error,
  l.http_status AS "httpStatus", l.retry_count AS "retryCount", l.metadata, l.created_at AS "createdAt"`;

/** A page of a group's log. */
export interface LogPage {
  groupId: string;
  /** Id of the entry before the page; null: from the start. */
  after: string | null;
  limit: number;
}

/** The entries of several pages in one query, oldest first. */
export async function logPages(db: Db, pages: readonly LogPage[]): Promise<LogEntry[][]> {
  const rows: (LogEntry & { place: number })[] = await db.query(
    `SELECT p.place::integer, ${COLUMNS}
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS p(group_id, after, size, place)
      CROSS JOIN LATERAL (SELECT * FROM post_logs
                           WHERE group_id = p.group_id AND (p.after IS NULL OR id > p.after)
                           ORDER BY id LIMIT p.size) AS l
      ORDER BY p.place, l.id`,
    [pages.map(({ groupId }) => groupId), pages.map(({ after }) => after), pages.map(({ limit }) => limit)],
  );
  const entries = pages.map((): LogEntry[] => []);
  for (const { place, ...entry } of rows) entries[place - 1]?.push(entry);
  return entries;
}

/** How many entries the log of each group has. */
export async function logCounts(db: Db, groupIds: readonly string[]): Promise<number[]> {
  const rows: { id: string; count: number }[] = await db.query(
    'SELECT group_id AS id, count(*)::int AS count FROM post_logs WHERE group_id = ANY($1) GROUP BY 1',
    [groupIds],
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return groupIds.map((id) => counts.get(id) ?? 0);
}

/** Entries by their ids, in any order. */
export const logEntriesById = (db: Db, ids: string[]): Promise<LogEntry[]> =>
  db.query(`SELECT ${COLUMNS} FROM post_logs l WHERE l.id = ANY($1)`, [ids]);
