import type { Logger } from 'pino';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { deleteDeletions, deleteMedia, dueDeletions, orphanedMedia } from './media.repository.js';
import { deleteSessionsBefore } from './processing-session.repository.js';

/** Uploads that belong to no group are kept this long: their group may be on its way. */
const ORPHANS_KEPT_MS = DAY_MS;
const AT_ONCE = 100;

export type SweepMedia = () => Promise<void>;

/** Deletes leftovers: uploads that were never attached, and unreferenced objects. */
export const makeSweepMedia =
  (needs: { db: Db; transaction: Transaction; storage: ObjectStorage; clock: () => Date; log: Logger }): SweepMedia =>
  async () => {
    const { db, transaction, storage, clock, log } = needs;
    const now = clock();
    const aDayAgo = new Date(now.getTime() - ORPHANS_KEPT_MS);
    await deleteSessionsBefore(db, aDayAgo);
    const orphans = await orphanedMedia(db, aDayAgo, AT_ONCE);
    await transaction((tx) => deleteMedia(tx, orphans, now));
    const keys = await dueDeletions(db, now, AT_ONCE);
    // One by one, so that an object that cannot be deleted does not block others.
    const removals = await Promise.allSettled(keys.map((key) => storage.delete([key])));
    const removed = keys.filter((_key, index) => removals[index]?.status === 'fulfilled');
    await deleteDeletions(db, removed);
    const failure = removals.find((removal) => removal.status === 'rejected');
    if (!failure) return;
    const left = keys.length - removed.length;
    log.warn({ err: failure.reason, left }, 'Objects could not be deleted; retrying in a minute');
  };
