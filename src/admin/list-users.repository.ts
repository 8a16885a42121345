import { UserEntity } from '../domain/identity/account/user.entity.js';
import type { PlanKey } from '../domain/plans/plans.js';
import { storableText } from '../foundation/database/storable-text.js';
import { expression, type RowIn, table } from '../foundation/database/table.js';
import type { Db } from '../foundation/database/unit-of-work.js';

export interface UserFilter {
  /** Part of the e-mail address or of the name, in any letter case; empty: all. */
  search: string;
  /** Users after this one, which was the last of a page. */
  after: string | null;
  limit: number;
}

const LISTED = table(UserEntity)
  .only('id', 'email', 'displayName', 'createdAt')
  .of('u')
  .plus({
    /** Of the workspace owner for a managed user. */
    plan: expression<PlanKey>('coalesce(o.plan, u.plan)'),
    state: expression<'active' | 'on_hold' | 'inactive' | 'removal_pending'>(
      `CASE WHEN u.deactivated_at IS NOT NULL THEN 'inactive'
            WHEN coalesce(o.removal_at, u.removal_at) IS NOT NULL THEN 'removal_pending'
            WHEN u.held_at IS NOT NULL AND coalesce(u.hold_expires_at, 'infinity') > $4 THEN 'on_hold'
            ELSE 'active' END`,
    ),
    /** E-mail address of the workspace owner. */
    managedBy: expression<string | null>('o.email'),
    /** Of its members, from sessions and known browsers, so for a year at most; null if none is known. */
    lastSignInAt: expression<Date | null>(
      `(SELECT max(greatest((SELECT max(last_sign_in_at) FROM devices WHERE person_id = m.person_id),
                             (SELECT max(created_at) FROM sessions WHERE person_id = m.person_id)))
          FROM memberships m WHERE m.user_id = u.id)`,
    ),
  });

export type ListedUser = RowIn<typeof LISTED>;

export interface UserPage<User = ListedUser> {
  users: User[];
  /** For `after`; null on the last page. */
  next: string | null;
}

/** A page of users, newest first. */
export async function listUsers(db: Db, { search, after, limit }: UserFilter, now: Date): Promise<UserPage> {
  const pattern = `%${storableText(search).replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db.query(
    `SELECT ${LISTED.list}
       FROM users u LEFT JOIN users o ON o.id = u.managed_by_id
      WHERE (u.email ILIKE $1 OR u.display_name ILIKE $1) AND ($2::text IS NULL OR u.id < $2)
      ORDER BY u.id DESC LIMIT $3 + 1`,
    [pattern, after, limit, now],
  );
  const users = LISTED.rows(rows.slice(0, limit));
  return { users, next: rows.length > limit ? (users.at(-1)?.id ?? null) : null };
}
