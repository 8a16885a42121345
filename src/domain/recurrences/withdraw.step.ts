import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import { targetsOf } from '../posts/move-quota.step.js';
import { ChangeSet } from '../posts/state/change-set.js';
import type { MediaOfGroup } from '../posts/state/media-of-group.port.js';
import { isScheduled } from '../posts/state/move-posts.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { type PostGroup, PostGroupStatus } from '../posts/state/post-group.js';
import { lockPostGroups, postsOfGroups } from '../posts/state/post-group.repository.js';
import { notUpdatable } from '../posts/state/post-rules.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { shiftQuota } from '../usage/shift-quota.step.js';
import { deleteOccurrences, type Occurrence } from './recurrence.repository.js';
import type { Recurrence } from './recurrences.js';

export interface WithdrawNeeds {
  plans: Plans;
  recordChanges: RecordChanges;
  mediaOfGroup: Pick<MediaOfGroup, 'remove'>;
}

/** Occurrences whose posts were removed, and what to call once the transaction is committed. */
export interface Withdrawn {
  occurrences: Occurrence[];
  removeObjects: () => Promise<void>;
}

/**
 * Removes the posts of occurrences of a locked recurrence that were not sent, and forgets these occurrences. Without
 * `edited`, posts that were changed by hand stay.
 */
export async function withdraw(
  { plans, recordChanges, mediaOfGroup }: WithdrawNeeds,
  db: Db,
  viewer: Viewer,
  { recurrence, occurrences, edited }: { recurrence: Recurrence; occurrences: readonly Occurrence[]; edited: boolean },
  now: Date,
): Promise<Withdrawn> {
  const { userId } = recurrence;
  const groupIds = occurrences.flatMap(({ groupId }) => groupId ?? []);
  const groups = new Map((await lockPostGroups(db, userId, groupIds)).map((group) => [group.id, group]));
  const posts = new Map<string, PlatformPost[]>([...groups.keys()].map((id) => [id, []]));
  for (const post of await postsOfGroups(db, [...groups.keys()])) posts.get(post.groupId)?.push(post);
  const removed = occurrences.flatMap((occurrence) => {
    const group = occurrence.groupId === null ? undefined : groups.get(occurrence.groupId);
    const ofGroup = (group && posts.get(group.id)) ?? [];
    if (!group || !isUnsent(group, ofGroup, viewer)) return [];
    return edited || !isEdited(occurrence, group) ? [{ occurrence, group, posts: ofGroup }] : [];
  });
  if (removed.length === 0) return { occurrences: [], removeObjects: async () => undefined };
  const from = removed.flatMap(({ group, posts: ofGroup }) =>
    isScheduled(group) && group.scheduledTime
      ? [{ userId, targets: targetsOf(ofGroup), scheduledTime: group.scheduledTime }]
      : [],
  );
  await shiftQuota(plans, db, viewer, { userId, from, to: [] }, now);
  const changes = new ChangeSet();
  for (const { group, posts: ofGroup } of removed) changes.remove({ group, posts: ofGroup });
  await recordChanges(db, changes, now);
  const removals: (() => Promise<void>)[] = [];
  for (const { group } of removed) removals.push(await mediaOfGroup.remove(db, group, now));
  const gone = removed.map(({ occurrence }) => occurrence);
  await deleteOccurrences(
    db,
    recurrence.id,
    gone.map(({ occursAt }) => occursAt),
  );
  return {
    occurrences: gone,
    async removeObjects() {
      for (const remove of removals) await remove();
    },
  };
}

const isUnsent = (group: PostGroup, posts: readonly PlatformPost[], viewer: Viewer): boolean =>
  (group.status === PostGroupStatus.DRAFT || group.status === PostGroupStatus.SCHEDULED) &&
  notUpdatable(group, posts, viewer) === null;

/** Whether a post was changed since its occurrence was created. */
export const isEdited = (
  { groupUpdatedAt }: Pick<Occurrence, 'groupUpdatedAt'>,
  { updatedAt }: Pick<PostGroup, 'updatedAt'>,
): boolean => groupUpdatedAt === null || updatedAt > groupUpdatedAt;
