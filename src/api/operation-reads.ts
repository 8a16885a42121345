import type { Logger } from 'pino';
import type { ChangeTimes } from '../domain/events/change-times.js';
import type { Viewer } from '../domain/identity/access/viewer.js';
import type { LogPosition } from '../foundation/database/log-position.js';
import type { Replica } from '../foundation/database/replica.js';
import type { Db, Read } from '../foundation/database/unit-of-work.js';
import { AppError } from '../foundation/errors/app-error.js';

/** Where an operation reads its lists. */
export interface OperationReads {
  /** From a replica that holds every change of the viewer's account, where there is one; else from the primary. */
  read: Read;
  /** The operation is a query, and may read from a replica. Mutations and subscriptions may not. */
  onlyReads: () => void;
}

/** `primary_after_replica`: a replica failed, and the primary was read in its place. */
export type ReadServer = 'primary' | 'replica' | 'primary_after_replica';

export interface ReadNeeds {
  /** The primary. */
  db: Db;
  replica: Replica;
  changes: ChangeTimes;
  /** Resolves once this process knows of all that was committed before; null: it does not. */
  catchUp: () => Promise<LogPosition | null>;
  observe: (server: ReadServer) => void;
  log: Logger;
}

/**
 * An account's lists come from the replica if it has the last change of that account, by any process. To learn of all
 * changes until now, the process asks the connection that receives them: a round trip to the primary.
 */
export const makeOperationReads =
  ({ db, replica, changes, catchUp, observe, log }: ReadNeeds) =>
  (viewer: () => Promise<Viewer>): OperationReads => {
    let isQuery = false;
    /** What the replica has to hold, found once for the whole operation; null: nothing is read there. */
    let needed: Promise<number | null> | undefined;

    async function findNeeded(): Promise<number | null> {
      if (!isQuery) return null;
      const { userId, ownerId } = await viewer();
      const lastChange = () => changes.lastOf([userId, ownerId]);
      if (!replica.holding(lastChange()) || (await catchUp()) === null) return null;
      return lastChange();
    }

    return {
      async read(work) {
        needed ??= findNeeded();
        const changedAt = await needed;
        const there = changedAt === null ? null : replica.holding(changedAt);
        if (there) {
          try {
            const found = await work(there);
            observe('replica');
            return found;
          } catch (error) {
            if (error instanceof AppError) throw error;
            // Any other error falls back to the primary: a faulty statement also fails there.
            log.debug({ err: error }, 'A list could not be read from the replica');
            needed = Promise.resolve(null);
          }
        }
        observe(there ? 'primary_after_replica' : 'primary');
        return work(db);
      },
      onlyReads() {
        isQuery = true;
      },
    };
  };

/** Without a replica. */
export const readPrimary = (db: Db) => (): OperationReads => ({ read: (work) => work(db), onlyReads: () => undefined });
