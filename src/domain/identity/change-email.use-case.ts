import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { hasSession } from './access/session.repository.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import type { AccountThrottle } from './account/account-throttle.repository.js';
import { parseEmail } from './account/parse-account.js';
import { emailChangeRequestedMail } from './account/security-mails.js';
import type { QueueAccountMail } from './compose-account-mail.use-case.js';
import { beginEmailChange } from './email-link.step.js';
import { lockPerson } from './people/person.repository.js';
import { recordOfPerson } from './people/record-of-person.step.js';
import type { WithSecondFactor } from './second-factor/with-second-factor.use-case.js';

export interface ChangeEmailInput {
  email: string;
  currentPassword: string;
  /** Second-factor code; null if none was given. */
  code: string | null;
  /** Address of the request. */
  address: string;
}

export type ChangeEmail = (viewer: Viewer, input: ChangeEmailInput) => Promise<void>;

/**
 * Sends a link to the new address; the change takes effect once it is opened. The old address is notified immediately.
 * A new password, or ending another session, cancels the change.
 */
export const makeChangeEmail =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    throttle: AccountThrottle;
    checkCurrentPassword: CheckCurrentPassword;
    withSecondFactor: WithSecondFactor;
    queueAccountMail: QueueAccountMail;
    mailQueue: MailQueue;
  }): ChangeEmail =>
  async (viewer, { email: given, currentPassword, code, address }) => {
    const email = parseEmail(given);
    const person = await needs.checkCurrentPassword(viewer, currentPassword);
    const session = sessionOf(viewer);
    // In a separate transaction: the limits use other connections.
    await needs.withSecondFactor({ person, code, subject: knownBrowser(session.id) }, async () => {});
    await needs.throttle.requestMail(address);
    await needs.throttle.changeEmail(person.id);
    const mail = { kind: 'change_email', personId: person.id, email } as const;
    if (!(await needs.throttle.allowsMail(mail))) return;
    await needs.transaction(async (db) => {
      // The password may have been changed, and the session ended, since they were checked.
      const current = await lockPerson(db, person.id);
      if (current?.passwordHash !== person.passwordHash) throw new AppError('CURRENT_PASSWORD_WRONG');
      if (!(await hasSession(db, person.id, session.id))) throw new AppError('SESSION_REQUIRED');
      await beginEmailChange(db, person.id, email, needs.clock());
      await recordOfPerson(db, person.id, viewer, { action: 'email_change_requested', details: { to: email } });
      await needs.queueAccountMail(db, mail);
      await needs.mailQueue.enqueue(db, emailChangeRequestedMail(person, email));
    });
  };
