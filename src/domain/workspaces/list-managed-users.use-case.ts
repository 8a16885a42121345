import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { managedUsers } from '../identity/account/user.repository.js';
import type { ManagedUsersByAttention } from './attention.port.js';
import type { ManagedUser } from './managed-user.js';
import { filterOf } from './managed-user-filter.js';

interface Needs {
  db: Db;
  managedUsersByAttention: ManagedUsersByAttention;
}

/** Lists of the owner's managed users. Errors: WORKSPACE_ACCESS_DISABLED, FILTER_INVALID. */
export interface ListManagedUsers {
  /** A page, oldest first. */
  oldestFirst(viewer: Viewer, text: string | null, page: Parameters<typeof managedUsers>[2]): Promise<ManagedUser[]>;
  /** A page, those first that need attention most. */
  byAttention(
    viewer: Viewer,
    text: string | null,
    page: Parameters<ManagedUsersByAttention>[1],
  ): ReturnType<ManagedUsersByAttention>;
}

export const makeListManagedUsers = ({ db, managedUsersByAttention }: Needs): ListManagedUsers => ({
  oldestFirst: async (viewer, text, page) => managedUsers(db, filterOf(viewer, text), page),
  byAttention: async (viewer, text, page) => managedUsersByAttention(filterOf(viewer, text), page),
});
