import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayChange, type Viewer } from '../identity/access/viewer.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import { type PlatformPost, PlatformPostStatus } from '../posts/state/platform-post.js';
import { type PostGroup, PostGroupStatus, ProcessingStatus, rollup } from '../posts/state/post-group.js';
import { lockPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import { isPlainDraft } from '../posts/state/post-rules.js';
import { findMedia } from './media.repository.js';

const { PROCESSING, PUBLISHED, FAILED } = PlatformPostStatus;

/** Whether it was published, or is being published, without files attached from now on. */
export const isBegun = ({ status }: PlatformPost): boolean =>
  status === PROCESSING || status === PUBLISHED || status === FAILED;

/** Files of a group are part of what is sent, as its text is. */
export async function assertMayChangeFiles(
  db: Db,
  viewer: Viewer,
  { group, posts, guardSchedule }: LockedForFile & { guardSchedule: GuardSchedule },
): Promise<void> {
  assertMayChange(viewer, { isDraft: isPlainDraft(group, posts) });
  if (group.status === PostGroupStatus.SCHEDULED) await guardSchedule(db, viewer, group);
}

/** Locks the group of a file: it may have been given to one since the file was read. Null if it has none. */
export async function lockGroupOf(db: Db, mediaId: string): Promise<PostGroup | null> {
  const media = await findMedia(db, mediaId);
  return media && lockPostGroup(db, media.groupId);
}

export interface LockedForFile {
  group: PostGroup;
  posts: PlatformPost[];
}

/**
 * Locks a group to attach a file, and returns its posts; null if the user has no such group. An attempt starts under
 * the same lock, so a file is either attached before it, or rejected with MEDIA_NOT_ATTACHABLE. The caller passes the
 * result to `recordEditedFiles`, so that no attempt starts with a stale list of files, and notes the edit.
 */
export async function lockForFile(
  db: Db,
  viewer: Viewer,
  { groupId, guardSchedule, noteEdit }: { groupId: string; guardSchedule: GuardSchedule; noteEdit: NoteEdit },
): Promise<LockedForFile | null> {
  const group = await lockPostGroup(db, groupId);
  if (group?.userId !== viewer.userId) return null;
  const posts = await postsOfGroups(db, [groupId]);
  await assertMayChangeFiles(db, viewer, { group, posts, guardSchedule });
  if (posts.some(isBegun)) {
    const status = rollup(posts.map((post) => post.status)) ?? ProcessingStatus.PROCESSING;
    throw new AppError('MEDIA_NOT_ATTACHABLE', { status });
  }
  await noteEdit(db, group, null);
  return { group, posts };
}
