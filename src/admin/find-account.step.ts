import { canonicalEmail } from '../domain/identity/account/parse-account.js';
import { findManagedUserByEmail, findUser, lockUser, type User } from '../domain/identity/account/user.repository.js';
import {
  findOwnerOf,
  insertMembership,
  mainAccountOf,
  membershipsOf,
} from '../domain/identity/people/membership.repository.js';
import { findPersonByEmail, insertPerson, type Person } from '../domain/identity/people/person.repository.js';
import { Role } from '../domain/identity/people/role.js';
import { findSecondFactor } from '../domain/identity/second-factor/second-factor.repository.js';
import { type Plans, planOf } from '../domain/plans/plans.js';
import { isId, newId } from '../foundation/database/id.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';

/** An account as shown to the operator. */
export interface Account extends Omit<User, 'managedById' | 'additionsRevision'> {
  /** Of the plan in force. */
  planName: string;
  /** Whether its owner may open the operator's console. */
  isOperator: boolean;
  /** Its owner signs in with a password; false for an account to which nobody can sign in. */
  hasPassword: boolean;
  /** When two-factor authentication was turned on; null if off. */
  twoFactorSince: Date | null;
  /** E-mail address of the workspace owner who manages it. */
  managedBy: string | null;
}

/** The account that the person with the address owns, or else the managed user with it; never an account of others. */
async function findByEmail(db: Db, email: string): Promise<User | null> {
  const person = await findPersonByEmail(db, email);
  const memberships = person ? await membershipsOf(db, person.id) : [];
  const owned = memberships.find(({ role }) => role === Role.OWNER);
  if (owned) return findUser(db, owned.userId);
  const managed = await findManagedUserByEmail(db, email);
  if (managed || memberships.length === 0) return managed;
  const accounts = memberships.map(({ userId, role }) => `${userId} (${role.toLowerCase()})`).join(', ');
  throw new AdminError(`${email} owns no account, but is a member of ${accounts}. Give the id of one.`);
}

/** Finds the user given by the operator. */
export async function findAccount(db: Db, who: string): Promise<User> {
  const user = isId(who) ? await findUser(db, who.toLowerCase()) : await findByEmail(db, canonicalEmail(who));
  if (!user) throw new AdminError(`There is no user ${who}.`);
  return user;
}

/** The same, with its row locked: what is changed depends on what is stored. */
export async function lockAccount(tx: Db, who: string): Promise<User> {
  const user = await lockUser(tx, (await findAccount(tx, who)).id);
  if (!user) throw new AdminError(`There is no user ${who}.`);
  return user;
}

/** An account with the person who signs in to it: the one with that address, or the owner of the account with that id. */
export interface Login {
  user: User;
  /** Null: nobody signs in to it. */
  person: Person | null;
}

export async function findLogin(db: Db, who: string): Promise<Login> {
  const person = isId(who) ? null : await findPersonByEmail(db, canonicalEmail(who));
  const accountId = person && (await mainAccountOf(db, person.id));
  const user = accountId ? await findUser(db, accountId) : await findAccount(db, who);
  if (!user) throw new AdminError(`There is no user ${who}.`);
  return { user, person: person ?? (await findOwnerOf(db, user.id)) };
}

/** The same; an account that nobody signs in to, because it was detached, gets an owner with its address. */
export async function requireLogin(db: Db, who: string, now: Date): Promise<{ user: User; person: Person }> {
  const { user, person } = await findLogin(db, who);
  if (person) return { user, person };
  if (user.managedById) throw new AdminError(`${user.email} is a managed user, which does not sign in.`);
  const { email, displayName: name } = user;
  const owner = { id: newId(now), email, name, emailConfirmedAt: null, passwordHash: null, isOperator: false };
  if (!(await insertPerson(db, { ...owner, createdAt: now }))) {
    throw new AdminError(`${email} belongs to another account.`);
  }
  await insertMembership(db, { personId: owner.id, userId: user.id, role: Role.OWNER, createdAt: now });
  return { user, person: { ...owner, createdAt: now } };
}

/** A user as shown to the operator. */
export async function toAccount(
  db: Db,
  plans: Plans,
  { managedById, additionsRevision: _, ...user }: User,
): Promise<Account> {
  const manager = managedById ? await findUser(db, managedById) : null;
  const owner = await findOwnerOf(db, user.id);
  const factor = owner && (await findSecondFactor(db, owner.id));
  return {
    ...user,
    planName: planOf(plans, user).name,
    isOperator: owner?.isOperator ?? false,
    hasPassword: Boolean(owner?.passwordHash),
    twoFactorSince: factor?.confirmedAt ?? null,
    managedBy: manager?.email ?? managedById,
  };
}
