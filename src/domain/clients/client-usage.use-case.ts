import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { managedUserIds } from '../identity/account/user.repository.js';
import type { Period } from '../plans/limits.js';
import { type UsagePage, type UserUsage, usageOfUsers } from '../usage/user-usage.repository.js';
import { filterOf } from '../workspaces/managed-user-filter.js';

interface Needs {
  db: Db;
}

export type ClientUsage = (viewer: Viewer, period: Period, page: UsagePage) => Promise<UserUsage[]>;

/** A page of what the viewer’s clients use, those first that use most. WORKSPACE_ACCESS_DISABLED. */
export const makeClientUsage =
  ({ db }: Needs): ClientUsage =>
  async (viewer, period, page) =>
    usageOfUsers(db, await managedUserIds(db, filterOf(viewer, null)), period, page);
