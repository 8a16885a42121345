/**
 * What publishing reads. It is what the service does most, and a worker spends its time on round trips to the database:
 * each of these is one statement for many posts.
 */
import { fromRow } from '../../foundation/database/rows.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { type Settings, settingsOfPlatform } from '../posts/state/platform-settings.js';
import type { PostGroup } from '../posts/state/post-group.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';
import type { LockedGroup, PostToPublish } from './publish-store.js';
import { IS_PAUSED } from './publishing-pause.repository.js';

/** All of a post `p` but its text. */
const POST_COLUMNS = `p.id, p.group_id, p.user_id, p.target_index, p.part_index, p.platform, p.account_id, p.platform_id,
  p.status, p.posted_id, p.url, p.error, p.attempt_count, p.first_attempt_at, p.due_at, p.generation, p.job_id, p.lease_until,
  p.wait, p.created_at, p.updated_at`;

/** Lost attempts that are looked up before a post is sent again. */
const EARLIER_AT_MOST = 10;

/**
 * Posts by their ids, in the order of these; undefined for one that is gone, or whose account is: its posts may still be
 * there for a moment. A group's text is read once.
 */
export async function findPosts(db: Db, postIds: readonly string[]): Promise<(PostToPublish | undefined)[]> {
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
            (SELECT posted_id FROM platform_posts o WHERE o.group_id = p.group_id
                AND o.target_index = p.target_index AND o.part_index = 0 AND p.part_index > 0) AS thread_id,
            u.deactivated_at IS NULL AND w.deactivated_at IS NULL AS is_account_active, coalesce(w.plan, u.plan) AS plan,
            CASE WHEN p.first_attempt_at IS NOT NULL THEN
              (SELECT jsonb_agg(to_jsonb(e) ORDER BY e.number DESC)
                 FROM (SELECT * FROM publish_attempts WHERE post_id = p.id AND outcome IN ('absent', 'unknown')
                        ORDER BY number DESC LIMIT ${EARLIER_AT_MOST}) e)
            END AS earlier_attempts
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
            JOIN users u ON u.id = p.user_id LEFT JOIN users w ON w.id = u.managed_by_id
            LEFT JOIN publish_attempts a ON a.post_id = p.id AND a.outcome IS NULL
      WHERE p.id = ANY($1) AND coalesce(w.removal_at, u.removal_at, 'infinity') > now()`,
    [postIds],
  );
  const read = rows.map(fromRow<FoundRow>);
  const textOf = new Map(read.flatMap(({ groupId, groupText }) => (groupText === null ? [] : [[groupId, groupText]])));
  const found = new Map<string, PostToPublish>();
  for (const { ownText, groupText: _, openAttempt, earlierAttempts, ...row } of read) {
    const { settings, videoTimestamp, hasMedia, isSplit, replyTo, threadId, isAccountActive, plan, ...post } = row;
    const text = ownText ?? textOf.get(post.groupId);
    if (text === undefined) throw new Error(`The post ${post.id} has no text`);
    found.set(post.id, {
      post,
      text,
      settings: settingsOfPlatform(post.platform, settings),
      videoTimestamp,
      hasMedia,
      isSplit,
      replyTo,
      threadId,
      isAccountActive,
      plan,
      open: openAttempt && leased(attemptFromJson(openAttempt), post),
      earlier: (earlierAttempts ?? []).map(attemptFromJson),
    });
  }
  return postIds.map((id) => found.get(id));
}

type FoundRow = PlatformPost &
  Omit<PostToPublish, 'post' | 'text' | 'open' | 'earlier' | 'settings'> & {
    openAttempt: Record<string, unknown> | null;
    earlierAttempts: Record<string, unknown>[] | null;
    settings: Settings | null;
    ownText: string | null;
    groupText: string | null;
  };

/** Whether the account of a post `p` moves to another pod. */
const IS_PARKED = 'EXISTS (SELECT FROM parked_users u WHERE u.user_id = p.user_id)';

/** Rows of one read of `lockGroups`: a group can have 100,000 posts, and reading them at once would block the process. */
const LOCKED_AT_ONCE = 1_000;

/**
 * Locks groups and their posts, in the order of their ids, so that transactions that lock several do not deadlock.
 *
 * FOR UPDATE reads the rows as they are once the lock is held, whatever they were when the statement began. What it
 * says of attempts may be older; the unique number of an attempt is the guard there.
 */
export async function lockGroups(db: Db, groupIds: string[]): Promise<Map<string, LockedGroup>> {
  const lastAttempts = new Map<string, number>();
  const locked = new Map<string, LockedGroup>();
  let after: Pick<PlatformPost, 'groupId' | 'targetIndex' | 'partIndex'> = {
    groupId: '',
    targetIndex: 0,
    partIndex: 0,
  };
  for (;;) {
    const rows: Record<string, unknown>[] = await db.query(
      `SELECT g.status AS group_status, g.processing_status, ${POST_COLUMNS}, ${IS_PAUSED} OR ${IS_PARKED} AS is_paused,
              (SELECT coalesce(max(number), 0) FROM publish_attempts WHERE post_id = p.id) AS last_attempt
         FROM post_groups g JOIN platform_posts p ON p.group_id = g.id
        WHERE g.id = ANY($1) AND (p.group_id, p.target_index, p.part_index) > ($2, $3, $4)
        ORDER BY p.group_id, p.target_index, p.part_index LIMIT ${LOCKED_AT_ONCE} FOR UPDATE`,
      [groupIds.filter((id) => id >= after.groupId), after.groupId, after.targetIndex, after.partIndex],
    );
    for (const row of rows) {
      const { groupStatus: status, processingStatus, lastAttempt, isPaused, ...post } = fromRow<LockedRow>(row);
      const { id, groupId } = post;
      const known = locked.get(groupId);
      const group = known ?? { group: { id: groupId, status, processingStatus }, posts: [], lastAttempts, isPaused };
      group.posts.push(post);
      lastAttempts.set(id, lastAttempt);
      locked.set(groupId, group);
      after = post;
    }
    if (rows.length < LOCKED_AT_ONCE) return locked;
  }
}

type LockedRow = PlatformPost &
  Pick<PostGroup, 'processingStatus'> & { groupStatus: PostGroup['status']; lastAttempt: number; isPaused: boolean };

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
