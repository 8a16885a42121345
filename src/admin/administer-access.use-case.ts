import type { Logger } from 'pino';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { onAccount } from '../domain/audit/audit-event.js';
import {
  deleteOperatorSessionsIn,
  deleteOperatorSessionsOf,
} from '../domain/identity/access/operator-session.repository.js';
import { deleteSessionsOf } from '../domain/identity/access/session.repository.js';
import type { SignInThrottle } from '../domain/identity/access/sign-in-throttle.repository.js';
import type { ClaimAddress } from '../domain/identity/account/claim-address.port.js';
import { hashPassword, parsePassword } from '../domain/identity/account/password.js';
import { passwordSetMail, twoFactorRemovedMail } from '../domain/identity/account/security-mails.js';
import type { QueueAccountMail } from '../domain/identity/compose-account-mail.use-case.js';
import { deleteEmailTokens } from '../domain/identity/people/email-token.repository.js';
import { updatePerson } from '../domain/identity/people/person.repository.js';
import { deleteSecondFactor } from '../domain/identity/second-factor/second-factor.repository.js';
import type { Plans } from '../domain/plans/plans.js';
import type { Transaction } from '../foundation/database/unit-of-work.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { AdminError } from './admin-error.js';
import { type Account, findLogin, requireLogin, toAccount } from './find-account.step.js';

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
  clock: () => Date;
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
        const { user, person } = await findLogin(db, who);
        await deleteOperatorSessionsIn(db, user.id);
        const ended = person ? await deleteSessionsOf(db, person.id) : 0;
        await recordAudit(db, onAccount(user), { action: 'sessions_ended', details: { ended } });
        return toAccount(db, plans, user);
      }),
    async removeSecondFactor(who) {
      const account = await transaction(async (db) => {
        const { user, person } = await findLogin(db, who);
        if (!person || !(await deleteSecondFactor(db, person.id))) {
          throw new AdminError(`${user.email} has no second factor.`);
        }
        await deleteOperatorSessionsOf(db, person.id);
        await mailQueue.enqueue(db, twoFactorRemovedMail(person));
        await recordAudit(db, onAccount(user), { action: 'two_factor_disabled' });
        return toAccount(db, plans, user);
      });
      log.warn({ userId: account.id }, 'The second factor of an account was removed by the operator');
      return account;
    },
    async setPassword(who, given) {
      const account = await transaction(async (db) => {
        const { user, person } = await requireLogin(db, who, needs.clock());
        if (!(await needs.claimAddress(person.email)))
          throw new AdminError(`${person.email} belongs to an account of another pod.`);
        const password = await parsePassword(given, [person.email, person.name]);
        const passwordHash = await hashPassword(password);
        await updatePerson(db, { id: person.id }, { passwordHash });
        await deleteOperatorSessionsIn(db, user.id);
        await deleteSessionsOf(db, person.id);
        await deleteEmailTokens(db, person.id, 'reset_password');
        await recordAudit(db, onAccount(user), { action: 'password_changed' });
        await mailQueue.enqueue(db, passwordSetMail(person));
        return { ...(await toAccount(db, plans, user)), email: person.email };
      });
      await throttle.forget(account.email);
      log.warn({ userId: account.id }, 'The password of an account was set by the operator');
      return account;
    },
    sendPasswordReset: (who) =>
      transaction(async (db) => {
        const { user, person } = await requireLogin(db, who, needs.clock());
        if (user.deactivatedAt) throw new AdminError(`${user.email} is deactivated: activate it first.`);
        await recordAudit(db, onAccount(user), { action: 'password_reset_sent' });
        await queueAccountMail(db, { kind: 'reset_password', email: person.email });
        return toAccount(db, plans, user);
      }),
  };
};
