import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { within } from '../../foundation/errors/within.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { assertIncluded } from '../plans/limits.js';
import { type Plans, planOf } from '../plans/plans.js';
import { assertFramable } from '../posts/state/framings.js';
import { assertAttachable, type GivenFile, isUploaded } from '../posts/state/given-files.js';
import type { MediaFacts } from '../posts/state/media-facts.js';
import type { AltTexts, InspectFiles, MediaOfGroup } from '../posts/state/media-of-group.port.js';
import { assertStorageRoom, lockStorageRoom } from '../usage/storage.step.js';
import type { DeleteObjects } from './delete-objects.use-case.js';
import {
  isBeingFetched,
  isUninspected,
  type Media,
  MediaOrigin,
  MediaStatus,
  missingFile,
  newUse,
  UNKNOWN_METADATA,
} from './media.js';
import {
  insertUncounted,
  lockMedia,
  mediaById,
  mediaOfGroups,
  placeMedia,
  setAltTexts,
  setFramings,
} from './media.repository.js';
import type { MediaQueue } from './media-queue.port.js';
import type { ReadMedia } from './read-media.use-case.js';
import { deleteMedia } from './stored-objects.repository.js';
import { newWebMedia } from './web-media.js';

interface Needs {
  plans: Plans;
  deleteObjects: DeleteObjects;
  storage: Pick<ObjectStorage, 'publicUrl'>;
  mediaQueue: Pick<MediaQueue, 'enqueueFetch'>;
}

export const makeMediaOfGroup = ({ plans, deleteObjects, storage, mediaQueue }: Needs): MediaOfGroup => ({
  // One that arrived since the files were inspected is inspected before it is sent.
  list: async (db, { id, userId }) =>
    (await mediaOfGroups(db, userId, [id])).map((file) => ({
      ...toFacts(file),
      ...(isUninspected(file) && { missing: null }),
    })),
  async setAltTexts(db, { id, userId }, altTexts) {
    await setAltTexts(db, textsById(await mediaOfGroups(db, userId, [id]), altTexts));
  },
  async setFramings(db, { id, userId }, framed) {
    const known = new Map((await mediaOfGroups(db, userId, [id])).map((file) => [file.id, file]));
    for (const [index, { mediaId, framings }] of framed.entries()) {
      const file = known.get(mediaId);
      if (!file) throw new AppError('MEDIA_NOT_FOUND').at(`framings.${index}.mediaId`);
      within(`framings.${index}`, () => assertFramable(file, framings));
    }
    await setFramings(
      db,
      framed.map(({ mediaId, framings }) => ({ id: mediaId, framings })),
    );
  },
  async arrange(db, { viewer, group, targets }, files, now) {
    const { id: groupId, userId } = group;
    const present = await mediaOfGroups(db, userId, [groupId]);
    const wanted = idsOf(files);
    const keys = await deleteMedia(
      db,
      present.filter(({ id }) => !wanted.has(id)),
      now,
    );
    for (const { id } of present) wanted.delete(id);
    const added = wanted.size > 0 ? await lockMedia(db, [...wanted]) : [];
    assertAttachable([...present, ...added], files, group);
    assertAllFramable([...present, ...added], files);

    const fetched: Media[] = [];
    const uses = new Map(
      added
        .filter(({ origin }) => origin === MediaOrigin.LIBRARY)
        .map((file) => [file.id, newUse(assertReady(file), newId(now), now)]),
    );
    const placed = files.map((file) => {
      if (isUploaded(file))
        return { id: uses.get(file.mediaId)?.id ?? file.mediaId, altText: file.altText, framings: file.framings };
      const given = { ...file, userId, groupId, fileName: null };
      const media = newWebMedia(given, (key) => storage.publicUrl(key), now);
      fetched.push(media);
      return { id: media.id, altText: file.altText, framings: file.framings };
    });
    if (wanted.size + fetched.length > 0) assertIncluded(planOf(plans, viewer), targets);
    const created = [...uses.values(), ...fetched];
    if (created.length > 0) {
      assertStorageRoom(await lockStorageRoom(plans, db, userId), { bytes: fetched.length, files: created.length });
      await insertUncounted(db, created);
      for (const { id } of fetched) await mediaQueue.enqueueFetch(db, id, viewer.ownerId);
    }
    await placeMedia(db, placed, groupId);
    return () => deleteObjects(keys);
  },
  async remove(db, { userId, ids }, now) {
    const keys = await deleteMedia(db, await mediaOfGroups(db, userId, ids), now);
    return () => deleteObjects(keys);
  },
});

/** A file of the library that a post is given. MEDIA_NOT_READY. */
function assertReady(file: Media): Media {
  if (file.status !== MediaStatus.READY) throw new AppError('MEDIA_NOT_READY');
  return file;
}

export const makeInspectFiles =
  ({ db, readMedia }: { db: Db; readMedia: ReadMedia }): InspectFiles =>
  async (group, given) => {
    // A file that is removed meanwhile is no part of the post.
    const read = async (ids: Iterable<string>) =>
      (await Promise.all([...ids].map((id) => readMedia(id)))).filter((file) => file !== null).map(toFacts);
    if (!given) return read((await mediaOfGroups(db, group.userId, [group.id])).map(({ id }) => id));
    assertAttachable(await mediaById(db, [...idsOf(given)]), given, group);
    const facts = await Promise.all(
      given.map(async (file): Promise<MediaFacts[]> => {
        const { altText, framings } = file;
        if (!isUploaded(file))
          return [{ type: file.type, problem: null, metadata: UNKNOWN_METADATA, altText, framings }];
        return (await read([file.mediaId])).map((known) => ({
          ...known,
          altText: altText ?? known.altText,
          framings: framings ?? known.framings,
        }));
      }),
    );
    return facts.flat();
  };

/** A file as it is checked: publishing waits for one that is being fetched. */
export const toFacts = (file: Media): MediaFacts => ({
  ...file,
  missing: isBeingFetched(file) ? null : (missingFile(file)?.message ?? null),
});

/** FRAMING_INVALID. */
function assertAllFramable(media: readonly Media[], files: readonly GivenFile[]): void {
  const known = new Map(media.map((file) => [file.id, file]));
  for (const [index, given] of files.entries()) {
    const file = isUploaded(given) ? known.get(given.mediaId) : { type: given.type, metadata: UNKNOWN_METADATA };
    if (file) within(`media.${index}`, () => assertFramable(file, given.framings ?? []));
  }
}

function textsById(media: readonly Media[], altTexts: AltTexts): { id: string; text: string | null }[] {
  const texts = altTexts.flatMap((given, index) => {
    if (typeof given !== 'string') return { id: given.mediaId, text: given.text || null };
    const id = media[index]?.id;
    return id === undefined ? [] : { id, text: given || null };
  });
  const known = new Set(media.map(({ id }) => id));
  if (texts.some(({ id }) => !known.has(id))) throw new AppError('MEDIA_NOT_FOUND').at('altTexts');
  return texts;
}

const idsOf = (files: readonly GivenFile[]) => new Set(files.filter(isUploaded).map(({ mediaId }) => mediaId));
