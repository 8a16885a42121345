import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import { twoFactorOffMail } from './account/security-mails.js';
import { recordOfPerson } from './people/record-of-person.step.js';
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
    const person = await checkCurrentPassword(viewer, password);
    await withSecondFactor({ person, code, subject: knownBrowser(sessionOf(viewer).id) }, async (db) => {
      if (!(await deleteSecondFactor(db, person.id))) throw new AppError('SECOND_FACTOR_OFF');
      await mailQueue.enqueue(db, twoFactorOffMail(person));
      await recordOfPerson(db, person.id, viewer, { action: 'two_factor_disabled' });
    });
  };
