import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ChangeSet } from '../posts/state/change-set.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { postsOfGroups } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { requeued } from '../posts/state/requeued.js';
import { type Media, MediaOrigin } from './media.js';
import { findMedia, updateMedia } from './media.repository.js';
import { dropThumbnail } from './thumbnail.repository.js';

/** What the service found out about a file. */
export type Inspection = Pick<Media, 'status' | 'problem'> & Partial<Pick<Media, 'type' | 'mimeType' | 'metadata'>>;

/**
 * Stores what the service found out about a file, and announces it to subscribers of its group where it is news. Due
 * posts that wait for a fetched file are run again. The group was locked first, as for every change of its files; null if
 * the file has none.
 */
export async function recordInspection(
  { recordChanges, now }: { recordChanges: RecordChanges; now: Date },
  db: Db,
  group: PostGroup | null,
  id: string,
  /** `storedBytes` is kept if it is omitted. */
  { storedBytes, ...found }: Inspection & { storedBytes?: number },
): Promise<void> {
  const before = await findMedia(db, id);
  if (!before) return;
  await updateMedia(db, id, {
    ...found,
    ...(storedBytes !== undefined && { storedBytes }),
    uploadUrl: null,
    updatedAt: now,
  });
  // Until then, another file may have arrived in its place.
  if (before.origin === MediaOrigin.UPLOAD) await dropThumbnail(db, before, now);
  const isNews = !isDeepStrictEqual({ ...before, ...found }, { ...before });
  // What others attached to a group is not shown with it.
  if (!isNews || group?.userId !== before.userId) return;
  const changes = new ChangeSet();
  const posts = before.declaredMimeType === null ? await postsOfGroups(db, [group.id]) : [];
  const waiting = posts.filter(({ wait, jobId }) => wait?.kind === 'files' && jobId !== null);
  if (waiting.length > 0) {
    const changed = waiting.map((post) => ({ post: { ...requeued(post), dueAt: now } }));
    changes.change({ group, posts }, { posts: changed, edited: true });
  } else {
    changes.edit(group);
  }
  await recordChanges(db, changes, now);
}
