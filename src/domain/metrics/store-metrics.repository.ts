/** Stores what platforms say about posts and accounts. */
import type { Db } from '../../foundation/database/unit-of-work.js';
import { POST_METRICS, type PostMetric } from '../../platforms/port/metrics.js';
import type { Connection } from '../accounts/connection.repository.js';
import type { DuePost } from './due-metrics.repository.js';
import { dayOf, withEngagements } from './metrics.js';
import { columnOf } from './metrics-sums.js';
import type { UpdatedPost } from './metrics-updated.js';

/** Readings that are kept of a post, the latest ones. More than planned: it is read again after a reconnect. */
const MAX_READINGS = 20;

/** The outcome of reading a post, or of passing it over. */
export interface ReadPost {
  post: Pick<DuePost, 'postId' | 'nextAt'>;
  at: Date;
  /** Null: it was not read, and keeps its values. */
  read: { values: Partial<Record<PostMetric, number>>; own: Readonly<Record<string, number>> } | null;
  state: 'MEASURED' | 'GONE' | 'FAILED' | 'PERMISSION_MISSING';
  nextAt: Date | null;
}

type StoredPost = Pick<UpdatedPost, 'postId' | 'postGroupId'> & Record<PostMetric, number | null>;

const RECORD = POST_METRICS.map((name) => `"${name}" bigint`).join(', ');
const STORED = POST_METRICS.map((name) => `m.${columnOf(name)}::float8 AS "${name}"`).join(', ');
// What a platform does not give any more keeps its last value.
const CHANGES = POST_METRICS.map((name) => `${columnOf(name)} = coalesce(r."${name}", m.${columnOf(name)})`).join(', ');

/**
 * Stores readings. A post that another process has read meanwhile has another time for the next one, and stays as it is: a
 * reading is stored once. Returns the posts that were read, with their latest values.
 */
export async function storePosts(db: Db, posts: readonly ReadPost[]): Promise<UpdatedPost[]> {
  if (posts.length === 0) return [];
  const rows = posts.map(({ post, at, read, state, nextAt }) => ({
    ...{ postId: post.postId, due: post.nextAt, at, state, nextAt, ...read?.values, own: read?.own ?? {} },
    reading: read && { at, values: read.values },
  }));
  const stored: StoredPost[] = await db.query(
    `WITH stored AS (
     UPDATE post_metrics m
        SET ${CHANGES}, own = m.own || r.own, next_at = r."nextAt",
            state = r.state,
            measured_at = CASE WHEN r.reading IS NULL THEN m.measured_at ELSE r.at END,
            readings = CASE WHEN r.reading IS NULL THEN m.readings
                            WHEN jsonb_array_length(m.readings) >= ${MAX_READINGS} THEN (m.readings - 0) || r.reading
                            ELSE m.readings || r.reading END
       FROM jsonb_to_recordset($1::jsonb)
         AS r("postId" text, due timestamptz, at timestamptz, state text, "nextAt" timestamptz, own jsonb, reading jsonb, ${RECORD})
      WHERE m.post_id = r."postId" AND m.next_at = r.due
     RETURNING m.post_id AS "postId", m.group_id AS "postGroupId", r.reading IS NOT NULL AS "isRead", ${STORED})
     SELECT * FROM stored WHERE "isRead" ORDER BY "postId"`,
    [JSON.stringify(rows)],
  );
  return stored.map(({ postId, postGroupId, ...values }) => ({ postId, postGroupId, values: withEngagements(values) }));
}

/** The numbers of an account on a day. */
export interface ReadAccount {
  account: Pick<Connection, 'userId' | 'platform' | 'platformId'>;
  at: Date;
  followers: number | null;
  posts: number | null;
  own: Readonly<Record<string, number>>;
}

/** Stores the numbers of accounts, at most one of an account and a day: the last reading counts. */
export async function storeAccounts(db: Db, accounts: readonly ReadAccount[]): Promise<void> {
  const rows = accounts.map(({ account, at, ...numbers }) => ({ ...account, day: dayOf(at), ...numbers }));
  await db.query(
    `INSERT INTO account_metrics AS a (user_id, platform_id, day, platform, followers, posts, own)
     SELECT r."userId", r."platformId", r.day, r.platform, r.followers, r.posts, r.own
       FROM jsonb_to_recordset($1::jsonb)
         AS r("userId" text, "platformId" text, day date, platform text, followers bigint, posts bigint, own jsonb)
     ON CONFLICT (user_id, platform_id, day) DO UPDATE
        SET followers = coalesce(EXCLUDED.followers, a.followers), posts = coalesce(EXCLUDED.posts, a.posts), own = EXCLUDED.own`,
    [JSON.stringify(rows)],
  );
}

/** The account's own numbers were read. */
export async function accountWasRead(
  db: Db,
  connectionId: string,
  { at, nextAt }: { at: Date; nextAt: Date },
): Promise<void> {
  await db.query('UPDATE measured_accounts SET measured_at = $2, next_at = $3 WHERE connection_id = $1', [
    connectionId,
    at,
    nextAt,
  ]);
}
