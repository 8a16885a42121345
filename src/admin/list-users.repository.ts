import type { PlanKey } from '../domain/plans/plans.js';
import { fromRow } from '../foundation/database/rows.js';
import { storableText } from '../foundation/database/storable-text.js';
import type { Db } from '../foundation/database/unit-of-work.js';

export interface UserFilter {
  /** Part of the e-mail address or of the name, in any letter case; empty: all. */
  search: string;
  /** Users after this one, which was the last of a page. */
  after: string | null;
  limit: number;
}

export interface ListedUser {
  id: string;
  email: string;
  displayName: string;
  /** Of the workspace owner for a managed user. */
  plan: PlanKey;
  state: 'active' | 'on_hold' | 'inactive' | 'removal_pending';
  /** E-mail address of the workspace owner. */
  managedBy: string | null;
  createdAt: Date;
  /** From sessions and known browsers, so for a year at most; null if none is known. */
  lastSignInAt: Date | null;
}

export interface UserPage {
  users: ListedUser[];
  /** For `after`; null on the last page. */
  next: string | null;
}

/** A page of users, newest first. */
export async function listUsers(db: Db, { search, after, limit }: UserFilter, now: Date): Promise<UserPage> {
  const pattern = `%${storableText(search).replace(/[\\%_]/g, '\\$&')}%`;
  const rows: Record<string, unknown>[] = await db.query(
    `SELECT u.id, u.email, u.display_name, coalesce(o.plan, u.plan) AS plan, o.email AS managed_by, u.created_at,
            CASE WHEN u.deactivated_at IS NOT NULL THEN 'inactive'
                 WHEN coalesce(o.removal_at, u.removal_at) IS NOT NULL THEN 'removal_pending'
                 WHEN u.held_at IS NOT NULL AND coalesce(u.hold_expires_at, 'infinity') > $4 THEN 'on_hold'
                 ELSE 'active' END AS state,
            greatest((SELECT max(last_sign_in_at) FROM devices WHERE user_id = u.id),
                     (SELECT max(created_at) FROM sessions WHERE user_id = u.id)) AS last_sign_in_at
       FROM users u LEFT JOIN users o ON o.id = u.managed_by_id
      WHERE (u.email ILIKE $1 OR u.display_name ILIKE $1) AND ($2::text IS NULL OR u.id < $2)
      ORDER BY u.id DESC LIMIT $3 + 1`,
    [pattern, after, limit, now],
  );
  const users = rows.slice(0, limit).map(fromRow<ListedUser>);
  return { users, next: rows.length > limit ? (users.at(-1)?.id ?? null) : null };
}
