/**
 * Failed sign-ins are slowed down per account and per address; all processes share the counts. A known browser of the
 * account has a separate count, so that failures elsewhere do not lock its owner out.
 *
 * Of the codes of a second factor three are right at a time, of a million. With 20 wrong ones a day, an attacker who knows
 * the password finds one with a chance of 0.006 % a day, 2.2 % a year; the account's owner gets a mail each day.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { makeThrottle, type Throttle } from '../../../foundation/request-limits/request-limit.repository.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../../foundation/time/durations.js';
import { networkOf } from '../account/network-of.js';

const WINDOW_SECONDS = 15 * 60;
/** Tries in a window. An address may be an office or a school, so it has more. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;
const CODES = 10;
const CODES_A_DAY = 20;
/** Mails about sign-ins with new browsers that an account gets in an hour. */
const NOTICES = 5;

/** Whose tries are counted together. */
export interface ThrottleSubject {
  counter: string;
  /** Null: it is not counted by address. */
  network: string | null;
}

/** All attempts on an account from unknown browsers. */
export const strangerTo = (email: string, address: string): ThrottleSubject => ({
  // The key has a fixed length, and the table holds no addresses of people who never had an account here.
  counter: createHash('sha256').update(email).digest('hex'),
  network: networkOf(address),
});

/** A browser that the account knows, by the id of its device or session. */
export const knownBrowser = (id: string): ThrottleSubject => ({ counter: id, network: null });

export interface SignInThrottle {
  /** Counts an attempt before the password is checked, so that concurrent attempts are limited like sequential ones. */
  begin(subject: ThrottleSubject): Promise<void>;
  /** The password was right: resets its count, and gives the address its try back. */
  succeeded(subject: ThrottleSubject): Promise<void>;
  /** The same for the password that a session must confirm, by the session's id. */
  tryPassword(sessionId: string): Promise<void>;
  passwordWasRight(sessionId: string): Promise<void>;
  /** The same for a code of the second factor. Returns whether it is the last one that is looked at for now. */
  beginCode(subject: ThrottleSubject): Promise<{ isLast: boolean }>;
  codeSucceeded(subject: ThrottleSubject): Promise<void>;
  /**
   * Whether the account's owner gets another mail about a sign-in with a new browser, so that they cannot bury what else
   * its owner is notified. It is counted before the sign-in is done, and given back when that fails.
   */
  beginNotice(userId: string): Promise<boolean>;
  noticeFailed(userId: string): Promise<void>;
  /** The account has a new password: resets its count. */
  forget(email: string): Promise<void>;
}

export function makeSignInThrottle(db: Db): SignInThrottle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    makeThrottle(db, { keyPrefix, points, duration });
  const accounts = limiter('account', PER_ACCOUNT, WINDOW_SECONDS);
  const addresses = limiter('address', PER_ADDRESS, WINDOW_SECONDS);
  const passwords = limiter('password', PER_ACCOUNT, WINDOW_SECONDS);
  const codes = limiter('code', CODES, WINDOW_SECONDS);
  const notices = limiter('notice', NOTICES, HOUR_SECONDS);
  const codesOfDay = limiter('code-day', CODES_A_DAY, DAY_SECONDS);

  return {
    async begin({ counter, network }) {
      if (network !== null) await consume(addresses, network, 'SIGN_IN_THROTTLED');
      await consume(accounts, counter, 'SIGN_IN_THROTTLED');
    },
    async succeeded({ counter, network }) {
      await accounts.reset(counter);
      if (network !== null) await addresses.giveBack(network);
    },
    async tryPassword(sessionId) {
      await consume(passwords, sessionId, 'PASSWORD_THROTTLED');
    },
    async passwordWasRight(sessionId) {
      await passwords.reset(sessionId);
    },
    async beginCode({ counter }) {
      const left = await consume(codes, counter, 'SECOND_FACTOR_THROTTLED');
      const leftOfDay = await consume(codesOfDay, counter, 'SECOND_FACTOR_THROTTLED');
      return { isLast: left === 0 || leftOfDay === 0 };
    },
    async codeSucceeded({ counter }) {
      await codes.reset(counter);
      await codesOfDay.giveBack(counter);
    },
    beginNotice: async (userId) => (await notices.try(userId)).allowed,
    async noticeFailed(userId) {
      await notices.giveBack(userId);
    },
    async forget(email) {
      await accounts.reset(strangerTo(email, '').counter);
    },
  };
}

type Throttled = 'SIGN_IN_THROTTLED' | 'PASSWORD_THROTTLED' | 'SECOND_FACTOR_THROTTLED';

/** Counts a try; how many are left. */
async function consume(throttle: Throttle, key: string, code: Throttled): Promise<number> {
  const { allowed, remaining, retryAfterSeconds } = await throttle.try(key);
  if (!allowed) throw new AppError(code, { retryAfterSeconds });
  return remaining;
}
