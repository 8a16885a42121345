import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { type RemoveUnsentNeeds, removeUnsent } from '../posts/remove-unsent.step.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { type PostGroup, PostGroupStatus } from '../posts/state/post-group.js';
import { lockPostGroups, postsOfGroups } from '../posts/state/post-group.repository.js';
import { notUpdatable } from '../posts/state/post-rules.js';
import { deleteOccurrences, type Occurrence } from './recurrence.repository.js';
import type { Recurrence } from './recurrences.js';

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
  needs: RemoveUnsentNeeds,
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
  const removeObjects = await removeUnsent(needs, db, viewer, { userId, groups: removed }, now);
  const gone = removed.map(({ occurrence }) => occurrence);
  await deleteOccurrences(
    db,
    recurrence.id,
    gone.map(({ occursAt }) => occursAt),
  );
  return { occurrences: gone, removeObjects };
}

const isUnsent = (group: PostGroup, posts: readonly PlatformPost[], viewer: Viewer): boolean =>
  (group.status === PostGroupStatus.DRAFT || group.status === PostGroupStatus.SCHEDULED) &&
  notUpdatable(group, posts, viewer) === null;

/** Whether a post was changed since its occurrence was created. */
export const isEdited = (
  { groupUpdatedAt }: Pick<Occurrence, 'groupUpdatedAt'>,
  { updatedAt }: Pick<PostGroup, 'updatedAt'>,
): boolean => groupUpdatedAt === null || updatedAt > groupUpdatedAt;
