/** Users: accounts, and the users that they manage. */
import { In, IsNull, Not, type SelectQueryBuilder } from 'typeorm';
import { columns } from '../../../foundation/database/columns.js';
import { prepared } from '../../../foundation/database/statement.js';
import { type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { PlanKey } from '../../plans/plans.js';
import { UserEntity } from './user.entity.js';

const PLAN = table(UserEntity).only('plan', 'channelQuantity', 'limitOverrides');
const OWNER = table(UserEntity).only('id', 'plan', 'limitOverrides').of('o');

export type User = UserEntity;
export type NewUser = Pick<User, 'id' | 'email' | 'emailConfirmedAt' | 'displayName' | 'plan' | 'createdAt'> &
  Partial<User>;

export const findUser = (db: Db, userId: string): Promise<User | null> => db.findOneBy(UserEntity, { id: userId });

/** Users by their ids, in any order. */
export const usersById = (db: Db, ids: string[]): Promise<User[]> => db.findBy(UserEntity, { id: In(ids) });

/** The managed user with an e-mail address. */
export const findManagedUserByEmail = (db: Db, email: string): Promise<User | null> =>
  db.findOneBy(UserEntity, { email, managedById: Not(IsNull()) });

/** Which users of a workspace owner. */
export interface ManagedUserFilter {
  ownerId: string;
  /** Part of the name or of the address, in any letter case; empty: all. */
  text: string;
}

function filteredUsers(db: Db, { ownerId, text }: ManagedUserFilter): SelectQueryBuilder<UserEntity> {
  const users = db.createQueryBuilder(UserEntity, 'user').where('user.managedById = :ownerId', { ownerId });
  if (text === '') return users;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return users.andWhere('(user.displayName ILIKE :pattern OR user.email ILIKE :pattern)', { pattern });
}

/** A page of the users of a workspace owner, oldest first. */
export function managedUsers(
  db: Db,
  filter: ManagedUserFilter,
  { after, limit }: { after: { time: Date; id: string } | null; limit: number },
): Promise<User[]> {
  const users = filteredUsers(db, filter);
  if (after) users.andWhere('(user.createdAt, user.id) > (:time, :id)', after);
  return users.orderBy('user.createdAt').addOrderBy('user.id').limit(limit).getMany();
}

/** The ids of users of a workspace owner, in any order. */
export async function managedUserIds(db: Db, filter: ManagedUserFilter): Promise<string[]> {
  const users = await filteredUsers(db, filter).select('user.id', 'id').getRawMany<{ id: string }>();
  return users.map(({ id }) => id);
}

/** Those of these users that an account manages, by name. */
export const managedUsersAmong = (db: Db, ownerId: string, ids: readonly string[]): Promise<User[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .createQueryBuilder(UserEntity, 'user')
        .where('user.managedById = :ownerId AND user.id = ANY(:ids)', { ownerId, ids })
        .orderBy('lower(user.displayName)')
        .addOrderBy('user.id')
        .getMany();

export async function managesUsers(db: Db, ownerId: string): Promise<boolean> {
  const [{ manages }] = await db.query(
    prepared('SELECT EXISTS (SELECT FROM users WHERE managed_by_id = $1) AS manages'),
    [ownerId],
  );
  return manages;
}

export const countManagedUsers = (db: Db, filter: ManagedUserFilter): Promise<number> =>
  filteredUsers(db, filter).getCount();

/** The managers of these users; null if not managed. */
export async function managersOfUsers(db: Db, userIds: readonly string[]): Promise<Map<string, string | null>> {
  const users = await db.find(UserEntity, { select: { id: true, managedById: true }, where: { id: In([...userIds]) } });
  return new Map(users.map(({ id, managedById }) => [id, managedById]));
}

/** Stores a user; false if a managed user has the e-mail address. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const { raw } = await db
    .createQueryBuilder()
    .insert()
    .into(UserEntity)
    .values(columns<UserEntity>(user))
    .orIgnore()
    .returning('id')
    .updateEntity(false)
    .execute();
  return raw.length > 0;
}

/** Updates a user; false if there is none. */
export async function updateUser(db: Db, where: Partial<User>, changes: Partial<User>): Promise<boolean> {
  const { affected } = await db.update(UserEntity, columns<UserEntity>(where), columns<UserEntity>(changes));
  return affected === 1;
}

/** How many accounts have each plan. Managed users have that of their owner. */
export const countByPlan = (db: Db): Promise<{ plan: PlanKey; accounts: number }[]> =>
  db.query('SELECT plan, count(*)::int AS accounts FROM users WHERE managed_by_id IS NULL GROUP BY plan ORDER BY plan');

/** Takes the user's row lock, so that its counts stay valid until the transaction ends. */
export const lockUser = (db: Db, id: string): Promise<User | null> =>
  db.findOne(UserEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });

/** The same, and of the user only what limits its plan sets. */
export const lockPlan = async (db: Db, id: string): Promise<RowIn<typeof PLAN> | null> =>
  PLAN.first(await db.query(prepared(`SELECT ${PLAN.list} FROM users WHERE id = $1 FOR NO KEY UPDATE`), [id]));

/**
 * Keeps what is added to texts of an account, and of the users that it manages, as it is until the transaction ends. It does
 * not wait for transactions that create posts.
 */
export async function keepAdditions(db: Db, ownerId: string): Promise<void> {
  await db.query(prepared('SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE'), [ownerId]);
}

/**
 * Before a change of what is added to texts: waits until posts of the account, and of the users that it manages, are stored
 * that were validated without it. Later ones find another revision.
 */
export async function lockAdditions(db: Db, ownerId: string): Promise<void> {
  await db.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [ownerId]);
  await db.query('UPDATE users SET additions_revision = additions_revision + 1 WHERE id = $1', [ownerId]);
}

/** The same for the owner of a user's plan: the user, or the workspace owner who manages it. */
export async function lockOwnerOf(db: Db, userId: string): Promise<RowIn<typeof OWNER> | null> {
  const rows = await db.query(
    `SELECT ${OWNER.list} FROM users u JOIN users o ON o.id = coalesce(u.managed_by_id, u.id)
      WHERE u.id = $1 FOR NO KEY UPDATE OF o`,
    [userId],
  );
  return OWNER.first(rows);
}
