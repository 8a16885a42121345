/**
 * The statements of turns. Publishing is what the service does most, and a worker spends its time on round trips to
 * the database: each of these does for many turns in one statement what belongs together.
 */
import { newId } from '../../foundation/database/id.js';
import { fromRow } from '../../foundation/database/rows.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { Settings } from '../posts/platform-settings.js';
import type { PostGroup } from '../posts/post-group.js';
import type { PublishAttempt } from './publish-attempt.js';
import type { FoundTurn, HeldGroup, HeldPost, StoredTurns } from './publish-store.js';

/** All of a post but its text. */
const POST_COLUMNS = `p.id, p.group_id, p.user_id, p.target_index, p.part_index, p.platform, p.account_id, p.platform_id,
  p.status, p.posted_id, p.url, p.error, p.attempt_count, p.first_attempt_at, p.due_at, p.turn, p.job_id, p.lease_until,
  p.wait, p.created_at, p.updated_at`;

/**
 * The text that a post has of its own. While an attempt is open it has one, also where it shares its group's otherwise:
 * a worker of a version that knows no shared texts goes on with what was begun.
 */
const OWN_TEXT = `CASE WHEN c."leaseUntil" IS NOT NULL THEN coalesce(c.content, p.content, g.content)
                       ELSE nullif(p.content, g.content) END`;

/** Lost attempts that are looked for before a post is sent again. */
const EARLIER_AT_MOST = 10;

/** The posts of turns, in the order of the ids; undefined for one that is gone. A group's text is read once. */
export async function findTurns(db: Db, postIds: readonly string[]): Promise<(FoundTurn | undefined)[]> {
  const rows: Record<string, unknown>[] = await db.query(
    `SELECT ${POST_COLUMNS}, p.content AS own_text,
            CASE WHEN p.content IS NULL AND p.id = min(p.id) FILTER (WHERE p.content IS NULL) OVER (PARTITION BY p.group_id)
                 THEN g.content END AS group_text,
            to_jsonb(a) AS open_attempt, g.platform_settings -> p.platform AS settings, g.video_timestamp,
            EXISTS (SELECT 1 FROM media m WHERE m.group_id = p.group_id AND m.user_id = p.user_id) AS has_media,
            EXISTS (SELECT 1 FROM platform_posts o WHERE o.group_id = p.group_id
                       AND o.target_index = p.target_index AND o.part_index = 1) AS is_split,
            (SELECT posted_id FROM platform_posts o WHERE o.group_id = p.group_id
                AND o.target_index = p.target_index AND o.part_index = p.part_index - 1) AS reply_to,
            CASE WHEN p.first_attempt_at IS NOT NULL THEN
              (SELECT jsonb_agg(to_jsonb(e) ORDER BY e.number DESC)
                 FROM (SELECT * FROM publish_attempts WHERE post_id = p.id AND outcome IN ('absent', 'unknown')
                        ORDER BY number DESC LIMIT ${EARLIER_AT_MOST}) e)
            END AS earlier_attempts
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
            LEFT JOIN publish_attempts a ON a.post_id = p.id AND a.outcome IS NULL
      WHERE p.id = ANY($1)`,
    [postIds],
  );
  const read = rows.map(fromRow<FoundRow>);
  const textOf = new Map(read.flatMap(({ groupId, groupText }) => (groupText === null ? [] : [[groupId, groupText]])));
  const found = new Map<string, FoundTurn>();
  for (const { ownText, groupText: _, openAttempt, earlierAttempts, ...row } of read) {
    const { settings, videoTimestamp, hasMedia, isSplit, replyTo, ...post } = row;
    const text = ownText ?? textOf.get(post.groupId);
    if (text === undefined) throw new Error(`The post ${post.id} has no text`);
    found.set(post.id, {
      post,
      text,
      settings: settings ?? {},
      videoTimestamp,
      hasMedia,
      isSplit,
      replyTo,
      open: openAttempt && leased(attemptFromJson(openAttempt), post),
      earlier: (earlierAttempts ?? []).map(attemptFromJson),
    });
  }
  return postIds.map((id) => found.get(id));
}

type FoundRow = PlatformPost &
  Omit<FoundTurn, 'post' | 'text' | 'open' | 'earlier' | 'settings'> & {
    openAttempt: Record<string, unknown> | null;
    earlierAttempts: Record<string, unknown>[] | null;
    settings: Settings | null;
    ownText: string | null;
    groupText: string | null;
  };

/**
 * Locks groups and their posts, in the order of their ids, so that two who lock several never wait for each other.
 *
 * FOR UPDATE reads the rows as they are once the lock is had, whatever they were when the statement began. What it
 * says of attempts may be older; the unique number of an attempt is the guard there.
 */
export async function holdGroups(db: Db, groupIds: string[]): Promise<Map<string, HeldGroup>> {
  const rows: Record<string, unknown>[] = await db.query(
    `SELECT g.status AS group_status, g.processing_status, ${POST_COLUMNS},
            (SELECT coalesce(max(number), 0) FROM publish_attempts WHERE post_id = p.id) AS last_attempt
       FROM post_groups g JOIN platform_posts p ON p.group_id = g.id
      WHERE g.id = ANY($1) ORDER BY g.id, p.target_index, p.part_index FOR UPDATE`,
    [groupIds],
  );
  const held = new Map<string, HeldGroup>();
  for (const row of rows) {
    const { groupStatus: status, processingStatus, ...post } = fromRow<HeldRow>(row);
    const group = held.get(post.groupId) ?? { group: { id: post.groupId, status, processingStatus }, posts: [] };
    group.posts.push(post);
    held.set(post.groupId, group);
  }
  return held;
}

type HeldRow = HeldPost & Pick<PostGroup, 'processingStatus'> & { groupStatus: PostGroup['status'] };

/** Stores what became of posts: one statement, however many they are. */
export async function storeTurns(
  db: Db,
  { posts, newPosts = [], entries, attempts = [] }: StoredTurns,
  now: Date,
): Promise<void> {
  const begun = attempts.flatMap((write) => ('begun' in write ? [{ ...write.begun, postId: write.postId }] : []));
  const changed = attempts.flatMap((write): object[] => {
    if ('ended' in write) return [write.ended];
    return 'noted' in write ? [write.noted] : [];
  });
  await db.query(
    `WITH post AS (
       UPDATE platform_posts p
          SET content = ${OWN_TEXT}, status = c.status, posted_id = c."postedId", url = c.url, error = nullif(c.error, 'null'::jsonb),
              attempt_count = c."attemptCount", first_attempt_at = c."firstAttemptAt", due_at = c."dueAt",
              turn = c.turn, job_id = c."jobId", lease_until = c."leaseUntil",
              wait = nullif(c.wait, 'null'::jsonb), updated_at = c."updatedAt"
         FROM post_groups g, jsonb_to_recordset($1::jsonb)
           AS c(id text, content text, status text, "postedId" text, url text, error jsonb, "attemptCount" int,
                "firstAttemptAt" timestamptz, "dueAt" timestamptz, turn int, "jobId" uuid,
                "leaseUntil" timestamptz, wait jsonb, "updatedAt" timestamptz)
        WHERE p.id = c.id AND g.id = p.group_id
     ), new_post AS (
       INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                   content, status, created_at, updated_at)
       SELECT id, "groupId", "userId", "targetIndex", "partIndex", platform, "accountId", "platformId",
              content, status, "createdAt", "updatedAt"
         FROM jsonb_to_recordset($6::jsonb)
           AS c(id text, "groupId" text, "userId" text, "targetIndex" int, "partIndex" int, platform text,
                "accountId" text, "platformId" text, content text, status text, "createdAt" timestamptz,
                "updatedAt" timestamptz)
     ), begun AS (
       INSERT INTO publish_attempts (id, post_id, number, started_at, uncertain_until)
       SELECT id, "postId", number, "startedAt", "uncertainUntil" FROM jsonb_to_recordset($2::jsonb)
           AS c(id text, "postId" text, number int, "startedAt" timestamptz, "uncertainUntil" timestamptz)
     ), changed AS (
       UPDATE publish_attempts a
          SET outcome = coalesce(c.outcome, a.outcome), ended_at = coalesce(c."endedAt", a.ended_at),
              state = coalesce(c.state, a.state), uncertain_until = coalesce(c."releasedAt", a.uncertain_until)
         FROM jsonb_to_recordset($3::jsonb)
           AS c(id text, outcome text, "endedAt" timestamptz, state jsonb, "releasedAt" timestamptz)
        WHERE a.id = c.id AND (c.outcome = 'published' OR a.outcome IS NULL)
     )
     INSERT INTO post_logs (id, group_id, post_id, platform, event, error, http_status, retry_count, metadata, created_at)
     SELECT id, "groupId", "postId", platform, event, error, "httpStatus", "retryCount", metadata, $5
       FROM jsonb_to_recordset($4::jsonb)
         AS c(id text, "groupId" text, "postId" text, platform text, event text, error text, "httpStatus" int,
              "retryCount" int, metadata jsonb)`,
    [
      JSON.stringify(posts),
      JSON.stringify(begun),
      JSON.stringify(changed),
      JSON.stringify(entries.map((entry) => ({ id: newId(now), ...entry }))),
      now,
      JSON.stringify(newPosts),
    ],
  );
}

/** The lease of an attempt that is open stands on its post, where it is decided under the post's lock. */
const leased = (attempt: PublishAttempt, { leaseUntil }: PlatformPost): PublishAttempt => ({
  ...attempt,
  uncertainUntil: leaseUntil ?? attempt.uncertainUntil,
});

/** Dates are texts inside JSON. */
function attemptFromJson(json: Record<string, unknown>): PublishAttempt {
  const { startedAt, uncertainUntil, endedAt, failure, ...attempt } = fromRow<PublishAttempt>(json);
  return {
    ...attempt,
    startedAt: new Date(startedAt),
    uncertainUntil: new Date(uncertainUntil),
    endedAt: endedAt && new Date(endedAt),
    failure: failure && { ...failure, ...(failure.retryAt && { retryAt: new Date(failure.retryAt) }) },
  };
}
