import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { generateSession, type NewSession } from './access/session.js';
import { deleteOtherSessions, replaceSessionToken } from './access/session.repository.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import { hashPassword, parsePassword } from './account/password.js';
import { passwordChangedMail } from './account/security-mails.js';
import { deleteEmailTokens } from './people/email-token.repository.js';
import { updatePerson } from './people/person.repository.js';
import { recordOfPerson } from './people/record-of-person.step.js';
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
 * Changes the password of the person who is signed in, with the second factor if there is one. Other sessions end, this one continues with a new token,
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
    const person = await needs.checkCurrentPassword(viewer, currentPassword);
    const { id, personId } = sessionOf(viewer);
    const passwordHash = await hashPassword(await parsePassword(newPassword, [person.email, person.name]));
    return needs.withSecondFactor({ person, code, subject: knownBrowser(id) }, async (db) => {
      // Of two concurrent changes, the second was made with an outdated password.
      const changed = await updatePerson(db, { id: personId, passwordHash: person.passwordHash }, { passwordHash });
      if (!changed) throw new AppError('CURRENT_PASSWORD_WRONG');
      const session = generateSession(needs.clock());
      const { tokenHash } = session;
      const expiresAt = await replaceSessionToken(db, personId, { id, tokenHash });
      if (!expiresAt) throw new AppError('SESSION_REQUIRED');
      await deleteOtherSessions(db, personId, id);
      await deleteEmailTokens(db, personId, 'reset_password');
      await needs.mailQueue.enqueue(db, passwordChangedMail(person));
      await recordOfPerson(db, personId, viewer, { action: 'password_changed' });
      return { ...session, expiresAt };
    });
  };
