import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { hashToken } from './access/session.js';
import { deleteSessionsOfUser } from './access/session.repository.js';
import type { SignInThrottle } from './access/sign-in-throttle.repository.js';
import { deleteEmailToken, deleteEmailTokens } from './account/email-token.repository.js';
import { hashPassword, parsePassword } from './account/password.js';
import { passwordChangedMail } from './account/security-mails.js';
import { lockUser, updateUser } from './account/user.repository.js';
import type { FindPasswordReset } from './find-password-reset.use-case.js';

export type ResetPassword = (input: { token: string; newPassword: string }) => Promise<void>;

/**
 * Sets a new password with the token from the e-mail. Ends all sessions and begins none: the user signs in afterwards,
 * with the second factor if there is one. The token also confirms the address of the account.
 */
export const makeResetPassword =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    findPasswordReset: FindPasswordReset;
    signInThrottle: SignInThrottle;
    mailQueue: MailQueue;
  }): ResetPassword =>
  async ({ token, newPassword }) => {
    const { id, email, displayName } = await needs.findPasswordReset(token);
    const passwordHash = await hashPassword(await parsePassword(newPassword, [email, displayName]));
    await needs.transaction(async (db) => {
      const user = await lockUser(db, id);
      if (!user || user.email !== email || user.deactivatedAt || !(await deleteEmailToken(db, hashToken(token)))) {
        throw new AppError('EMAIL_LINK_INVALID');
      }
      await updateUser(db, { id }, { passwordHash, emailConfirmedAt: user.emailConfirmedAt ?? needs.clock() });
      await deleteSessionsOfUser(db, id);
      await deleteEmailTokens(db, id, 'reset_password');
      await needs.mailQueue.enqueue(db, passwordChangedMail(user));
      await recordAudit(db, onAccount(user), { action: 'password_reset' });
    });
    await needs.signInThrottle.forget(email);
  };
