import type { MediaOfGroup } from '../posts/media-of-group.js';
import type { DeleteObjects } from './delete-media.use-case.js';
import { deleteMedia, mediaOfGroups, setAltTexts } from './media.repository.js';

export const makeMediaOfGroup = ({ deleteObjects }: { deleteObjects: DeleteObjects }): MediaOfGroup => ({
  list: (db, { id, userId }) => mediaOfGroups(db, userId, [id]),
  async setAltTexts(db, { id, userId }, altTexts) {
    await setAltTexts(db, await mediaOfGroups(db, userId, [id]), altTexts);
  },
  async remove(db, { id, userId }, now) {
    const keys = await deleteMedia(db, await mediaOfGroups(db, userId, [id]), now);
    return () => deleteObjects(keys);
  },
});
