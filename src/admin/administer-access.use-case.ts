import type { Logger } from 'pino';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { onAccount } from '../domain/audit/audit-event.js';
import { deleteOperatorSessionsOfUser } from '../domain/identity/access/operator-session.repository.js';
import { deleteSessionsOfUser } from '../domain/identity/access/session.repository.js';
import type { SignInThrottle } from '../domain/identity/access/sign-in-throttle.repository.js';
import type { ClaimAddress } from '../domain/identity/account/claim-address.port.js';
import { deleteEmailTokens } from '../domain/identity/account/email-token.repository.js';
import { hashPassword, parsePassword } from '../domain/identity/account/password.js';
import { passwordSetMail, twoFactorRemovedMail } from '../domain/identity/account/security-mails.js';
import { findUserByEmail, type User, updateUser } from '../domain/identity/account/user.repository.js';
import type { QueueAccountMail } from '../domain/identity/compose-account-mail.use-case.js';
import { deleteSecondFactor } from '../domain/identity/second-factor/second-factor.repository.js';
import type { Plans } from '../domain/plans/plans.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { AdminError } from './admin-error.js';
import { type Account, findAccount, toAccount } from './find-account.step.js';

/** The operator's actions on access to an account. `who` is an e-mail address or an id. */
export interface AdministerAccess {
  endSessions(who: string): Promise<Account>;
  /**
   * From then on, only its password is needed to sign in. The owner is notified by e-mail, and the action is logged.
   */
  removeSecondFactor(who: string): Promise<Account>;
  /**
   * Sets a password, under the rules of sign-up. Sessions end and links from e-mails become invalid. The owner is notified
   * by e-mail, and the action is logged.
   */
  setPassword(who: string, password: string): Promise<Account>;
  /** Sends the e-mail with a link to choose a new password. */
  sendPasswordReset(who: string): Promise<Account>;
}

export const makeAdministerAccess = (needs: {
  transaction: Transaction;
  plans: Plans;
  mailQueue: MailQueue;
  queueAccountMail: QueueAccountMail;
  throttle: SignInThrottle;
  claimAddress: ClaimAddress;
  log: Logger;
}): AdministerAccess => {
  const { transaction, plans, mailQueue, queueAccountMail, throttle, log } = needs;
  return {
    endSessions: (who) =>
      transaction(async (db) => {
        const user = await findAccount(db, who);
        const ended = await deleteSessionsOfUser(db, user.id);
        await recordAudit(db, onAccount(user), { action: 'sessions_ended', details: { ended } });
        return toAccount(db, plans, user);
      }),
    async removeSecondFactor(who) {
      const account = await transaction(async (db) => {
        const user = await findAccount(db, who);
        if (!(await deleteSecondFactor(db, user.id))) throw new AdminError(`${user.email} has no second factor.`);
        await deleteOperatorSessionsOfUser(db, user.id);
        await mailQueue.enqueue(db, twoFactorRemovedMail(user));
        await recordAudit(db, onAccount(user), { action: 'two_factor_disabled' });
        return toAccount(db, plans, user);
      });
      log.warn({ userId: account.id }, 'The second factor of an account was removed by the operator');
      return account;
    },
    async setPassword(who, given) {
      const account = await transaction(async (db) => {
        const user = await findOwner(db, who);
        if (!(await needs.claimAddress(user.email)))
          throw new AdminError(`${user.email} belongs to an account of another pod.`);
        const password = await parsePassword(given, [user.email, user.displayName]);
        const passwordHash = await hashPassword(password);
        await updateUser(db, { id: user.id }, { passwordHash });
        await deleteSessionsOfUser(db, user.id);
        await deleteEmailTokens(db, user.id, 'reset_password');
        await recordAudit(db, onAccount(user), { action: 'password_changed' });
        await mailQueue.enqueue(db, passwordSetMail(user));
        return toAccount(db, plans, { ...user, passwordHash });
      });
      await throttle.forget(account.email);
      log.warn({ userId: account.id }, 'The password of an account was set by the operator');
      return account;
    },
    sendPasswordReset: (who) =>
      transaction(async (db) => {
        const user = await findOwner(db, who);
        if (user.deactivatedAt) throw new AdminError(`${user.email} is deactivated: activate it first.`);
        await recordAudit(db, onAccount(user), { action: 'password_reset_sent' });
        await queueAccountMail(db, { kind: 'reset_password', email: user.email });
        return toAccount(db, plans, user);
      }),
  };
};

/** An account that signs in with its address. */
async function findOwner(db: Db, who: string): Promise<User> {
  const user = await findAccount(db, who);
  if (user.managedById) throw new AdminError(`${user.email} is a managed user, which does not sign in.`);
  const holder = await findUserByEmail(db, user.email);
  if (holder && holder.id !== user.id) throw new AdminError(`${user.email} belongs to another account.`);
  return user;
}
