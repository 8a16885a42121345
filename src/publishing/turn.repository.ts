/**
 * The statements of a turn. Publishing is what the service does most, and a worker spends its time on round trips to
 * the database, so each of these does in one statement what belongs together.
 */
import { newId } from '../database/id.js';
import { fromRow, parameters } from '../database/rows.js';
import type { Db } from '../database/unit-of-work.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { PostGroup } from '../posts/post-group.js';
import type { NewLogEntry } from '../posts/post-log.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import { isInTurn, type Turn } from './turn.js';

/** The post of a turn with its attempt that has no outcome yet; undefined when the post is gone. */
export async function findTurn(
  db: Db,
  postId: string,
): Promise<{ post: PlatformPost; open: PublishAttempt | null } | undefined> {
  const [row] = await db.query(
    `SELECT p.*, to_jsonb(a) AS open_attempt
       FROM platform_posts p LEFT JOIN publish_attempts a ON a.post_id = p.id AND a.outcome IS NULL
      WHERE p.id = $1`,
    [postId],
  );
  if (!row) return undefined;
  const { openAttempt, ...post } = fromRow<PlatformPost & { openAttempt: Record<string, unknown> | null }>(row);
  return { post, open: openAttempt && attemptFromJson(openAttempt) };
}

/** What a turn may act on: the locked group, all its posts and the turn's own. */
export interface Held {
  group: Pick<PostGroup, 'id' | 'status' | 'processingStatus'>;
  posts: PlatformPost[];
  post: PlatformPost;
  /** Number of the post's last attempt, 0 before the first, and whether it has no outcome yet. */
  lastAttempt: number;
  hasOpenAttempt: boolean;
}

/**
 * Locks the group of a turn, and its posts. Undefined when the turn is over: the post was rescheduled, taken back,
 * removed, or has ended. Then a job has nothing to do, however late or often it is delivered.
 *
 * FOR UPDATE reads the rows as they are once the lock is had, whatever they were when the statement began. What it
 * says of attempts may be older; the unique number of an attempt is the guard there.
 */
export async function holdTurn(db: Db, { postId, groupId, turn }: Turn): Promise<Held | undefined> {
  const rows = await db.query(
    `SELECT g.status AS group_status, g.processing_status, p.*,
            (SELECT coalesce(max(number), 0) FROM publish_attempts WHERE post_id = $2) AS last_attempt,
            EXISTS (SELECT 1 FROM publish_attempts WHERE post_id = $2 AND outcome IS NULL) AS has_open_attempt
       FROM post_groups g JOIN platform_posts p ON p.group_id = g.id
      WHERE g.id = $1 ORDER BY p.target_index, p.part_index FOR UPDATE`,
    [groupId, postId],
  );
  const posts = rows.map((row: Record<string, unknown>) => fromRow<HeldRow>(row)) as HeldRow[];
  const post = posts.find(({ id }) => id === postId);
  if (!post || !isInTurn(post, turn)) return undefined;
  const { groupStatus, processingStatus, lastAttempt, hasOpenAttempt } = post;
  return { group: { id: groupId, status: groupStatus, processingStatus }, posts, post, lastAttempt, hasOpenAttempt };
}

type HeldRow = PlatformPost &
  Pick<PostGroup, 'processingStatus'> &
  Pick<Held, 'lastAttempt' | 'hasOpenAttempt'> & { groupStatus: PostGroup['status'] };

/** What becomes of an attempt in the same statement. */
export type AttemptWrite =
  | { insert: Pick<PublishAttempt, 'id' | 'number' | 'startedAt' | 'uncertainUntil'> }
  | { end: { id: string; outcome: AttemptOutcome; at: Date } };

/** Stores a post as it is after a step, its log entries, and what became of its attempt. */
export async function storeTurn(
  db: Db,
  post: PlatformPost,
  entries: NewLogEntry[],
  attempt: AttemptWrite | undefined,
  now: Date,
): Promise<void> {
  const { values, param } = parameters();
  const id = param(post.id);
  const at = param(now);
  const parts = [
    `post AS (
       UPDATE platform_posts
          SET status = ${param(post.status)}, posted_id = ${param(post.postedId)}, url = ${param(post.url)},
              error = ${param(post.error && JSON.stringify(post.error))}, attempt_count = ${param(post.attemptCount)},
              first_attempt_at = ${param(post.firstAttemptAt)}, due_at = ${param(post.dueAt)},
              turn = ${param(post.turn)}, job_id = ${param(post.jobId)}, updated_at = ${at}
        WHERE id = ${id})`,
  ];
  if (attempt && 'insert' in attempt) {
    const { id: attemptId, number, startedAt, uncertainUntil } = attempt.insert;
    parts.push(`begun AS (
       INSERT INTO publish_attempts (id, post_id, number, started_at, uncertain_until)
       VALUES (${[attemptId, post.id, number, startedAt, uncertainUntil].map(param).join(', ')}))`);
  }
  if (attempt && 'end' in attempt) {
    const { id: attemptId, outcome, at: endedAt } = attempt.end;
    parts.push(`ended AS (
       UPDATE publish_attempts SET outcome = ${param(outcome)}, ended_at = ${param(endedAt)}
        WHERE id = ${param(attemptId)})`);
  }
  const rows = entries.map((entry) => ({ id: newId(now), ...entry }));
  await db.query(
    `WITH ${parts.join(', ')}
     INSERT INTO post_logs (id, group_id, post_id, platform, event, error, http_status, retry_count, metadata, created_at)
     SELECT id, ${param(post.groupId)}, "postId", platform, event, error, "httpStatus", "retryCount", metadata, ${at}
       FROM jsonb_to_recordset(${param(JSON.stringify(rows))}::jsonb)
         AS entry (id text, "postId" text, platform text, event text, error text, "httpStatus" int, "retryCount" int,
                   metadata jsonb)`,
    values,
  );
}

/** Dates are texts inside JSON. */
function attemptFromJson(json: Record<string, unknown>): PublishAttempt {
  const attempt = fromRow<PublishAttempt>(json);
  const date = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);
  return {
    ...attempt,
    startedAt: date(attempt.startedAt) ?? new Date(0),
    uncertainUntil: date(attempt.uncertainUntil) ?? new Date(0),
    endedAt: date(attempt.endedAt),
    failure: attempt.failure && withDate(attempt.failure),
  };
}

const withDate = (failure: NonNullable<PublishAttempt['failure']>) =>
  failure.retryAt === undefined ? failure : { ...failure, retryAt: new Date(failure.retryAt) };
