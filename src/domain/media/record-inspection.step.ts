import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ChangeSet } from '../posts/state/change-set.js';
import type { PostGroup } from '../posts/state/post-group.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import type { Media } from './media.js';
import { findMedia, updateMedia } from './media.repository.js';

/** What the service found out about a file. */
export type Inspection = Pick<Media, 'status' | 'problem'> & Partial<Pick<Media, 'type' | 'mimeType' | 'metadata'>>;

/**
 * Stores what the service found out about a file, and announces it to subscribers of its group where it is news. The
 * group was locked first, as for every change of its files; null if the file has none.
 */
export async function recordInspection(
  { recordChanges, now }: { recordChanges: RecordChanges; now: Date },
  db: Db,
  group: PostGroup | null,
  id: string,
  /** `storedBytes` stay as they are where they are left out. */
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
  const isNews = !isDeepStrictEqual({ ...before, ...found }, { ...before });
  // What others attached to a group is not shown with it.
  if (!isNews || group?.userId !== before.userId) return;
  const changes = new ChangeSet();
  changes.edit(group);
  await recordChanges(db, changes, now);
}
