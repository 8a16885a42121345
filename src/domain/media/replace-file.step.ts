import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import { type PostGroup, PostGroupStatus } from '../posts/state/post-group.js';
import { lockPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { type Media, MediaOrigin } from './media.js';
import { findMedia, lockMedia } from './media.repository.js';
import { isShared } from './stored-objects.repository.js';

/**
 * Runs `work` in a transaction that holds the locks of a file and of its group, in this order: group, file. The file may be
 * given to a group before it is locked: then the transaction starts again. MEDIA_NOT_FOUND once the file was removed.
 */
export async function withLockedFile<T>(
  transaction: Transaction,
  id: string,
  work: (tx: Db, file: Media, group: PostGroup | null) => Promise<T>,
): Promise<T> {
  for (;;) {
    const done = await transaction(async (tx) => {
      const before = await findMedia(tx, id);
      if (!before) throw new AppError('MEDIA_NOT_FOUND');
      const group = await lockPostGroup(tx, before.groupId);
      const [file] = await lockMedia(tx, [id]);
      if (!file) throw new AppError('MEDIA_NOT_FOUND');
      return file.groupId === before.groupId ? { result: await work(tx, file, group) } : null;
    });
    if (done) return done.result;
  }
}

/**
 * Why what was inspected is not replaced: posts may use it, or its group is more than a draft. It is published as it was
 * looked at. Null: it may be replaced.
 */
export async function keptFor(
  db: Db,
  media: Media,
  group: PostGroup | null,
): Promise<'other posts' | 'its post' | null> {
  if (media.origin !== MediaOrigin.UPLOAD || (await isShared(db, media))) return 'other posts';
  return group && group.status !== PostGroupStatus.DRAFT ? 'its post' : null;
}

/** A replaced file is a change of its draft: a pending request for approval is outdated. */
export const recordReplacedFile = async (
  db: Db,
  recordChanges: RecordChanges,
  group: PostGroup,
  now: Date,
): Promise<void> => recordEditedFiles(db, recordChanges, { group, posts: await postsOfGroups(db, [group.id]) }, now);
