import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Viewer } from '../identity/access/viewer.js';
import { type Media, MediaOrigin, MediaStatus, newUse } from '../media/media.js';
import { findMedia, insertUncounted, lockMedia } from '../media/media.repository.js';
import { factsOf, sha256Of } from '../media/stored-object.step.js';
import { lockUsable } from '../media/stored-objects.repository.js';
import type { Plans } from '../plans/plans.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import { moveLabels, updateLibraryFile } from './library.repository.js';

/** Errors: MEDIA_NOT_FOUND, MEDIA_NOT_READY, STORAGE_LIMIT_REACHED. */
export type KeepInLibrary = (viewer: Viewer, mediaId: string) => Promise<Media>;

/**
 * Keeps a file in the library until its owner deletes it. A file without a post is that file from now on, uploaded or
 * not. Of a file of a post, the library has another record with the same object: the post's file becomes a use of it.
 * Repeating it changes nothing.
 */
export const makeKeepInLibrary =
  (needs: {
    db: Db;
    transaction: Transaction;
    plans: Plans;
    clock: () => Date;
    storage: Pick<ObjectStorage, 'get'>;
  }): KeepInLibrary =>
  async (viewer, mediaId) => {
    const { db, storage } = needs;
    const known = await findMedia(db, mediaId);
    if (known?.userId !== viewer.userId || known.origin === MediaOrigin.USE) throw new AppError('MEDIA_NOT_FOUND');
    if (known.origin === MediaOrigin.LIBRARY) return known;
    const hash = known.status === MediaStatus.READY ? await sha256Of(storage, known.fileName) : null;
    return needs.transaction(async (tx) => {
      const room = await lockStorageRoom(needs.plans, tx, viewer.userId);
      const [file] = await lockMedia(tx, [mediaId]);
      if (!file || file.origin === MediaOrigin.USE) throw new AppError('MEDIA_NOT_FOUND');
      if (file.origin === MediaOrigin.LIBRARY) return file;
      const now = needs.clock();
      const isSame =
        file.status === MediaStatus.READY && (await factsOf(storage, file.fileName))?.version === hash?.version;
      const sha256 = (isSame && hash?.sha256) || null;
      const origin = MediaOrigin.LIBRARY;
      if (file.groupId === '') {
        await updateLibraryFile(tx, file.id, { origin, sha256, updatedAt: now });
        return { ...file, origin, updatedAt: now };
      }
      const [usable] = await lockUsable(tx, [file.id]);
      if (!usable) throw new AppError('MEDIA_NOT_READY');
      assertStorageRoom(room, { bytes: 0, files: 1 });
      const kept: Media = {
        ...newUse(file, newId(now), now),
        name: file.name,
        origin,
        framings: [],
        addedAt: file.addedAt,
      };
      await insertUncounted(tx, [kept]);
      await updateLibraryFile(tx, kept.id, { sha256 });
      await updateLibraryFile(tx, file.id, { origin: MediaOrigin.USE });
      await moveLabels(tx, file.id, kept.id);
      return kept;
    });
  };
