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
import type { PlanKey } from '../domain/plans/plans.js';
import { isId } from '../foundation/database/id.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';

/** An account as the operator sees it. */
export interface Account extends Omit<User, 'passwordHash' | 'managedById'> {
  /** Signs in with a password; false for a user who cannot sign in. */
  hasPassword: boolean;
  /** Since when signing in takes a second factor; null: it does not. */
  twoFactorSince: Date | null;
  /** E-mail address of the workspace owner who manages it. */
  managedBy: string | null;
}

/** What the operator does to accounts. `who` is an e-mail address or an id; the answer is the account as it is then. */
export interface AdministerAccounts {
  create(input: { email: string; name: string | null; plan: PlanKey; password: string | null }): Promise<Account>;
  show(who: string): Promise<Account>;
  setPlan(who: string, plan: PlanKey): Promise<Account>;
  setFlags(who: string, flags: { mcpAccess?: boolean; workspaceAccess?: boolean }): Promise<Account>;
  /** Vouches for the e-mail address of an account, as opening the link in an e-mail does. */
  confirmEmail(who: string): Promise<Account>;
  /** Null: as many as the plan allows. */
  setChannels(who: string, channelQuantity: number | null): Promise<Account>;
  /** Closes the dashboard to it, until somebody releases it or the time comes. */
  hold(who: string, input: { reason: string | null; until: Date | null }): Promise<Account>;
  release(who: string): Promise<Account>;
  /** Closes every door to it and ends its sessions. */
  deactivate(who: string): Promise<Account>;
  activate(who: string): Promise<Account>;
}

export function makeAdministerAccounts(needs: {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
}): AdministerAccounts {
  const { db, transaction, clock } = needs;

  const change = async (user: User, changes: Partial<User>, on = db): Promise<Account> => {
    await updateUser(on, { id: user.id }, changes);
    return toAccount(on, { ...user, ...changes });
  };

  /** What is the owner's to have: set on a managed user, it would have no effect. */
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
  };
}

/** Whose address it is, or else the managed user who is named by it. */
const findByEmail = async (db: Db, email: string): Promise<User | null> =>
  (await findUserByEmail(db, email)) ?? (await findManagedUserByEmail(db, email));

/** The user whom an operator names. */
export async function findAccount(db: Db, who: string): Promise<User> {
  const user = isId(who) ? await findUser(db, who.toLowerCase()) : await findByEmail(db, canonicalEmail(who));
  if (!user) throw new AdminError(`There is no user ${who}.`);
  return user;
}

/** A user as the operator sees it. */
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
