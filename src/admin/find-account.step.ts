import { canonicalEmail } from '../domain/identity/account/parse-account.js';
import {
  findManagedUserByEmail,
  findUser,
  findUserByEmail,
  lockUser,
  type User,
} from '../domain/identity/account/user.repository.js';
import { findSecondFactor } from '../domain/identity/second-factor/second-factor.repository.js';
import { type Plans, planOf } from '../domain/plans/plans.js';
import { isId } from '../foundation/database/id.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';

/** An account as shown to the operator. */
export interface Account extends Omit<User, 'passwordHash' | 'managedById'> {
  /** Of the plan in force. */
  planName: string;
  /** Signs in with a password; false for a user who cannot sign in. */
  hasPassword: boolean;
  /** When two-factor authentication was turned on; null if off. */
  twoFactorSince: Date | null;
  /** E-mail address of the workspace owner who manages it. */
  managedBy: string | null;
}

/** The account with the address, or else the managed user with it. */
const findByEmail = async (db: Db, email: string): Promise<User | null> =>
  (await findUserByEmail(db, email)) ?? (await findManagedUserByEmail(db, email));

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

/** A user as shown to the operator. */
export async function toAccount(db: Db, plans: Plans, { passwordHash, managedById, ...user }: User): Promise<Account> {
  const owner = managedById ? await findUser(db, managedById) : null;
  const factor = await findSecondFactor(db, user.id);
  return {
    ...user,
    planName: planOf(plans, user).name,
    hasPassword: passwordHash !== null,
    twoFactorSince: factor?.confirmedAt ?? null,
    managedBy: owner?.email ?? managedById,
  };
}
