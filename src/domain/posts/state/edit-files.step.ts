import type { Db } from '../../../foundation/database/unit-of-work.js';
import { ChangeSet } from './change-set.js';
import { PlatformPostStatus } from './platform-post.js';
import type { GroupWithPosts } from './post-change.js';
import type { PostGroup } from './post-group.js';
import { touchPostGroup } from './post-group.repository.js';
import type { RecordChanges } from './record-changes.repository.js';
import { requeued } from './requeued.js';

const { SCHEDULED, PENDING } = PlatformPostStatus;

/**
 * Notes that the files of a locked group change, and announces it to subscribers. The posts whose publishing has not
 * begun get a new job, due at the same time: a worker that has read the group already, and has stored no attempt yet,
 * finds its job out of date and sends nothing, so that what goes out is the group as it is now.
 */
export async function recordEditedFiles(
  db: Db,
  recordChanges: RecordChanges,
  target: GroupWithPosts & { group: Pick<PostGroup, 'updatedAt'> },
  now: Date,
): Promise<void> {
  await touchPostGroup(db, target.group, now);
  const waiting = target.posts.filter(
    ({ status, jobId, dueAt }) => (status === SCHEDULED || status === PENDING) && jobId !== null && dueAt !== null,
  );
  const changes = new ChangeSet();
  changes.change(target, { posts: waiting.map((post) => ({ post: requeued(post) })), edited: true });
  await recordChanges(db, changes, now);
}
