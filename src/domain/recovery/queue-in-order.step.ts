import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ConnectionKey } from '../accounts/connection.repository.js';
import { ChangeSet } from '../posts/state/change-set.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { lockPostGroups, postsOfGroups } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { retryTarget } from '../posts/state/retry-posts.js';
import { dueAtOf, type Failures, recoverableTarget } from './recovery.js';
import { groupsThatFailed } from './recovery.repository.js';

/**
 * Queues what failed for access at an account, in the order of the original times, and returns the first part of each.
 * `db` is a transaction. What was retried, changed or deleted meanwhile is found so under the locks, and not queued.
 */
export async function queueInOrder(
  db: Db,
  recordChanges: RecordChanges,
  { userId, platformId }: ConnectionKey,
  failures: Failures,
  now: Date,
): Promise<PlatformPost[]> {
  const found = await groupsThatFailed(db, { userId, platformIds: [platformId], ...failures });
  const groupIds = found.get(platformId) ?? [];
  if (groupIds.length === 0) return [];
  const groups = new Map((await lockPostGroups(db, userId, groupIds)).map((group) => [group.id, group]));
  const posts = await postsOfGroups(db, groupIds);
  const changes = new ChangeSet();
  const queued: string[] = [];
  for (const id of groupIds) {
    const group = groups.get(id);
    const ofGroup = posts.filter(({ groupId }) => groupId === id);
    const target = group && recoverableTarget(ofGroup, platformId, failures);
    if (!target) continue;
    changes.change({ group, posts: ofGroup }, { posts: retryTarget(target, now, dueAtOf(queued.length, now)) });
    queued.push(target.first.id);
  }
  if (queued.length === 0) return [];
  await recordChanges(db, changes, now);
  const changed = new Map(changes.posts.map((post) => [post.id, post]));
  return queued.flatMap((id) => changed.get(id) ?? []);
}
