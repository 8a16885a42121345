/** People who are limited to managed users of an account: members of some of them, and not of the account. */
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { MembershipEntity } from '../identity/people/membership.entity.js';
import { PersonEntity } from '../identity/people/person.entity.js';

const PERSON = table(PersonEntity)
  .only('id', 'email', 'name')
  .of('p')
  .plus({ joinedAt: expression<Date>('l.joined_at') });

const MANAGED = table(MembershipEntity)
  .only('personId', 'userId', 'role')
  .of('m')
  .and(table(UserEntity).only('displayName').of('u'));

export interface LimitedMember extends RowIn<typeof PERSON> {
  /** By name. */
  managedUsers: RowIn<typeof MANAGED>[];
}

/** Those of the account `$1`, with when they became a member of the first managed user. */
const LIMITED = `
  (SELECT m.person_id, min(m.created_at) AS joined_at FROM users u JOIN memberships m ON m.user_id = u.id
    WHERE u.managed_by_id = $1
      AND NOT EXISTS (SELECT FROM memberships o WHERE o.user_id = $1 AND o.person_id = m.person_id)
    GROUP BY m.person_id) l`;

/** A page of those of an account, those who joined first coming first. */
export async function limitedMembers(
  db: Db,
  userId: string,
  { after, limit }: { after: { time: Date; id: string } | null; limit: number },
): Promise<LimitedMember[]> {
  const rows = await db.query(
    `SELECT ${PERSON.list} FROM ${LIMITED} JOIN people p ON p.id = l.person_id
      WHERE $2::timestamptz IS NULL OR (l.joined_at, p.id) > ($2, $3)
      ORDER BY l.joined_at, p.id LIMIT $4`,
    [userId, after?.time ?? null, after?.id ?? null, limit],
  );
  return withManagedUsers(db, userId, PERSON.rows(rows));
}

export async function countLimitedMembers(db: Db, userId: string): Promise<number> {
  const [{ count }] = await db.query(`SELECT count(*)::int AS count FROM ${LIMITED}`, [userId]);
  return count;
}

export async function findLimitedMember(db: Db, userId: string, personId: string): Promise<LimitedMember | null> {
  const rows = await db.query(
    `SELECT ${PERSON.list} FROM ${LIMITED} JOIN people p ON p.id = l.person_id WHERE l.person_id = $2`,
    [userId, personId],
  );
  const [member = null] = await withManagedUsers(db, userId, PERSON.rows(rows));
  return member;
}

/** With the managed users of each, at most MAX_MEMBERSHIPS. */
async function withManagedUsers(db: Db, userId: string, people: RowIn<typeof PERSON>[]): Promise<LimitedMember[]> {
  const rows = await db.query(
    `SELECT ${MANAGED.list} FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.person_id = ANY($2) AND u.managed_by_id = $1 ORDER BY lower(u.display_name), u.id`,
    [userId, people.map(({ id }) => id)],
  );
  const memberships = MANAGED.rows(rows);
  return people.map((person) => ({
    ...person,
    managedUsers: memberships.filter(({ personId }) => personId === person.id),
  }));
}
