import type { Logger } from 'pino';
import type { ObjectStorage } from '../../storage/storage.js';

/** Deletes objects immediately; failures are logged, and the maintenance retries. */
export type DeleteObjects = (keys: readonly string[]) => Promise<void>;

export const makeDeleteObjects =
  ({ storage, log }: { storage: ObjectStorage; log: Logger }): DeleteObjects =>
  async (keys) => {
    if (keys.length === 0) return;
    await storage
      .delete(keys)
      .catch((error) => log.warn({ err: error, keys }, 'Objects could not be deleted; the maintenance will retry'));
  };
