import { randomUUID } from 'node:crypto';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ChangeSet } from './change-set.js';
import { type PlatformPost, PlatformPostStatus } from './platform-post.js';
import type { GroupWithPosts } from './post-change.js';
import type { RecordChanges } from './record-changes.repository.js';

const { SCHEDULED, PENDING } = PlatformPostStatus;

/**
 * Gives the posts of a locked group whose publishing has not begun a new job, due at the same time. A worker that has
 * read the group already, and has stored no attempt yet, finds its job out of date and sends nothing: what goes out is
 * the group as it is now.
 */
export async function requeuePosts(
  db: Db,
  recordChanges: RecordChanges,
  group: GroupWithPosts,
  now: Date,
): Promise<void> {
  const waiting = group.posts.filter(
    ({ status, jobId, dueAt }) => (status === SCHEDULED || status === PENDING) && jobId !== null && dueAt !== null,
  );
  if (waiting.length === 0) return;
  const changes = new ChangeSet();
  changes.change(group, { posts: waiting.map((post) => ({ post: requeued(post) })) });
  await recordChanges(db, changes, now);
}

/** The post with a new job in place of the one that it has, due at the same time. */
export const requeued = (post: PlatformPost): PlatformPost =>
  post.jobId === null ? post : { ...post, generation: post.generation + 1, jobId: randomUUID() };
