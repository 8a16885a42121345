import type { Logger } from 'pino';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { deleteDeletions, dueDeletions } from './media.repository.js';

const AT_ONCE = 100;
/** A run begins every minute. */
const RUN_MS = 20_000;

export type DeleteLeftObjects = () => Promise<void>;

/** Deletes objects from storage whose records were removed. An object is noted until it is deleted. */
export const makeDeleteLeftObjects =
  (needs: { db: Db; storage: ObjectStorage; clock: () => Date; log: Logger }): DeleteLeftObjects =>
  async () => {
    const { db, storage, clock, log } = needs;
    const end = clock().getTime() + RUN_MS;
    while (clock().getTime() < end) {
      const keys = await dueDeletions(db, clock(), AT_ONCE);
      // One by one, so that an object that cannot be deleted does not block others.
      const removals = await Promise.allSettled(keys.map((key) => storage.delete([key])));
      const removed = keys.filter((_key, index) => removals[index]?.status === 'fulfilled');
      await deleteDeletions(db, removed);
      const failure = removals.find((removal) => removal.status === 'rejected');
      if (failure) {
        const left = keys.length - removed.length;
        log.warn({ err: failure.reason, left }, 'Objects could not be deleted; retrying in a minute');
        return;
      }
      if (keys.length < AT_ONCE) return;
    }
  };
