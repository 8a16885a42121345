import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { type PlatformPost, PlatformPostStatus } from '../posts/platform-post.js';
import type { GroupWithPosts } from '../posts/post-change.js';
import { ProcessingStatus, rollup } from '../posts/post-group.js';
import { lockPostGroup, postsOfGroups } from '../posts/post-group.repository.js';

const { PROCESSING, PUBLISHED, FAILED } = PlatformPostStatus;

/** Whether it went out without what is attached from now on, or is going out at this moment. */
const isBegun = ({ status }: PlatformPost): boolean =>
  status === PROCESSING || status === PUBLISHED || status === FAILED;

/**
 * Locks a group for a file to be attached to it, with its posts; null when the user has no such group. An attempt
 * begins under the same lock, so a file is either attached before it, or refused with MEDIA_NOT_ATTACHABLE. Whoever
 * attaches it calls `requeuePosts` with the answer, so that no attempt begins with the files as they were read before.
 */
export async function lockForFile(db: Db, userId: string, groupId: string): Promise<GroupWithPosts | null> {
  const group = await lockPostGroup(db, groupId);
  if (group?.userId !== userId) return null;
  const posts = await postsOfGroups(db, [groupId]);
  if (posts.some(isBegun)) {
    const status = rollup(posts.map((post) => post.status)) ?? ProcessingStatus.PROCESSING;
    throw new AppError('MEDIA_NOT_ATTACHABLE', { status });
  }
  return { group, posts };
}
