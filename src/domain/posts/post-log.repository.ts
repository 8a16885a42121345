import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PostLogEvent } from './post-log.js';

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

/** Entries of a group after an id, oldest first; `limit` + 1 when there are more. */
export function logPage(db: Db, groupId: string, after: string | null, limit: number): Promise<LogEntry[]> {
  return db.query(
    `SELECT id, group_id AS "groupId", post_id AS "postId", platform, event, error, http_status AS "httpStatus",
            retry_count AS "retryCount", metadata, created_at AS "createdAt"
       FROM post_logs WHERE group_id = $1 AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [groupId, after, limit],
  );
}
