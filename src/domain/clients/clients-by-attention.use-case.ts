import type { Db } from '../../foundation/database/unit-of-work.js';
import { managedUserIds } from '../identity/account/user.repository.js';
import type { ManagedUsersByAttention } from '../workspaces/attention.port.js';
import { usersByAttention } from './client-overview.repository.js';

interface Needs {
  db: Db;
  clock: () => Date;
}

/** A page of clients, those that need attention most first. */
export const makeClientsByAttention =
  ({ db, clock }: Needs): ManagedUsersByAttention =>
  async (filter, page) =>
    usersByAttention(db, await managedUserIds(db, filter), { ...page, now: clock() });
