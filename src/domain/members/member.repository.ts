/** The members of an account. */
import { In } from 'typeorm';
import { expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { MembershipEntity } from '../identity/people/membership.entity.js';
import { PersonEntity } from '../identity/people/person.entity.js';
import type { Role } from '../identity/people/role.js';
import { MAX_MEMBERS } from './members.js';

const MEMBERSHIP = table(MembershipEntity).of('m');
const MEMBER = table(PersonEntity)
  .only('id', 'email', 'name')
  .of('p')
  .and(MEMBERSHIP.only('role'))
  .plus({
    joinedAt: MEMBERSHIP.get('createdAt'),
    twoFactorEnabled: expression<boolean>(
      'EXISTS (SELECT FROM second_factors f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL)',
    ),
    /** A little behind; null without a session. */
    lastActiveAt: expression<Date | null>('(SELECT max(last_used_at) FROM sessions s WHERE s.person_id = p.id)'),
  });

export type Member = RowIn<typeof MEMBER>;

const MEMBERS = 'memberships m JOIN people p ON p.id = m.person_id';

/** All members of an account, at most MAX_MEMBERS, by when they joined. */
export async function membersOf(db: Db, userId: string): Promise<Member[]> {
  const rows = await db.query(
    `SELECT ${MEMBER.list} FROM ${MEMBERS} WHERE m.user_id = $1
      ORDER BY m.created_at, p.id`,
    [userId],
  );
  return MEMBER.rows(rows);
}

export async function findMember(db: Db, userId: string, personId: string): Promise<Member | null> {
  const rows = await db.query(`SELECT ${MEMBER.list} FROM ${MEMBERS} WHERE m.user_id = $1 AND p.id = $2`, [
    userId,
    personId,
  ]);
  return MEMBER.first(rows);
}

const ACCOUNT_ID = MEMBERSHIP.only('userId');

/** Those of these accounts that the person with an address is a member of. */
export async function accountsJoinedBy(db: Db, userIds: readonly string[], email: string): Promise<Set<string>> {
  const rows = await db.query(`SELECT ${ACCOUNT_ID.list} FROM ${MEMBERS} WHERE m.user_id = ANY($1) AND p.email = $2`, [
    userIds,
    email,
  ]);
  return new Set(ACCOUNT_ID.values(rows));
}

const HELD = MEMBERSHIP.only('userId', 'role').and(table(PersonEntity).only('email').of('p'));

/** The membership of a person in an account, or in a user that it manages. */
export type HeldMembership = RowIn<typeof HELD>;

/** The memberships of a person in an account and in the users that it manages. */
export async function membershipsUnder(db: Db, userId: string, personId: string): Promise<HeldMembership[]> {
  const rows = await db.query(
    `SELECT ${HELD.list} FROM ${MEMBERS} JOIN users u ON u.id = m.user_id
      WHERE m.person_id = $2 AND $1 IN (u.id, u.managed_by_id) ORDER BY u.id = $1, u.id FOR UPDATE OF m`,
    [userId, personId],
  );
  return HELD.rows(rows);
}

/** Whether one of these accounts has as many members as it may have. */
export async function isAnyFull(db: Db, userIds: readonly string[]): Promise<boolean> {
  const [{ full }] = await db.query(
    `SELECT EXISTS (SELECT FROM memberships WHERE user_id = ANY($1) GROUP BY user_id HAVING count(*) >= ${MAX_MEMBERS}) AS full`,
    [userIds],
  );
  return full;
}

export const countMembers = (db: Db, userId: string): Promise<number> => db.countBy(MembershipEntity, { userId });
export const countMemberships = (db: Db, personId: string): Promise<number> =>
  db.countBy(MembershipEntity, { personId });

export async function setRole(db: Db, userIds: readonly string[], personId: string, role: Role): Promise<void> {
  await db.update(MembershipEntity, { userId: In([...userIds]), personId }, { role });
}

const ACCOUNT = table(UserEntity)
  .only('displayName')
  .of('u')
  .and(MEMBERSHIP.only('role', 'userId'))
  .plus({ managedBy: expression<string | null>('(SELECT o.display_name FROM users o WHERE o.id = u.managed_by_id)') });

/** An account of a person. */
export type PersonalAccount = RowIn<typeof ACCOUNT>;

/** The accounts that a person is a member of, at most MAX_MEMBERSHIPS: own ones first, then by name. */
export async function accountsOfPerson(db: Db, personId: string): Promise<PersonalAccount[]> {
  const rows = await db.query(
    `SELECT ${ACCOUNT.list} FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.person_id = $1 ORDER BY m.role = 'OWNER' DESC, lower(u.display_name), u.id`,
    [personId],
  );
  return ACCOUNT.rows(rows);
}
