import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { NewLogEntry, PostLogEvent } from './post-log.js';

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

/** Appends entries to a group's log, in their order. */
export async function appendLog(db: Db, groupId: string, entries: NewLogEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  await db.query(
    `INSERT INTO post_logs (id, group_id, post_id, platform, event, error, http_status, retry_count, metadata, created_at)
     SELECT id, $2, "postId", platform, event, error, "httpStatus", "retryCount", metadata, $3
       FROM jsonb_to_recordset($1::jsonb)
         AS c(id text, "postId" text, platform text, event text, error text, "httpStatus" int, "retryCount" int,
              metadata jsonb)`,
    [JSON.stringify(entries.map((entry) => ({ id: newId(now), ...entry }))), groupId, now],
  );
}

/** Entries of a group after an id, oldest first; `limit` + 1 tells whether there are more. */
export function logPage(db: Db, groupId: string, after: string | null, limit: number): Promise<LogEntry[]> {
  return db.query(
    `SELECT id, group_id AS "groupId", post_id AS "postId", platform, event, error, http_status AS "httpStatus",
            retry_count AS "retryCount", metadata, created_at AS "createdAt"
       FROM post_logs WHERE group_id = $1 AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [groupId, after, limit],
  );
}
