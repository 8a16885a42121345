import { randomBytes } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import type { CopyFiles } from '../posts/state/media-of-group.port.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import type { DeleteObjects } from './delete-objects.use-case.js';
import { isFinal, type Media, MediaOrigin, MediaStatus, missingFile, newMedia, newUse, storageKey } from './media.js';
import { attachMedia, insertMedia, lockMedia, mediaOfGroups, updateMedia } from './media.repository.js';
import type { ReadMedia } from './read-media.use-case.js';
import { deleteMedia, lockUsable } from './stored-objects.repository.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  plans: Plans;
  clock: () => Date;
  storage: ObjectStorage;
  readMedia: ReadMedia;
  deleteObjects: DeleteObjects;
}

/**
 * A copy refers to the same object, unless another file may still arrive under the upload URL: then it is a separate
 * object, so that the file can be replaced without its copies. The records are written before the objects, without a
 * group: storage is counted first, and the maintenance finds what a process that died has left.
 */
export const makeCopyFiles =
  (needs: Needs): CopyFiles =>
  async (source) => {
    const { transaction, clock, deleteObjects } = needs;
    const { files, missing } = await readFiles(needs, source);
    const copies = files.map((file) => copyOf(needs, file));
    const discard = async () => deleteObjects(await transaction((tx) => deleteMedia(tx, copies, clock())));
    if (files.length > 0) await transaction((tx) => reserve(needs.plans, tx, source.userId, { files, copies }));
    try {
      for (const [index, file] of files.entries()) {
        const copy = copies[index] as Media;
        if (copy.origin !== MediaOrigin.USE) await copyObject(needs, file, copy);
      }
    } catch (error) {
      await discard();
      throw error;
    }
    return {
      media: [...copies, ...missing.map((file) => ({ ...file, missing: missingFile(file)?.message ?? null }))],
      attach: (tx, group, now) =>
        attachMedia(
          tx,
          copies.map(({ id }) => id),
          group.id,
          now,
        ),
      discard,
    };
  };

/** What was uploaded and can be published, and what has not arrived. */
async function readFiles({ db, readMedia }: Needs, { id, userId }: { id: string; userId: string }) {
  const [files, missing]: [Media[], Media[]] = [[], []];
  for (const file of await mediaOfGroups(db, userId, [id])) {
    const read = await readMedia(file.id);
    if (read?.status === MediaStatus.READY) files.push(read);
    if (read?.status === MediaStatus.PENDING_UPLOAD) missing.push(read);
  }
  return { files, missing };
}

function copyOf({ clock, storage }: Needs, file: Media): Media {
  const now = clock();
  const id = newId(now);
  if (isFinal(file, now)) return newUse(file, id, now);
  const { userId, type, name, mimeType, metadata, altText, framings } = file;
  const fileName = storageKey(type, id, randomBytes(16).toString('hex'), name);
  const urlPure = storage.publicUrl(fileName);
  const upload = { uploadUrl: null, uploadExpiresAt: now };
  const copy = newMedia({ id, userId, groupId: '', type, name, fileName, urlPure, ...upload, mimeType }, now);
  return { ...copy, metadata, altText, framings };
}

const bytesOf = ({ origin, metadata }: Media): number => (origin === MediaOrigin.USE ? 0 : (metadata.size ?? 0));

async function reserve(
  plans: Plans,
  tx: Db,
  userId: string,
  { files, copies }: { files: readonly Media[]; copies: readonly Media[] },
): Promise<void> {
  const bytes = copies.reduce((sum, copy) => sum + bytesOf(copy), 0);
  assertStorageRoom(await lockStorageRoom(plans, tx, userId), { bytes, files: copies.length });
  const shared = new Set(copies.filter(({ origin }) => origin === MediaOrigin.USE).map(({ fileName }) => fileName));
  // One file of each object is enough to keep it.
  const lent = new Map(files.filter(({ fileName }) => shared.has(fileName)).map((file) => [file.fileName, file]));
  if (lent.size > 0) await assertUsable(tx, [...lent.values()]);
  for (const copy of copies) await insertMedia(tx, copy, bytesOf(copy));
}

/** Locks files whose objects are about to be referred to: one that was removed meanwhile is MEDIA_NOT_FOUND. */
async function assertUsable(tx: Db, files: readonly Media[]): Promise<void> {
  const locked = new Map(
    (
      await lockUsable(
        tx,
        files.map(({ id }) => id),
      )
    ).map(({ id, fileName }) => [id, fileName]),
  );
  if (files.some(({ id, fileName }) => locked.get(id) !== fileName)) throw new AppError('MEDIA_NOT_FOUND');
}

async function copyObject(
  { db, transaction, storage, readMedia, clock }: Needs,
  file: Media,
  copy: Media,
): Promise<void> {
  const object = await storage.get(file.fileName);
  if (!object) throw new AppError('MEDIA_NOT_FOUND');
  const { size } = await storage.put(copy.fileName, object.body, { contentType: object.contentType });
  // A replacement holds the lock of the file.
  const [now] = await transaction((tx) => lockMedia(tx, [file.id]));
  if (size === file.metadata.size && now?.updatedAt.getTime() === file.updatedAt.getTime()) {
    await updateMedia(db, copy.id, { status: MediaStatus.READY, updatedAt: clock() });
  } else {
    // The file was replaced meanwhile.
    await readMedia(copy.id);
  }
}
