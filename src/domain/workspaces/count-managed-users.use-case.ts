import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { countManagedUsers } from '../identity/account/user.repository.js';
import { filterOf } from './managed-user-filter.js';

interface Needs {
  db: Db;
}

export type CountManagedUsers = (viewer: Viewer, text: string | null) => Promise<number>;

export const makeCountManagedUsers =
  ({ db }: Needs): CountManagedUsers =>
  async (viewer, text) =>
    countManagedUsers(db, filterOf(viewer, text));
