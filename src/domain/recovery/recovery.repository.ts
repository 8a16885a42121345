/** The policies of accounts, and the posts that are recovered by them. */

import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ConnectionKey } from '../accounts/connection.repository.js';
import { inheritedRow } from '../identity/account/inherited.repository.js';
import { excerpt } from '../posts/reading/post-text.repository.js';
import { IS_PART } from '../posts/state/platform-post.entity.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { postsOfGroups } from '../posts/state/post-group.repository.js';
import { DEFAULT_POLICY, type Failures, MAX_POSTS, type RecoveryPolicy, recoverableTarget } from './recovery.js';
import { RecoveryPolicyEntity } from './recovery-policy.entity.js';

const POLICY = table(RecoveryPolicyEntity).only('mode', 'hours');

/** The policy of a user: its own, else that of its owner, else the default. */
export const policyOf = async (db: Db, user: { userId: string; ownerId: string }): Promise<RecoveryPolicy> =>
  (await inheritedRow(db, { table: 'recovery_policies', columns: POLICY }, user)) ?? DEFAULT_POLICY;

export async function savePolicy(db: Db, userId: string, policy: RecoveryPolicy): Promise<void> {
  await db.upsert(RecoveryPolicyEntity, { userId, ...policy }, ['userId']);
}

/** Failed posts of some accounts of one user. */
export interface FailedPosts extends Failures {
  userId: string;
  platformIds: readonly string[];
}

const NAME = computed({
  groupId: expression<string>('g.id'),
  time: expression<Date>('coalesce(g.scheduled_time, g.created_at)'),
  excerpt: expression<string>(excerpt('g.content')),
});

/** The original times of posts, and the beginnings of their groups' texts, in the order of the posts. */
export async function namesOf(db: Db, posts: readonly PlatformPost[]): Promise<RowIn<typeof NAME>[]> {
  const rows = await db.query(`SELECT ${NAME.list} FROM post_groups g WHERE g.id = ANY($1)`, [
    posts.map(({ groupId }) => groupId),
  ]);
  const names = NAME.rows(rows);
  return posts.flatMap((post) => names.find(({ groupId }) => groupId === post.groupId) ?? []);
}

const FAILED = computed({
  groupId: expression<string>('c.id'),
  platformId: expression<string>('a.platform_id'),
});

/**
 * Groups with a post that failed for access, in the order of their original times, by account. `platform_posts_failed_idx`
 * has the times of failures as texts.
 */
export async function groupsThatFailed(
  db: Db,
  { userId, platformIds, codes, since }: FailedPosts,
): Promise<Map<string, string[]>> {
  const rows = await db.query(
    `SELECT ${FAILED.list} FROM unnest($2::text[]) AS a(platform_id) CROSS JOIN LATERAL (
       SELECT DISTINCT g.id, coalesce(g.scheduled_time, g.created_at) AS time
         FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
        WHERE p.user_id = $1 AND p.platform_id = a.platform_id AND p.status = 'failed' AND p.${IS_PART}
          AND p.error->>'failedAt' >= $3 AND p.error->>'code' = ANY($4)
        ORDER BY time, g.id LIMIT ${MAX_POSTS}) AS c
      ORDER BY a.platform_id, c.time, c.id`,
    [userId, platformIds, since.toISOString(), codes],
  );
  const groups = new Map<string, string[]>(platformIds.map((platformId) => [platformId, []]));
  for (const { groupId, platformId } of FAILED.rows(rows)) groups.get(platformId)?.push(groupId);
  return groups;
}

/** What can be recovered of an account, in the order of the original times. Of a thread, its first failed part. */
export async function recoverablePosts(
  db: Db,
  { userId, platformId }: ConnectionKey,
  failures: Failures,
): Promise<PlatformPost[]> {
  const posts = await recoverablePostsOfAccounts(db, { userId, platformIds: [platformId], ...failures });
  return posts.get(platformId) ?? [];
}

/** The same of several accounts. */
export async function recoverablePostsOfAccounts(db: Db, failed: FailedPosts): Promise<Map<string, PlatformPost[]>> {
  const groups = await groupsThatFailed(db, failed);
  const ids = [...new Set([...groups.values()].flat())];
  const posts = ids.length > 0 ? await postsOfGroups(db, ids) : [];
  const first = (groupId: string, platformId: string) =>
    recoverableTarget(
      posts.filter((post) => post.groupId === groupId),
      platformId,
      failed,
    )?.first;
  return new Map(
    [...groups].map(([platformId, groupIds]) => [platformId, groupIds.flatMap((id) => first(id, platformId) ?? [])]),
  );
}
