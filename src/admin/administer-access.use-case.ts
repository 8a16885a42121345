import type { Logger } from 'pino';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { onAccount } from '../domain/audit/audit-event.js';
import { deleteSessionsOfUser } from '../domain/identity/access.repository.js';
import { deleteSecondFactor } from '../domain/identity/second-factor.repository.js';
import { twoFactorRemovedMail } from '../domain/identity/security-mails.js';
import type { Transaction } from '../foundation/database/unit-of-work.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { AdminError } from './admin-error.js';
import { type Account, findAccount, toAccount } from './administer-accounts.use-case.js';

/** The operator's actions on access to an account. `who` is an e-mail address or an id. */
export interface AdministerAccess {
  endSessions(who: string): Promise<Account>;
  /**
   * From then on, only its password is needed to sign in. The owner is notified by e-mail, and the action is logged.
   */
  removeSecondFactor(who: string): Promise<Account>;
}

export const makeAdministerAccess = (needs: {
  transaction: Transaction;
  mailQueue: MailQueue;
  log: Logger;
}): AdministerAccess => {
  const { transaction, mailQueue, log } = needs;
  return {
    endSessions: (who) =>
      transaction(async (db) => {
        const user = await findAccount(db, who);
        const ended = await deleteSessionsOfUser(db, user.id);
        await recordAudit(db, onAccount(user), { action: 'sessions_ended', details: { ended } });
        return toAccount(db, user);
      }),
    async removeSecondFactor(who) {
      const account = await transaction(async (db) => {
        const user = await findAccount(db, who);
        if (!(await deleteSecondFactor(db, user.id))) throw new AdminError(`${user.email} has no second factor.`);
        await mailQueue.enqueue(db, twoFactorRemovedMail(user));
        await recordAudit(db, onAccount(user), { action: 'two_factor_disabled' });
        return toAccount(db, user);
      });
      log.warn({ userId: account.id }, 'The second factor of an account was removed by the operator');
      return account;
    },
  };
};
