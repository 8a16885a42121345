import type { CredentialCipher } from '../../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import type { MailQueue } from '../../../mail/mail-queue.js';
import type { SignInThrottle, ThrottleSubject } from '../access/sign-in-throttle.repository.js';
import { recoveryCodeUsedMail, wrongCodesMail } from '../account/security-mails.js';
import type { Person } from '../people/person.repository.js';
import { parseCode, stepOf } from './second-factor.js';
import {
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  findSecondFactor,
  type SecondFactor,
} from './second-factor.repository.js';

/** What a code protects: wrong codes of one `subject` are counted together. */
export interface SecondFactorInput {
  person: Pick<Person, 'id' | 'email'>;
  /** Null: none was given. */
  code: string | null;
  subject: ThrottleSubject;
}

/** Does `work` in a transaction once the person's second factor is shown; at once for a person who has none. */
export type WithSecondFactor = <T>(input: SecondFactorInput, work: (db: Db) => Promise<T>) => Promise<T>;

/**
 * A code is consumed in the same transaction as the action it authorizes: it can be used once, and is not lost if the
 * action fails.
 */
export function makeWithSecondFactor(needs: {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  throttle: SignInThrottle;
  mailQueue: MailQueue;
  clock: () => Date;
}): WithSecondFactor {
  const { db, transaction, cipher, throttle, mailQueue, clock } = needs;

  const takeCode = async (tx: Db, person: SecondFactorInput['person'], factor: SecondFactor, text: string) => {
    const code = parseCode(text);
    if (!code) return false;
    if (code.kind === 'recovery') {
      if (!(await consumeRecoveryCode(tx, person.id, code.hash))) return false;
      await mailQueue.enqueue(tx, recoveryCodeUsedMail(person, await countRecoveryCodes(tx, person.id)));
      return true;
    }
    const { secret = '' } = cipher.decrypt(factor.secret, person.id);
    const step = stepOf(secret, code.digits, clock());
    return step !== null && consumeStep(tx, factor, step);
  };

  return async ({ person, code, subject }, work) => {
    const factor = await findSecondFactor(db, person.id);
    if (!factor) return transaction(work);
    if (!code?.trim()) throw new AppError('SECOND_FACTOR_REQUIRED');
    const { isLast } = await throttle.beginCode(subject);
    const done = await transaction(async (tx) =>
      (await takeCode(tx, person, factor, code)) ? { result: await work(tx) } : undefined,
    );
    if (!done) {
      if (isLast) await transaction((tx) => mailQueue.enqueue(tx, wrongCodesMail(person)));
      throw new AppError('SECOND_FACTOR_INVALID');
    }
    await throttle.codeSucceeded(subject);
    return done.result;
  };
}
