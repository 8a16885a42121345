import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { managedUsers } from '../identity/account/user.repository.js';
import type { ManagedUser } from './managed-user.js';
import { filterOf } from './managed-user-filter.js';

interface Needs {
  db: Db;
}

export type ListManagedUsers = (
  viewer: Viewer,
  text: string | null,
  page: Parameters<typeof managedUsers>[2],
) => Promise<ManagedUser[]>;

/** A page of the owner's managed users, oldest first. */
export const makeListManagedUsers =
  ({ db }: Needs): ListManagedUsers =>
  async (viewer, text, page) =>
    managedUsers(db, filterOf(viewer, text), page);
