import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { DuplicatePostGroup } from '../posts/duplicate-post-group.use-case.js';
import { findPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import { isPlainDraft } from '../posts/state/post-rules.js';
import { occurrencesOfGroups, recurrencesOfTemplates } from './recurrence.repository.js';

/**
 * The template that a group becomes: a draft of which nothing was sent is the template itself; of every other group, and of
 * one that belongs to a recurrence, a copy is. Errors: POST_GROUP_NOT_FOUND, and those of duplicating.
 */
export async function templateOf(
  { db, duplicatePostGroup }: { db: Db; duplicatePostGroup: DuplicatePostGroup },
  viewer: Viewer,
  groupId: string,
): Promise<string> {
  const group = await findPostGroup(db, viewer.userId, groupId);
  if (!group) throw new AppError('POST_GROUP_NOT_FOUND');
  const isFree =
    isPlainDraft(group, await postsOfGroups(db, [groupId])) &&
    (await recurrencesOfTemplates(db, [groupId])).length === 0 &&
    (await occurrencesOfGroups(db, [groupId])).length === 0;
  if (isFree) return groupId;
  const copy = await duplicatePostGroup(viewer, { id: groupId, scheduledTime: null, idempotencyKey: null });
  return copy.id;
}
