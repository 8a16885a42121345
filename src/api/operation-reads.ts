import type { ChangeTimes } from '../domain/events/change-times.js';
import type { Viewer } from '../domain/identity/viewer.js';
import type { LogPosition } from '../foundation/database/log-position.js';
import type { Replica } from '../foundation/database/replica.js';
import type { Db, Read } from '../foundation/database/unit-of-work.js';

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
}

/**
 * An account's lists come from the replica when it holds the last change of that account, whichever process made it. To know
 * of all changes until now, the process asks the connection on which it hears of them: a round trip to the primary.
 */
export const makeOperationReads =
  ({ db, replica, changes, catchUp, observe }: ReadNeeds) =>
  (viewer: () => Promise<Viewer>): OperationReads => {
    let isQuery = false;
    /** One for the whole operation, so that its parts fit together. */
    let chosen: Promise<Db | null> | undefined;

    async function choose(): Promise<Db | null> {
      if (!isQuery) return null;
      const { userId, ownerId } = await viewer();
      const find = () => replica.holding(changes.lastOf([userId, ownerId]));
      if (!find() || (await catchUp()) === null) return null;
      return find();
    }

    return {
      async read(work) {
        chosen ??= choose();
        const there = await chosen;
        if (there) {
          try {
            const found = await work(there);
            observe('replica');
            return found;
          } catch {
            // Whatever it was: if the statement itself is wrong, it fails there, too.
            chosen = Promise.resolve(null);
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
