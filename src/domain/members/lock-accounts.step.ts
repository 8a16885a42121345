import type { Db } from '../../foundation/database/unit-of-work.js';
import { lockUser, type User } from '../identity/account/user.repository.js';

/** An account, and those of its managed users that are locked with it. */
interface LockedAccounts {
  /** Null: it was removed. */
  account: User | null;
  managedIds: ReadonlySet<string>;
}

/**
 * Locks an account, then those of its managed users that are named or have the person as a member, in the order of their
 * ids: they are not detached, and get no members by others, until the transaction ends.
 */
export async function lockAccounts(
  db: Db,
  userId: string,
  { managedUserIds = [], personId = null }: { managedUserIds?: readonly string[] | null; personId?: string | null },
): Promise<LockedAccounts> {
  const account = await lockUser(db, userId);
  const rows: { id: string }[] = await db.query(
    `SELECT u.id FROM users u
      WHERE u.managed_by_id = $1
        AND (u.id = ANY($2) OR u.id IN (SELECT m.user_id FROM memberships m WHERE m.person_id = $3))
      ORDER BY u.id FOR NO KEY UPDATE OF u`,
    [userId, managedUserIds ?? [], personId],
  );
  return { account, managedIds: new Set(rows.map(({ id }) => id)) };
}
