import type { Db, Transaction } from '../database/unit-of-work.js';
import type { ObjectStorage } from '../storage/storage.js';
import { deleteMedia, dueDeletions, forgetDeletions, orphanedMedia } from './media.repository.js';

/** Uploads that belong to no group are kept this long: their group may be on its way. */
const ORPHANS_KEPT_MS = 24 * 3_600_000;
const AT_ONCE = 500;

export type SweepMedia = () => Promise<void>;

/** Removes what was left behind: uploads that were never attached, and objects that nothing refers to any more. */
export const makeSweepMedia =
  (needs: { db: Db; transaction: Transaction; storage: ObjectStorage; clock: () => Date }): SweepMedia =>
  async () => {
    const { db, transaction, storage, clock } = needs;
    const now = clock();
    const orphans = await orphanedMedia(db, new Date(now.getTime() - ORPHANS_KEPT_MS), AT_ONCE);
    await transaction((tx) => deleteMedia(tx, orphans, now));
    const keys = await dueDeletions(db, now, AT_ONCE);
    if (keys.length === 0) return;
    await storage.delete(keys);
    await forgetDeletions(db, keys);
  };
