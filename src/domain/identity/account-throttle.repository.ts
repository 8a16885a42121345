/** How often somebody may sign up and have e-mails sent; the counts are shared by all processes. */
import { createHash } from 'node:crypto';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../foundation/time/durations.js';
import type { AccountThrottleLimits } from './account-throttle.js';
import { networkOf } from './network-of.js';
import { makeThrottle } from './throttle.repository.js';

/** Passwords that are refused are looked at too, and looking takes milliseconds. */
const TRIES_PER_SIGN_UP = 10;
/** Passwords that are looked at for the link of a sign-up, which is good for a day. */
const PASSWORDS_OF_LINK = 10;

export interface AccountThrottle {
  /** Before anything of a sign-up is looked at. */
  trySignUp(address: string): Promise<void>;
  /** Before an account is made. */
  signUp(address: string): Promise<void>;
  /** Before an account is to have another address. */
  changeEmail(userId: string): Promise<void>;
  /** Before an e-mail is asked for. */
  requestMail(address: string): Promise<void>;
  /** Whether another password for the link of a sign-up is looked at. */
  allowsPasswordOfLink(tokenHash: string): Promise<boolean>;
  /** Whether the recipient gets another one of this kind. Over the limit there is none, and the answer stays the same. */
  allowsMail(mail: { kind: string; email: string }): Promise<boolean>;
}

export function makeAccountThrottle(db: Db, limits: AccountThrottleLimits): AccountThrottle {
  const { signUpsPerHour, signUpsPerDay, mailsPerHour, mailRequestsPerHour } = limits;
  const tries = makeThrottle(db, {
    keyPrefix: 'sign-up-try',
    points: signUpsPerHour * TRIES_PER_SIGN_UP,
    duration: HOUR_SECONDS,
  });
  const hourly = makeThrottle(db, { keyPrefix: 'sign-up-hour', points: signUpsPerHour, duration: HOUR_SECONDS });
  const daily = makeThrottle(db, { keyPrefix: 'sign-up-day', points: signUpsPerDay, duration: DAY_SECONDS });
  const requests = makeThrottle(db, { keyPrefix: 'mail-request', points: mailRequestsPerHour, duration: HOUR_SECONDS });
  const passwords = makeThrottle(db, { keyPrefix: 'sign-up-link', points: PASSWORDS_OF_LINK, duration: DAY_SECONDS });
  const changes = makeThrottle(db, { keyPrefix: 'email-change', points: mailsPerHour, duration: HOUR_SECONDS });
  const recipients = makeThrottle(db, { keyPrefix: 'mail-to', points: mailsPerHour, duration: HOUR_SECONDS });

  return {
    trySignUp: (address) => consume(tries, networkOf(address), 'SIGN_UP_THROTTLED'),
    async signUp(address) {
      await consume(hourly, networkOf(address), 'SIGN_UP_THROTTLED');
      await consume(daily, networkOf(address), 'SIGN_UP_THROTTLED');
    },
    changeEmail: (userId) => consume(changes, userId, 'ACCOUNT_MAIL_THROTTLED'),
    requestMail: (address) => consume(requests, networkOf(address), 'ACCOUNT_MAIL_THROTTLED'),
    allowsPasswordOfLink: async (tokenHash) => (await take(passwords, tokenHash)) === true,
    async allowsMail({ kind, email }) {
      // Addresses of people who never had an account here are not kept.
      const taken = await take(recipients, `${kind}:${createHash('sha256').update(email).digest('hex')}`);
      return taken === true;
    },
  };
}

/** Takes one; answers true, or the seconds until there is another. */
async function take(limiter: RateLimiterPostgres, key: string): Promise<true | number> {
  try {
    await limiter.consume(key);
    return true;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    return Math.ceil(reason.msBeforeNext / 1000);
  }
}

async function consume(
  limiter: RateLimiterPostgres,
  key: string,
  code: 'SIGN_UP_THROTTLED' | 'ACCOUNT_MAIL_THROTTLED',
): Promise<void> {
  const taken = await take(limiter, key);
  if (taken !== true) throw new AppError(code, { retryAfterSeconds: taken });
}
