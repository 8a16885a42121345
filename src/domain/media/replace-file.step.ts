import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import { type PostGroup, ProcessingStatus } from '../posts/state/post-group.js';
import { lockPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import { isPlainDraft } from '../posts/state/post-rules.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { type Media, MediaOrigin, MediaStatus } from './media.js';
import { findMedia, lockMedia, recordArrival } from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';
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

/** Whether no bytes have arrived for a file yet. */
export const isAwaited = ({ status, uploadUrl }: Media): boolean =>
  status === MediaStatus.PENDING_UPLOAD && uploadUrl !== null;

/**
 * Why bytes that arrive for a locked file do not take effect; null if they do. They replace a file only while its post is a
 * draft and no other file shares the object, whether it was inspected or not, and also if it was removed from storage: a
 * post is published, and recorded, with the files that it had when it was scheduled. The first bytes of a file may arrive
 * until its publishing has ended, and for a file of the library.
 */
export async function keptFor(
  db: Db,
  media: Media,
  group: PostGroup | null,
): Promise<'other posts' | 'its post' | null> {
  const isFirst = isAwaited(media) && media.origin !== MediaOrigin.USE;
  if (!isFirst && (media.origin !== MediaOrigin.UPLOAD || (await isShared(db, media)))) return 'other posts';
  // What others attached to a group is not published with it.
  if (group?.userId !== media.userId) return null;
  const posts = await postsOfGroups(db, [group.id]);
  if (isPlainDraft(group, posts)) return null;
  return isFirst && group.processingStatus !== ProcessingStatus.FINISHED ? null : 'its post';
}

/** A replaced file is a change of its draft: a pending request for approval is outdated. The first one completes it. */
export async function recordReplacedFile(
  db: Db,
  recordChanges: RecordChanges,
  { file, group, now }: { file: Media; group: PostGroup | null; now: Date },
): Promise<void> {
  if (isAwaited(file) || group?.userId !== file.userId) return;
  await recordEditedFiles(db, recordChanges, { group, posts: await postsOfGroups(db, [group.id]) }, now);
}

/**
 * Notes that other bytes are about to replace those of a locked file. Committed before they take effect in storage, which a
 * transaction cannot undo: what is there after a crash is inspected.
 */
export async function noteReplacement(
  { recordChanges, mediaQueue }: { recordChanges: RecordChanges; mediaQueue: Pick<MediaQueue, 'enqueueProbe'> },
  db: Db,
  { file, group, now }: { file: Media; group: PostGroup | null; now: Date },
): Promise<void> {
  await recordReplacedFile(db, recordChanges, { file, group, now });
  await recordArrival(db, file.id, now);
  await mediaQueue.enqueueProbe(db, file.id);
}
