import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Viewer } from '../../identity/access/viewer.js';
import type { PostGroup } from './post-group.js';

/** What a domain above posts stores with a group, in its transaction: if it rejects, nothing is stored. */
export interface StoredWith {
  /** Makes a request another one under its idempotency key. */
  request?: object;
  /** Locks what it refers to. Called before the group is created or locked. */
  lock?(db: Db): Promise<void>;
  /** Stores it with a group that was created just now, or is locked. */
  store(db: Db, group: PostGroup, is: { isNew: boolean }): Promise<void>;
}

/** Reads what domains above posts add to the inputs of createPost and updatePost; undefined: nothing is given. */
export type ReadStoredWith = (viewer: Viewer, input: object) => StoredWith | undefined;
