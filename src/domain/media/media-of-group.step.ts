import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MediaFacts } from '../posts/state/media-facts.js';
import type { AltTexts, InspectFiles, MediaOfGroup } from '../posts/state/media-of-group.port.js';
import type { DeleteObjects } from './delete-objects.use-case.js';
import { type Media, missingFile } from './media.js';
import { deleteMedia, mediaOfGroups, setAltTexts, setPositions } from './media.repository.js';
import type { ReadMedia } from './read-media.use-case.js';

export const makeMediaOfGroup = ({ deleteObjects }: { deleteObjects: DeleteObjects }): MediaOfGroup => ({
  list: async (db, { id, userId }) => (await mediaOfGroups(db, userId, [id])).map(toFacts),
  async setAltTexts(db, { id, userId }, altTexts) {
    await setAltTexts(db, textsById(await mediaOfGroups(db, userId, [id]), altTexts));
  },
  async arrange(db, { id, userId }, mediaIds, now) {
    const media = await mediaOfGroups(db, userId, [id]);
    const wanted = new Set(mediaIds);
    assertAll(media, wanted);
    await setPositions(db, [...wanted]);
    const keys = await deleteMedia(
      db,
      media.filter((file) => !wanted.has(file.id)),
      now,
    );
    return () => deleteObjects(keys);
  },
  async remove(db, { id, userId }, now) {
    const keys = await deleteMedia(db, await mediaOfGroups(db, userId, [id]), now);
    return () => deleteObjects(keys);
  },
});

export const makeInspectFiles =
  ({ db, readMedia }: { db: Db; readMedia: ReadMedia }): InspectFiles =>
  async ({ id, userId }) => {
    const files = await mediaOfGroups(db, userId, [id]);
    const read = await Promise.all(files.map((file) => readMedia(file.id)));
    // A file that was removed meanwhile is no part of the post.
    return read.filter((file) => file !== null).map(toFacts);
  };

/** A file as it is checked. */
export const toFacts = (file: Media): MediaFacts => ({ ...file, missing: missingFile(file)?.message ?? null });

function textsById(media: readonly Media[], altTexts: AltTexts): { id: string; text: string | null }[] {
  const texts = altTexts.flatMap((given, place) => {
    if (typeof given !== 'string') return { id: given.mediaId, text: given.text || null };
    const id = media[place]?.id;
    return id === undefined ? [] : { id, text: given || null };
  });
  assertAll(media, new Set(texts.map(({ id }) => id)));
  return texts;
}

/** Every id is that of one of the files. */
function assertAll(media: readonly Media[], ids: ReadonlySet<string>): void {
  const known = new Set(media.map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) throw new AppError('MEDIA_NOT_FOUND');
}
