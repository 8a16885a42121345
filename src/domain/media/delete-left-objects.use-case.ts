import type { Logger } from 'pino';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { DAY_MS, HOUR_MS } from '../../foundation/time/durations.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { deleteDeletions, dueDeletions } from './media.repository.js';

const AT_ONCE = 100;
/** A run begins every minute. */
const RUN_MS = 20_000;

export type DeleteLeftObjects = () => Promise<void>;

/** Uploads to a bucket that no inspection took in three days: what came too late, or may not replace its file. */
const UPLOAD_IS_LEFT_AFTER_MS = 3 * DAY_MS;
const UPLOADS_AT_ONCE = 1000;

/**
 * Deletes objects from storage whose records were removed: an object is noted until it is deleted. Once in an hour, it also
 * deletes uploads that took no effect.
 */
export function makeDeleteLeftObjects(needs: {
  db: Db;
  storage: ObjectStorage;
  clock: () => Date;
  log: Logger;
}): DeleteLeftObjects {
  let uploadsDueAt = 0;
  return async () => {
    const { db, storage, clock, log } = needs;
    const now = clock().getTime();
    if (now >= uploadsDueAt) {
      uploadsDueAt = now + HOUR_MS;
      await storage
        .deleteUploads(new Date(now - UPLOAD_IS_LEFT_AFTER_MS), UPLOADS_AT_ONCE)
        .catch((error) => log.warn({ err: error }, 'Left uploads could not be deleted; retrying in an hour'));
    }
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
}
