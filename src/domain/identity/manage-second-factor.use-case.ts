import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { knownBrowser, type SignInThrottle } from './access/sign-in-throttle.repository.js';
import { asItself, sessionOf, type Viewer } from './access/viewer.js';
import { newRecoveryCodesMail, twoFactorOffMail, twoFactorOnMail } from './account/security-mails.js';
import { findUser } from './account/user.repository.js';
import {
  generateRecoveryCodes,
  generateSecret,
  otpauthUri,
  parseCode,
  SET_UP_MS,
  stepOf,
} from './second-factor/second-factor.js';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  lockPendingFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
  storePendingFactor,
} from './second-factor/second-factor.repository.js';
import type { WithSecondFactor } from './second-factor/with-second-factor.use-case.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  mailQueue: MailQueue;
  throttle: SignInThrottle;
  checkCurrentPassword: CheckCurrentPassword;
  withSecondFactor: WithSecondFactor;
  clock: () => Date;
}

export interface TwoFactorState {
  /** Null: it is off. */
  enabledAt: Date | null;
  recoveryCodesLeft: number;
}

export type FindTwoFactor = (viewer: Viewer) => Promise<TwoFactorState>;

export const makeFindTwoFactor =
  ({ db }: Pick<Needs, 'db'>): FindTwoFactor =>
  async (viewer) => {
    const { userId } = sessionOf(viewer);
    const factor = await findSecondFactor(db, userId);
    return { enabledAt: factor?.confirmedAt ?? null, recoveryCodesLeft: await countRecoveryCodes(db, userId) };
  };

export type BeginTwoFactor = (
  viewer: Viewer,
  password: string,
) => Promise<{ secret: string; uri: string; expiresAt: Date }>;

/** Generates a secret for the viewer's authenticator app. It takes effect once confirmed with a code. */
export const makeBeginTwoFactor =
  ({ db, cipher, checkCurrentPassword, clock }: Needs): BeginTwoFactor =>
  async (viewer, password) => {
    const { id: userId, email } = await checkCurrentPassword(viewer, password);
    const secret = generateSecret();
    const createdAt = clock();
    const stored = await storePendingFactor(db, { userId, secret: cipher.encrypt({ secret }, userId), createdAt });
    if (!stored) throw new AppError('SECOND_FACTOR_ON');
    return { secret, uri: otpauthUri(secret, email), expiresAt: new Date(createdAt.getTime() + SET_UP_MS) };
  };

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
      const factor = await lockPendingFactor(db, session.userId);
      const user = await findUser(db, session.userId);
      if (!factor || !user || factor.createdAt.getTime() + SET_UP_MS <= now.getTime()) {
        throw new AppError('SECOND_FACTOR_NOT_BEGUN');
      }
      const code = parseCode(text);
      const { secret = '' } = cipher.decrypt(factor.secret, user.id);
      const step = code?.kind === 'totp' ? stepOf(secret, code.digits, now) : null;
      if (step === null) throw new AppError('SECOND_FACTOR_INVALID');
      await confirmFactor(db, user.id, step, now);
      await mailQueue.enqueue(db, twoFactorOnMail(user));
      await recordAudit(db, asItself(viewer), { action: 'two_factor_enabled' });
      return renewRecoveryCodes(db, user.id);
    });
    await throttle.codeSucceeded(subject);
    return codes;
  };

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

async function renewRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const { codes, hashes } = generateRecoveryCodes();
  await replaceRecoveryCodes(db, userId, hashes);
  return codes;
}
