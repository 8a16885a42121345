import { AppError } from '../../foundation/errors/app-error.js';
import type { AltTexts, MediaOfGroup } from '../posts/media-of-group.js';
import type { DeleteObjects } from './delete-media.use-case.js';
import type { Media } from './media.js';
import { deleteMedia, mediaOfGroups, setAltTexts, setPositions } from './media.repository.js';

export const makeMediaOfGroup = ({ deleteObjects }: { deleteObjects: DeleteObjects }): MediaOfGroup => ({
  list: (db, { id, userId }) => mediaOfGroups(db, userId, [id]),
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
