import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import { shiftQuota } from '../usage/shift-quota.step.js';
import { targetsOf } from './move-quota.step.js';
import { ChangeSet } from './state/change-set.js';
import type { MediaOfGroup } from './state/media-of-group.port.js';
import { isScheduled } from './state/move-posts.js';
import type { PlatformPost } from './state/platform-post.js';
import type { PostGroup } from './state/post-group.js';
import type { RecordChanges } from './state/record-changes.repository.js';

export interface RemoveUnsentNeeds {
  plans: Plans;
  recordChanges: RecordChanges;
  mediaOfGroup: Pick<MediaOfGroup, 'remove'>;
}

/**
 * Removes locked groups of a user, of which nothing was sent, with their posts, log and files, and frees what they use of
 * the plan's quotas. The returned function removes the stored files; call it once the transaction is committed.
 */
export async function removeUnsent(
  { plans, recordChanges, mediaOfGroup }: RemoveUnsentNeeds,
  db: Db,
  viewer: Viewer,
  { userId, groups }: { userId: string; groups: readonly { group: PostGroup; posts: PlatformPost[] }[] },
  now: Date,
): Promise<() => Promise<void>> {
  if (groups.length === 0) return async () => undefined;
  const from = groups.flatMap(({ group, posts }) =>
    isScheduled(group) && group.scheduledTime
      ? [{ userId, targets: targetsOf(posts), scheduledTime: group.scheduledTime }]
      : [],
  );
  if (from.length > 0) await shiftQuota(plans, db, viewer, { userId, from, to: [] }, now);
  const changes = new ChangeSet();
  for (const { group, posts } of groups) changes.remove({ group, posts });
  await recordChanges(db, changes, now);
  return mediaOfGroup.remove(db, { userId, ids: groups.map(({ group }) => group.id) }, now);
}
