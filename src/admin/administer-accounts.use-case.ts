import type { Logger } from 'pino';
import {
  deleteSessionsOfUser,
  findManagedUserByEmail,
  findUser,
  findUserByEmail,
  setConfirmedEmail,
  type User,
  updateUser,
} from '../domain/identity/access.repository.js';
import { canonicalEmail } from '../domain/identity/parse-account.js';
import { findSecondFactor } from '../domain/identity/second-factor.repository.js';
import { storeNewUser } from '../domain/identity/sign-up.use-case.js';
import type { RemoveAccount } from '../domain/owner/remove-accounts.use-case.js';
import type { PlanKey } from '../domain/plans/plans.js';
import { isId } from '../foundation/database/id.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';
import { listUsers, type UserFilter, type UserPage } from './list-users.repository.js';

/** An account as shown to the operator. */
export interface Account extends Omit<User, 'passwordHash' | 'managedById'> {
  /** Signs in with a password; false for a user who cannot sign in. */
  hasPassword: boolean;
  /** When two-factor authentication was turned on; null if off. */
  twoFactorSince: Date | null;
  /** E-mail address of the workspace owner who manages it. */
  managedBy: string | null;
}

/** The operator's actions on accounts. `who` is an e-mail address or an id; returns the resulting account. */
export interface AdministerAccounts {
  create(input: { email: string; name: string | null; plan: PlanKey; password: string | null }): Promise<Account>;
  show(who: string): Promise<Account>;
  setPlan(who: string, plan: PlanKey): Promise<Account>;
  setFlags(who: string, flags: { mcpAccess?: boolean; workspaceAccess?: boolean }): Promise<Account>;
  /** Confirms the e-mail address of an account, like opening a confirmation link. */
  confirmEmail(who: string): Promise<Account>;
  /** Null: as many as the plan allows. */
  setChannels(who: string, channelQuantity: number | null): Promise<Account>;
  /** Blocks its dashboard until the hold is released or expires. */
  hold(who: string, input: { reason: string | null; until: Date | null }): Promise<Account>;
  release(who: string): Promise<Account>;
  /** Deactivates it and ends its sessions. */
  deactivate(who: string): Promise<Account>;
  activate(who: string): Promise<Account>;
  list(filter: UserFilter): Promise<UserPage>;
  /**
   * Removes the user and those whom it manages at once, without a grace period. Workers delete their data and files from
   * then on. The owner is notified by e-mail, and the action is logged.
   */
  remove(who: string): Promise<RemovedAccount>;
}

export interface RemovedAccount {
  id: string;
  email: string;
  /** With its managed users. */
  users: number;
}

export function makeAdministerAccounts(needs: {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  removeAccount: RemoveAccount;
  log: Logger;
}): AdministerAccounts {
  const { db, transaction, clock, log } = needs;

  const change = async (user: User, changes: Partial<User>, on = db): Promise<Account> => {
    await updateUser(on, { id: user.id }, changes);
    return toAccount(on, { ...user, ...changes });
  };

  /** Properties of the owner: set on a managed user, they would have no effect. */
  const changeOwner = async (who: string, changes: Partial<User>): Promise<Account> => {
    const user = await findAccount(db, who);
    const owner = user.managedById && (await findUser(db, user.managedById));
    if (owner)
      throw new AdminError(`${user.email} is managed by ${owner.email}, whose plan, flags and channels apply.`);
    return change(user, changes);
  };

  return {
    async create({ email, name, plan, password }) {
      const id = await storeNewUser(db, { email, displayName: name, plan, password }, clock());
      return toAccount(db, await findAccount(db, id));
    },
    show: async (who) => toAccount(db, await findAccount(db, who)),
    setPlan: (who, plan) => changeOwner(who, { plan }),
    setFlags: (who, flags) => changeOwner(who, flags),
    async confirmEmail(who) {
      const user = await findAccount(db, who);
      if (user.managedById)
        throw new AdminError(`${user.email} is a managed user and has no confirmed address of its own.`);
      if (!(await setConfirmedEmail(db, user.id, user.email, user.emailConfirmedAt ?? clock()))) {
        throw new AdminError(`${user.email} belongs to another account.`);
      }
      return toAccount(db, await findAccount(db, user.id));
    },
    setChannels: (who, channelQuantity) => changeOwner(who, { channelQuantity }),
    async hold(who, { reason, until }) {
      const now = clock();
      if (until && until <= now) throw new AdminError('The end of a hold must be in the future.');
      return change(await findAccount(db, who), { heldAt: now, holdReason: reason, holdExpiresAt: until });
    },
    release: async (who) => change(await findAccount(db, who), { heldAt: null, holdReason: null, holdExpiresAt: null }),
    deactivate: (who) =>
      transaction(async (tx) => {
        const user = await findAccount(tx, who);
        await deleteSessionsOfUser(tx, user.id);
        return change(user, { deactivatedAt: user.deactivatedAt ?? clock() }, tx);
      }),
    activate: async (who) => change(await findAccount(db, who), { deactivatedAt: null }),
    list: (filter) => listUsers(db, filter, clock()),
    async remove(who) {
      const removed = await transaction(async (tx) => {
        const { id, email, managedById } = await findAccount(tx, who);
        return { id, email, users: await needs.removeAccount(tx, { id, email, managed: managedById !== null }) };
      });
      log.warn({ userId: removed.id, users: removed.users }, 'An account was removed by the operator');
      return removed;
    },
  };
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

/** A user as shown to the operator. */
export async function toAccount(db: Db, { passwordHash, managedById, ...user }: User): Promise<Account> {
  const owner = managedById ? await findUser(db, managedById) : null;
  const factor = await findSecondFactor(db, user.id);
  return {
    ...user,
    hasPassword: passwordHash !== null,
    twoFactorSince: factor?.confirmedAt ?? null,
    managedBy: owner?.email ?? managedById,
  };
}
