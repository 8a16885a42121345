import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import { newRecoveryCodesMail } from './account/security-mails.js';
import { recordOfPerson } from './people/record-of-person.step.js';
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
    const person = await checkCurrentPassword(viewer, password);
    return withSecondFactor({ person, code, subject: knownBrowser(sessionOf(viewer).id) }, async (db) => {
      if (!(await lockSecondFactor(db, person.id))) throw new AppError('SECOND_FACTOR_OFF');
      await mailQueue.enqueue(db, newRecoveryCodesMail(person));
      await recordOfPerson(db, person.id, viewer, { action: 'recovery_codes_regenerated' });
      return renewRecoveryCodes(db, person.id);
    });
  };
