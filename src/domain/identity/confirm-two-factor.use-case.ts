import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { knownBrowser, type SignInThrottle } from './access/sign-in-throttle.repository.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import { twoFactorOnMail } from './account/security-mails.js';
import { findPerson } from './people/person.repository.js';
import { recordOfPerson } from './people/record-of-person.step.js';
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.step.js';
import { parseCode, SET_UP_MS, stepOf } from './second-factor/second-factor.js';
import { confirmFactor, lockPendingFactor } from './second-factor/second-factor.repository.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  mailQueue: MailQueue;
  throttle: SignInThrottle;
  clock: () => Date;
}

export type ConfirmTwoFactor = (viewer: Viewer, code: string) => Promise<string[]>;

/** Turns the second factor on after checking a code; returns the recovery codes. */
export const makeConfirmTwoFactor =
  ({ transaction, cipher, throttle, mailQueue, clock }: Needs): ConfirmTwoFactor =>
  async (viewer, text) => {
    const session = sessionOf(viewer);
    const subject = knownBrowser(session.id);
    await throttle.beginCode(subject);
    const codes = await transaction(async (db) => {
      const now = clock();
      const factor = await lockPendingFactor(db, session.personId);
      const person = await findPerson(db, session.personId);
      if (!factor || !person || factor.createdAt.getTime() + SET_UP_MS <= now.getTime()) {
        throw new AppError('SECOND_FACTOR_NOT_BEGUN');
      }
      const code = parseCode(text);
      const { secret = '' } = cipher.decrypt(factor.secret, person.id);
      const step = code?.kind === 'totp' ? stepOf(secret, code.digits, now) : null;
      if (step === null) throw new AppError('SECOND_FACTOR_INVALID');
      await confirmFactor(db, person.id, step, now);
      await mailQueue.enqueue(db, twoFactorOnMail(person));
      await recordOfPerson(db, person.id, viewer, { action: 'two_factor_enabled' });
      return renewRecoveryCodes(db, person.id);
    });
    await throttle.codeSucceeded(subject);
    return codes;
  };
