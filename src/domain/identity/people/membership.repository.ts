/** Memberships of people in accounts. */
import { In } from 'typeorm';
import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { UserEntity } from '../account/user.entity.js';
import { MembershipEntity } from './membership.entity.js';
import { PersonEntity } from './person.entity.js';
import type { Person } from './person.repository.js';
import { Role } from './role.js';

export type Membership = Omit<MembershipEntity, 'person'>;

const MANAGER_IS_HELD = `(o.held_at IS NOT NULL AND coalesce(o.hold_expires_at, 'infinity') > clock_timestamp())`;

const ofHeld = (column: string): string => `CASE WHEN ${MANAGER_IS_HELD} THEN o.${column} ELSE h.${column} END`;

/** What decides whether people may use an account, `h`: its own state, and that of the account that manages it, `o`. */
export const STATE = {
  deactivatedAt: expression<Date | null>('coalesce(h.deactivated_at, o.deactivated_at)'),
  removalAt: expression<Date | null>('least(h.removal_at, o.removal_at)'),
  heldAt: expression<Date | null>(ofHeld('held_at')),
  holdReason: expression<string | null>(ofHeld('hold_reason')),
  holdExpiresAt: expression<Date | null>(ofHeld('hold_expires_at')),
};

const HOME = table(UserEntity).only('id', 'timeZone').of('h').plus(STATE);

/** The account that a person signs in to. */
export type Home = RowIn<typeof HOME>;

/**
 * For `LATERAL`: the membership of `person`, an expression, in the account that the person signs in to: one that can be
 * used rather than one that cannot, then an own one, then the one of longest standing. `now` is a parameter.
 */
export const homeMembership = (person: string, now: string): string =>
  `SELECT m.person_id, m.user_id, m.role FROM memberships m JOIN users h ON h.id = m.user_id
     JOIN users o ON o.id = coalesce(h.managed_by_id, h.id)
    WHERE m.person_id = ${person}
    ORDER BY (${STATE.deactivatedAt.sql} IS NULL AND coalesce(${STATE.removalAt.sql}, 'infinity') > ${now}
              AND NOT ${MANAGER_IS_HELD} AND (h.held_at IS NULL OR h.hold_expires_at <= ${now})) DESC,
             m.role = 'OWNER' DESC, m.created_at, m.user_id
    LIMIT 1`;

/** The account that a person signs in to; null: each of its accounts moves to another pod, or was removed just now. */
export async function findHome(db: Db, personId: string, now: Date): Promise<Home | null> {
  const rows = await db.query(
    `SELECT ${HOME.list} FROM (${homeMembership('$1', '$2')}) m JOIN users h ON h.id = m.user_id
       JOIN users o ON o.id = coalesce(h.managed_by_id, h.id)`,
    [personId, now],
  );
  return HOME.first(rows);
}

export async function insertMembership(db: Db, membership: Membership): Promise<void> {
  await db.insert(MembershipEntity, membership);
}

/** Stores memberships of a person in several accounts, in one role. */
export async function insertMemberships(
  db: Db,
  { userIds, ...membership }: Omit<Membership, 'userId'> & { userIds: readonly string[] },
): Promise<void> {
  await db.insert(
    MembershipEntity,
    userIds.map((userId) => ({ ...membership, userId })),
  );
}

/** What was deleted with memberships. */
export interface DeletedMemberships {
  memberships: number;
  /** Addresses of the people who were members of nothing else. */
  emails: string[];
}

/**
 * Deletes the memberships in these accounts, with the people who are members of nothing else: their sessions, browsers,
 * second factors and links go with them.
 */
export async function deleteMembershipsIn(db: Db, userIds: readonly string[]): Promise<DeletedMemberships> {
  const [gone]: [{ id: string }[]] = await db.query(
    'DELETE FROM memberships WHERE user_id = ANY($1) RETURNING person_id AS id',
    [userIds],
  );
  const personIds = [...new Set(gone.map(({ id }) => id))];
  return { memberships: gone.length, emails: await deleteLonePeople(db, personIds) };
}

/** Deletes those who are members of nothing. One who joins an account meanwhile waits for the lock, or is waited for. */
async function deleteLonePeople(db: Db, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return [];
  await db.query('SELECT FROM people WHERE id = ANY($1) ORDER BY id FOR UPDATE', [personIds]);
  // In a separate statement: that of the lock saw earlier memberships.
  const [gone]: [{ email: string }[]] = await db.query(
    `DELETE FROM people p WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM memberships m WHERE m.person_id = p.id)
     RETURNING email`,
    [personIds],
  );
  return gone.map(({ email }) => email);
}

/** Ends memberships of a person, who is removed, with everything of theirs, if they are a member of nothing else. */
export async function deleteMemberships(db: Db, userIds: readonly string[], personId: string): Promise<void> {
  await db.delete(MembershipEntity, { userId: In([...userIds]), personId });
  await deleteLonePeople(db, [personId]);
}

const OF_PERSON = table(MembershipEntity)
  .only('userId', 'role')
  .of('m')
  .plus({
    ownerId: expression<string>('coalesce(u.managed_by_id, u.id)'),
    email: table(PersonEntity).of('p').get('email'),
  });

/** The memberships of a person, with the account that carries the plan of each: own ones first, then by their standing. */
export async function membershipsOf(db: Db, personId: string): Promise<RowIn<typeof OF_PERSON>[]> {
  const rows = await db.query(
    `SELECT ${OF_PERSON.list} FROM memberships m JOIN people p ON p.id = m.person_id JOIN users u ON u.id = m.user_id
      WHERE m.person_id = $1 ORDER BY m.role = 'OWNER' DESC, m.created_at, m.user_id`,
    [personId],
  );
  return OF_PERSON.rows(rows);
}

/** The owner of an account; null for a managed user, and for one that was detached. */
export const findOwnerOf = (db: Db, userId: string): Promise<Person | null> =>
  db
    .createQueryBuilder(PersonEntity, 'p')
    .innerJoin(MembershipEntity, 'm', 'm.personId = p.id')
    .where('m.userId = :userId AND m.role = :role', { userId, role: Role.OWNER })
    .getOne();

/**
 * Those of these people who have one of these roles in an account: as its members, or as members of the account that
 * manages it, where that has workspace access. With `lock`, they keep it until the transaction ends.
 */
export async function peopleWithRoles(
  db: Db,
  { userId, ownerId }: { userId: string; ownerId: string },
  { personIds, roles, lock = false }: { personIds: readonly string[]; roles: readonly Role[]; lock?: boolean },
): Promise<ReadonlySet<string>> {
  const rows: { id: string }[] = await db.query(
    `SELECT m.person_id AS id FROM memberships m JOIN users h ON h.id = m.user_id
      WHERE m.user_id IN ($1, $2) AND (m.user_id = $1 OR h.workspace_access) AND m.person_id = ANY($3) AND m.role = ANY($4)
     ${lock ? 'FOR SHARE OF m' : ''}`,
    [userId, ownerId, personIds, roles],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a member of the account is an operator. */
export async function hasOperator(db: Db, userId: string): Promise<boolean> {
  const [{ found }] = await db.query(
    `SELECT EXISTS (SELECT FROM memberships m JOIN people p ON p.id = m.person_id AND p.is_operator WHERE m.user_id = $1) AS found`,
    [userId],
  );
  return found;
}

/** The account that a person owns for the longest time, else that of which they are a member for the longest time. */
export async function mainAccountOf(db: Db, personId: string): Promise<string | null> {
  const [row] = await db.query(
    `SELECT user_id FROM memberships WHERE person_id = $1 ORDER BY role = 'OWNER' DESC, created_at, user_id LIMIT 1`,
    [personId],
  );
  return row?.user_id ?? null;
}
