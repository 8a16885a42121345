import { randomBytes } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { Plans } from '../plans/plans.js';
import type { CopyFiles } from '../posts/state/media-of-group.port.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import type { DeleteObjects } from './delete-objects.use-case.js';
import { type Media, MediaStatus, missingFile, newMedia, storageKey } from './media.js';
import { attachMedia, deleteMedia, insertMedia, mediaOfGroups, updateMedia } from './media.repository.js';
import type { ReadMedia } from './read-media.use-case.js';

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
 * Each copy is a separate object, so that a file can be replaced or removed without its copies. The records are written
 * before the objects, without a group: storage is counted first, and the maintenance finds what a process that died has
 * left.
 */
export const makeCopyFiles =
  (needs: Needs): CopyFiles =>
  async (source) => {
    const { transaction, clock, deleteObjects } = needs;
    const { files, missing } = await readFiles(needs, source);
    const copies = files.map((file) => copyOf(needs, file));
    const discard = async () => deleteObjects(await transaction((tx) => deleteMedia(tx, copies, clock())));
    if (files.length > 0) await transaction((tx) => reserve(needs.plans, tx, source.userId, copies));
    try {
      for (const [index, file] of files.entries()) await copyObject(needs, file, copies[index] as Media);
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
  const { userId, type, name, mimeType, metadata, altText } = file;
  const fileName = storageKey(type, id, randomBytes(16).toString('hex'), name);
  const urlPure = storage.publicUrl(fileName);
  const upload = { uploadUrl: null, uploadExpiresAt: now };
  const copy = newMedia({ id, userId, groupId: '', type, name, fileName, urlPure, ...upload, mimeType }, now);
  return { ...copy, metadata, altText };
}

async function reserve(plans: Plans, tx: Db, userId: string, copies: readonly Media[]): Promise<void> {
  const bytes = copies.reduce((sum, { metadata }) => sum + (metadata.size ?? 0), 0);
  assertStorageRoom(await lockStorageRoom(plans, tx, userId), { bytes, files: copies.length });
  for (const copy of copies) await insertMedia(tx, copy, copy.metadata.size ?? 0);
}

async function copyObject({ db, storage, readMedia, clock }: Needs, file: Media, copy: Media): Promise<void> {
  const object = await storage.get(file.fileName);
  if (!object) throw new AppError('MEDIA_NOT_FOUND');
  const { size } = await storage.put(copy.fileName, object.body, { contentType: object.contentType });
  if (size === file.metadata.size) {
    await updateMedia(db, copy.id, { status: MediaStatus.READY, updatedAt: clock() });
  } else {
    // The file was replaced meanwhile.
    await readMedia(copy.id);
  }
}
