/**
 * What publishing reads. It is what the service does most, and a worker spends its time on round trips to the database:
 * each of these is one statement for many posts.
 */
import { prepared } from '../../foundation/database/statement.js';
import { expression, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { LimitOverrides, PlanKey } from '../plans/plans.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import { type PlatformPost, PlatformPostKind } from '../posts/state/platform-post.js';
import { type Settings, settingsOfPlatform } from '../posts/state/platform-settings.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { PublishAttemptEntity } from '../posts/state/publish-attempt.entity.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';
import type { LockedGroup, PostToPublish } from './publish-store.js';
import { IS_PAUSED } from './publishing-pause.repository.js';

const POST = table(PlatformPostEntity).of('p');
const WITHOUT_TEXT = POST.except('content', 'unsplitContent', 'hasOwnText', 'firstComment', 'finalText');
const GROUP = table(PostGroupEntity).of('g');
const ATTEMPT = table(PublishAttemptEntity);

/** Lost attempts that are looked up before a post is sent again. */
const EARLIER_AT_MOST = 10;

const postedIdOfPart = (condition: string) =>
  expression<string | null>(`(SELECT posted_id FROM platform_posts o
    WHERE o.group_id = p.group_id AND o.target_index = p.target_index AND ${condition})`);

const TO_PUBLISH = WITHOUT_TEXT.plus({
  finalText: POST.get('finalText'),
  ownText: POST.get('content'),
  groupText: expression<string | null>(
    `CASE WHEN p.content IS NULL AND p.id = min(p.id) FILTER (WHERE p.content IS NULL) OVER (PARTITION BY p.group_id)
          THEN g.content END`,
  ),
  openAttempt: expression<unknown>(
    `(SELECT to_jsonb(o) FROM (SELECT ${ATTEMPT.of('a').list} WHERE a.id IS NOT NULL) o)`,
  ),
  firstComment: expression<string | null>(
    `CASE WHEN p.part_index = 0 THEN coalesce(p.first_comment, g.platform_settings -> p.platform ->> 'firstComment') END`,
  ),
  settings: expression<Settings | null>('g.platform_settings -> p.platform'),
  videoTimestamp: GROUP.get('videoTimestamp'),
  addSignature: GROUP.get('addSignature'),
  addLinkParameters: GROUP.get('addLinkParameters'),
  hasMedia: expression<boolean>(
    'EXISTS (SELECT 1 FROM media m WHERE m.group_id = p.group_id AND m.user_id = p.user_id)',
  ),
  isSplit: expression<boolean>(
    `EXISTS (SELECT 1 FROM platform_posts o
              WHERE o.group_id = p.group_id AND o.target_index = p.target_index AND o.part_index = 1)`,
  ),
  replyTo: postedIdOfPart(
    `o.part_index = CASE p.kind WHEN '${PlatformPostKind.COMMENT}' THEN 0 ELSE p.part_index - 1 END`,
  ),
  threadId: postedIdOfPart('o.part_index = 0 AND p.part_index > 0'),
  isAccountActive: expression<boolean>('u.deactivated_at IS NULL AND w.deactivated_at IS NULL'),
  plan: expression<PlanKey>('coalesce(w.plan, u.plan)'),
  limitOverrides: expression<LimitOverrides | null>(
    'CASE WHEN w.id IS NULL THEN u.limit_overrides ELSE w.limit_overrides END',
  ),
  earlierAttempts: expression<unknown[] | null>(
    `CASE WHEN p.first_attempt_at IS NOT NULL THEN
       (SELECT jsonb_agg(to_jsonb(e) ORDER BY e.number DESC)
          FROM (SELECT ${ATTEMPT.list} FROM publish_attempts
                 WHERE post_id = p.id AND outcome IN ('absent', 'unknown')
                 ORDER BY number DESC LIMIT ${EARLIER_AT_MOST}) e)
     END`,
  ),
});

/** A list in JSON, because Postgres expects of an array of one id so much less than of any array that it plans each time. */
const FIND_POSTS = prepared(
  `SELECT ${TO_PUBLISH.list}
     FROM jsonb_array_elements_text($1::jsonb) AS wanted(id) JOIN platform_posts p ON p.id = wanted.id
          JOIN post_groups g ON g.id = p.group_id JOIN users u ON u.id = p.user_id LEFT JOIN users w ON w.id = u.managed_by_id
          LEFT JOIN publish_attempts a ON a.post_id = p.id AND a.outcome IS NULL
    WHERE coalesce(w.removal_at, u.removal_at, 'infinity') > now()`,
);

/**
 * Posts by their ids, in the order of these; undefined for one that is gone, or whose account is: its posts may still be
 * there for a moment. A group's text is read once.
 */
export async function findPosts(db: Db, postIds: readonly string[]): Promise<(PostToPublish | undefined)[]> {
  const result = await db.query(FIND_POSTS, [JSON.stringify(postIds)]);
  const read = TO_PUBLISH.rows(result);
  const textOf = new Map(read.flatMap(({ groupId, groupText }) => (groupText === null ? [] : [[groupId, groupText]])));
  const found = new Map<string, PostToPublish>();
  for (const { finalText, ownText, groupText: _, openAttempt, earlierAttempts, ...row } of read) {
    const {
      firstComment,
      settings,
      videoTimestamp,
      addSignature,
      addLinkParameters,
      hasMedia,
      isSplit,
      replyTo,
      threadId,
      isAccountActive,
      plan,
      limitOverrides,
      ...post
    } = row;
    const text = finalText ?? ownText ?? textOf.get(post.groupId);
    if (text === undefined) throw new Error(`The post ${post.id} has no text`);
    const [open] = attemptsFromJson(openAttempt === null ? [] : [openAttempt]);
    found.set(post.id, {
      post,
      text,
      firstComment: firstComment || null,
      settings: settingsOfPlatform(post.platform, settings),
      videoTimestamp,
      allowed: { addSignature, addLinkParameters },
      hasMedia,
      isSplit,
      replyTo,
      threadId,
      isAccountActive,
      owner: { plan, limitOverrides },
      open: open ? leased(open, post) : null,
      earlier: attemptsFromJson(earlierAttempts ?? []),
    });
  }
  return postIds.map((id) => found.get(id));
}

/** Rows of one read of `lockGroups`: a group can have 100,000 posts, and reading them at once would block the process. */
const LOCKED_AT_ONCE = 1_000;

/** Whether the account of a post `p` moves to another pod. */
const IS_PARKED = 'EXISTS (SELECT FROM parked_users u WHERE u.user_id = p.user_id)';

const LOCKED = WITHOUT_TEXT.plus({
  groupStatus: GROUP.get('status'),
  processingStatus: GROUP.get('processingStatus'),
  isPaused: expression<boolean>(`${IS_PAUSED} OR ${IS_PARKED}`),
  lastAttempt: expression<number>('(SELECT coalesce(max(number), 0) FROM publish_attempts WHERE post_id = p.id)'),
});

const LOCK_GROUPS = prepared(
  `SELECT ${LOCKED.list}
     FROM post_groups g JOIN platform_posts p ON p.group_id = g.id
    WHERE g.id = ANY($1) AND (p.group_id, p.target_index, p.part_index) > ($2, $3, $4)
    ORDER BY p.group_id, p.target_index, p.part_index LIMIT ${LOCKED_AT_ONCE} FOR UPDATE`,
);

/**
 * Locks groups and their posts, in the order of their ids, so that transactions that lock several do not deadlock.
 *
 * FOR UPDATE reads the rows as they are once the lock is held, not as they were when the statement began. Its data
 * about attempts may be older; the unique number of an attempt is the guard there.
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
    const result = await db.query(LOCK_GROUPS, [
      groupIds.filter((id) => id >= after.groupId),
      after.groupId,
      after.targetIndex,
      after.partIndex,
    ]);
    const rows = LOCKED.rows(result);
    for (const { groupStatus: status, processingStatus, lastAttempt, isPaused, ...post } of rows) {
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

/** The post stores the lease of its open attempt, because the lease changes under the post's lock. */
const leased = (attempt: PublishAttempt, { leaseUntil }: PlatformPost): PublishAttempt => ({
  ...attempt,
  uncertainUntil: leaseUntil ?? attempt.uncertainUntil,
});

/** The time in a failure is a text inside JSON, however it is read. */
const attemptsFromJson = (json: readonly unknown[]): PublishAttempt[] =>
  ATTEMPT.fromJson(json).map(({ failure, ...attempt }) => ({
    ...attempt,
    failure: failure && { ...failure, ...(failure.retryAt && { retryAt: new Date(failure.retryAt) }) },
  }));
