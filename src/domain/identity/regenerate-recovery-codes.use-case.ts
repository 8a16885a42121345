import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { asItself, sessionOf, type Viewer } from './access/viewer.js';
import { newRecoveryCodesMail } from './account/security-mails.js';
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.step.js';
import { lockSecondFactor } from './second-factor/second-factor.repository.js';
import type { WithSecondFactor } from './second-factor/with-second-factor.use-case.js';

interface Needs {
  db: Db;
  mailQueue: MailQueue;
  checkCurrentPassword: CheckCurrentPassword;
  withSecondFactor: WithSecondFactor;
}

export type RegenerateRecoveryCodes = (viewer: Viewer, input: { password: string; code: string }) => Promise<string[]>;

/** Generates recovery codes, replacing the previous ones, used or not. */
export const makeRegenerateRecoveryCodes =
  ({ checkCurrentPassword, withSecondFactor, mailQueue }: Needs): RegenerateRecoveryCodes =>
  async (viewer, { password, code }) => {
    const user = await checkCurrentPassword(viewer, password);
    return withSecondFactor({ user, code, subject: knownBrowser(sessionOf(viewer).id) }, async (db) => {
      if (!(await lockSecondFactor(db, user.id))) throw new AppError('SECOND_FACTOR_OFF');
      await mailQueue.enqueue(db, newRecoveryCodesMail(user));
      await recordAudit(db, asItself(viewer), { action: 'recovery_codes_regenerated' });
      return renewRecoveryCodes(db, user.id);
    });
  };
