import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { generateSession, type NewSession } from './access/session.js';
import { deleteOtherSessions, replaceSessionToken } from './access/session.repository.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { asItself, sessionOf, type Viewer } from './access/viewer.js';
import { deleteEmailTokens } from './account/email-token.repository.js';
import { hashPassword, parsePassword } from './account/password.js';
import { passwordChangedMail } from './account/security-mails.js';
import { updateUser } from './account/user.repository.js';
import type { WithSecondFactor } from './second-factor/with-second-factor.use-case.js';

export interface ChangePasswordInput {
  currentPassword: string;
  newPassword: string;
  /** Of the second factor; null: none was given. */
  code: string | null;
}

/** Returns the continued session. */
export type ChangePassword = (viewer: Viewer, input: ChangePasswordInput) => Promise<NewSession>;

/**
 * Changes the password of the account that is signed in, with its second factor if it has one. Its other sessions end, this one continues with a new token,
 * and pending password reset links become invalid.
 */
export const makeChangePassword =
  (needs: {
    clock: () => Date;
    withSecondFactor: WithSecondFactor;
    checkCurrentPassword: CheckCurrentPassword;
    mailQueue: MailQueue;
  }): ChangePassword =>
  async (viewer, { currentPassword, newPassword, code }) => {
    const user = await needs.checkCurrentPassword(viewer, currentPassword);
    const { id, userId } = sessionOf(viewer);
    const passwordHash = await hashPassword(await parsePassword(newPassword, [user.email, user.displayName]));
    return needs.withSecondFactor({ user, code, subject: knownBrowser(id) }, async (db) => {
      // Of two concurrent changes, the second was made with an outdated password.
      const changed = await updateUser(db, { id: userId, passwordHash: user.passwordHash }, { passwordHash });
      if (!changed) throw new AppError('CURRENT_PASSWORD_WRONG');
      const session = generateSession(needs.clock());
      const { tokenHash } = session;
      const expiresAt = await replaceSessionToken(db, userId, { id, tokenHash });
      if (!expiresAt) throw new AppError('SESSION_REQUIRED');
      await deleteOtherSessions(db, userId, id);
      await deleteEmailTokens(db, userId, 'reset_password');
      await needs.mailQueue.enqueue(db, passwordChangedMail(user));
      await recordAudit(db, asItself(viewer), { action: 'password_changed' });
      return { ...session, expiresAt };
    });
  };
