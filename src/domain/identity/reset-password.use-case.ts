import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { hashToken } from './access/session.js';
import { deleteSessionsOf } from './access/session.repository.js';
import type { SignInThrottle } from './access/sign-in-throttle.repository.js';
import { hashPassword, parsePassword } from './account/password.js';
import { passwordChangedMail } from './account/security-mails.js';
import type { FindPasswordReset } from './find-password-reset.use-case.js';
import { deleteEmailToken, deleteEmailTokens } from './people/email-token.repository.js';
import { findHome } from './people/membership.repository.js';
import { lockPerson, setConfirmedEmail, updatePerson } from './people/person.repository.js';
import { recordOfPerson } from './people/record-of-person.step.js';

export type ResetPassword = (input: { token: string; newPassword: string }) => Promise<void>;

/**
 * Sets a new password with the token from the e-mail. Ends all sessions and begins none: the user signs in afterwards,
 * with the second factor if there is one. The token also confirms the address.
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
    const { id, email, name } = await needs.findPasswordReset(token);
    const passwordHash = await hashPassword(await parsePassword(newPassword, [email, name]));
    await needs.transaction(async (db) => {
      const person = await lockPerson(db, id);
      const home = await findHome(db, id, needs.clock());
      const isValid = person?.email === email && home && !home.deactivatedAt;
      if (!isValid || !(await deleteEmailToken(db, hashToken(token)))) throw new AppError('EMAIL_LINK_INVALID');
      await updatePerson(db, { id }, { passwordHash });
      if (!person.emailConfirmedAt) await setConfirmedEmail(db, id, email, needs.clock());
      await deleteSessionsOf(db, id);
      await deleteEmailTokens(db, id, 'reset_password');
      await needs.mailQueue.enqueue(db, passwordChangedMail(person));
      await recordOfPerson(db, id, {}, { action: 'password_reset' });
    });
    await needs.signInThrottle.forget(email);
  };
