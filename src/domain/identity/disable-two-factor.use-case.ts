import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { asItself, sessionOf, type Viewer } from './access/viewer.js';
import { twoFactorOffMail } from './account/security-mails.js';
import { deleteSecondFactor } from './second-factor/second-factor.repository.js';
import type { WithSecondFactor } from './second-factor/with-second-factor.use-case.js';

interface Needs {
  db: Db;
  mailQueue: MailQueue;
  checkCurrentPassword: CheckCurrentPassword;
  withSecondFactor: WithSecondFactor;
}

export type DisableTwoFactor = (viewer: Viewer, input: { password: string; code: string }) => Promise<void>;

export const makeDisableTwoFactor =
  ({ checkCurrentPassword, withSecondFactor, mailQueue }: Needs): DisableTwoFactor =>
  async (viewer, { password, code }) => {
    const user = await checkCurrentPassword(viewer, password);
    await withSecondFactor({ user, code, subject: knownBrowser(sessionOf(viewer).id) }, async (db) => {
      if (!(await deleteSecondFactor(db, user.id))) throw new AppError('SECOND_FACTOR_OFF');
      await mailQueue.enqueue(db, twoFactorOffMail(user));
      await recordAudit(db, asItself(viewer), { action: 'two_factor_disabled' });
    });
  };
