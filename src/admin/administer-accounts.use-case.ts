import type { Logger } from 'pino';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { type Audited, onAccount } from '../domain/audit/audit-event.js';
import {
  deleteOperatorSessionsIn,
  deleteOperatorSessionsOf,
} from '../domain/identity/access/operator-session.repository.js';
import { deleteSessionsIn } from '../domain/identity/access/session.repository.js';
import type { ClaimAddress } from '../domain/identity/account/claim-address.port.js';
import { countByPlan, findUser, type User, updateUser } from '../domain/identity/account/user.repository.js';
import { findOwnerOf } from '../domain/identity/people/membership.repository.js';
import { setConfirmedEmail, updatePerson } from '../domain/identity/people/person.repository.js';
import { storeNewUser } from '../domain/identity/people/store-new-user.step.js';
import type { RemoveAccount } from '../domain/owner/remove-account.use-case.js';
import { type LimitOverrides, type Plan, type PlanKey, type Plans, planOf } from '../domain/plans/plans.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';
import { type Account, findAccount, lockAccount, requireLogin, toAccount } from './find-account.step.js';
import { type ListedUser, listUsers, type UserFilter, type UserPage } from './list-users.repository.js';

/** The operator's actions on accounts. `who` is an e-mail address or an id; returns the resulting account. */
export interface AdministerAccounts {
  /** `plan` null: that of new accounts. */
  create(input: {
    email: string;
    name: string | null;
    plan: PlanKey | null;
    password: string | null;
  }): Promise<Account>;
  show(who: string): Promise<Account>;
  setPlan(who: string, plan: PlanKey): Promise<Account>;
  /**
   * Limits of the account that replace those of its plan. What is left out stays as it was, unless `reset` removes all
   * that were set before.
   */
  setLimits(who: string, limits: LimitOverrides, options: { reset: boolean }): Promise<Account>;
  plans(): Promise<PlanInForce[]>;
  setFlags(
    who: string,
    flags: { mcpAccess?: boolean; workspaceAccess?: boolean; isOperator?: boolean },
  ): Promise<Account>;
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
  list(filter: UserFilter): Promise<UserPage<ListedUser & { planName: string }>>;
  /**
   * Removes the user and those whom it manages at once, without a grace period. Workers delete their data and files from
   * then on. The owner is notified by e-mail, and the action is logged.
   */
  remove(who: string): Promise<RemovedAccount>;
}

/** A plan, or one that accounts have although it is not in force. */
export interface PlanInForce {
  key: PlanKey;
  /** Whether new accounts have it. */
  isInitial: boolean;
  /** Null: it is not in force, and these accounts have the limits of the initial plan. */
  plan: Plan | null;
  accounts: number;
}

export interface RemovedAccount {
  id: string;
  email: string;
  /** With its managed users. */
  users: number;
}

/** A change of an account, and its event. */
type Change = Audited & { changes: Partial<User> };

export function makeAdministerAccounts(needs: {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  plans: Plans;
  removeAccount: RemoveAccount;
  claimAddress: ClaimAddress;
  log: Logger;
}): AdministerAccounts {
  const { db, transaction, clock, plans, log } = needs;

  function assertInForce(plan: PlanKey): void {
    if (plans.byKey.has(plan)) return;
    throw new AdminError(`There is no plan ${plan}. The plans are ${[...plans.byKey.keys()].join(', ')}.`);
  }

  /** What `changesOf` returns, with its event. */
  const change = (who: string, changesOf: (user: User, tx: Db) => Change | Promise<Change>): Promise<Account> =>
    transaction(async (tx) => {
      const user = await lockAccount(tx, who);
      const { changes, ...audited } = await changesOf(user, tx);
      if (Object.keys(changes).length > 0) await updateUser(tx, { id: user.id }, changes);
      await recordAudit(tx, onAccount(user), audited);
      return toAccount(tx, plans, { ...user, ...changes });
    });

  /** Properties of the owner: set on a managed user, they would have no effect. */
  const changeOwner = (who: string, changesOf: (user: User, tx: Db) => Change | Promise<Change>): Promise<Account> =>
    change(who, async (user, tx) => {
      const owner = user.managedById && (await findUser(tx, user.managedById));
      if (owner)
        throw new AdminError(`${user.email} is managed by ${owner.email}, whose plan, flags and channels apply.`);
      return changesOf(user, tx);
    });

  return {
    async create({ email, name, plan: given, password }) {
      const plan = given ?? plans.initial;
      assertInForce(plan);
      const id = await transaction((tx) =>
        storeNewUser(
          { db: tx, claimAddress: needs.claimAddress, now: clock() },
          { email, displayName: name, plan, password },
        ),
      );
      return toAccount(db, plans, await findAccount(db, id));
    },
    show: async (who) => toAccount(db, plans, await findAccount(db, who)),
    async setPlan(who, plan) {
      assertInForce(plan);
      return changeOwner(who, (user) => ({
        changes: { plan },
        action: 'plan_changed',
        details: { from: user.plan, to: plan },
      }));
    },
    setLimits: (who, limits, { reset }) =>
      changeOwner(who, (user) => {
        if (limits.connections !== undefined && user.channelQuantity !== null) {
          throw new AdminError(`${user.email} has paid for channels: change them with set-channels.`);
        }
        const kept = reset ? {} : user.limitOverrides;
        const all = { ...kept, ...limits };
        const limitOverrides = Object.keys(all).length === 0 ? null : all;
        const details = { limits: wordsOf(limitOverrides), limitsBefore: wordsOf(user.limitOverrides) };
        return { changes: { limitOverrides }, action: 'entitlements_changed', details };
      }),
    async plans() {
      const counts = new Map((await countByPlan(db)).map(({ plan, accounts }) => [plan, accounts]));
      const inForce = [...plans.byKey].map(([key, plan]) => ({
        key,
        isInitial: key === plans.initial,
        plan,
        accounts: counts.get(key) ?? 0,
      }));
      const others = [...counts].filter(([key]) => !plans.byKey.has(key));
      return [...inForce, ...others.map(([key, accounts]) => ({ key, isInitial: false, plan: null, accounts }))];
    },
    setFlags: (who, flags) =>
      changeOwner(who, async (user, tx) => {
        const { isOperator, ...changes } = flags;
        if (isOperator !== undefined) await setOperator(tx, user, isOperator);
        return { changes, action: 'entitlements_changed', details: { ...flags } };
      }),
    confirmEmail: (who) =>
      transaction(async (tx) => {
        const { managedById, email } = await findAccount(tx, who);
        if (managedById) throw new AdminError(`${email} is a managed user and has no confirmed address.`);
        const { user, person } = await requireLogin(tx, who, clock());
        const emailConfirmedAt = person.emailConfirmedAt ?? clock();
        const isFree = await needs.claimAddress(person.email);
        if (!isFree || !(await setConfirmedEmail(tx, person.id, person.email, emailConfirmedAt))) {
          throw new AdminError(`${person.email} belongs to another account.`);
        }
        await recordAudit(tx, onAccount(user), { action: 'email_confirmed' });
        return toAccount(tx, plans, { ...user, emailConfirmedAt });
      }),
    setChannels: (who, channelQuantity) =>
      changeOwner(who, (user) => ({
        changes: { channelQuantity },
        action: 'entitlements_changed',
        details: { channels: channelQuantity, channelsBefore: user.channelQuantity },
      })),
    async hold(who, { reason, until }) {
      const now = clock();
      if (until && until <= now) throw new AdminError('The end of a hold must be in the future.');
      return change(who, async (user, tx) => {
        await endOperating(tx, user);
        return {
          changes: { heldAt: now, holdReason: reason, holdExpiresAt: until },
          action: 'account_held',
          details: { reason, until: until?.toISOString() ?? null },
        };
      });
    },
    release: (who) =>
      change(who, () => ({
        changes: { heldAt: null, holdReason: null, holdExpiresAt: null },
        action: 'account_released',
      })),
    deactivate: (who) =>
      change(who, async (user, tx) => {
        await endOperating(tx, user);
        await deleteSessionsIn(tx, user.id);
        return { changes: { deactivatedAt: user.deactivatedAt ?? clock() }, action: 'account_deactivated' };
      }),
    activate: (who) => change(who, () => ({ changes: { deactivatedAt: null }, action: 'account_activated' })),
    async list(filter) {
      const { users, next } = await listUsers(db, filter, clock());
      const nameOf = (plan: PlanKey) => planOf(plans, { plan, limitOverrides: null }).name;
      return { users: users.map((user) => ({ ...user, planName: nameOf(user.plan) })), next };
    },
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

/** Ends the sessions of operators in the account, and those of its owner, if an operator, in others. */
async function endOperating(db: Db, user: User): Promise<void> {
  const owner = await findOwnerOf(db, user.id);
  await deleteOperatorSessionsIn(db, user.id);
  if (owner) await deleteOperatorSessionsOf(db, owner.id);
}

async function setOperator(db: Db, user: User, isOperator: boolean): Promise<void> {
  const owner = await findOwnerOf(db, user.id);
  if (!owner) throw new AdminError(`Nobody signs in to ${user.email}: set a password first.`);
  await endOperating(db, user);
  await updatePerson(db, { id: owner.id }, { isOperator });
}

/** Each limit in words, as the audit log keeps it. */
const wordsOf = (limits: LimitOverrides | null): string[] =>
  Object.entries(limits ?? {})
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : value}`)
    .toSorted();
