/** Throttles sign-ups and e-mails; the counts are shared by all processes. */
import { createHash } from 'node:crypto';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { makeThrottle, type Throttle } from '../../../foundation/request-limits/request-limit.repository.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../../foundation/time/durations.js';
import { networkOf } from './network-of.js';

/** Passwords that are refused are looked at too, and looking takes milliseconds. */
const TRIES_PER_SIGN_UP = 10;
/** Password attempts per sign-up link, which is valid for a day. */
const PASSWORDS_OF_LINK = 10;

/** Requests for e-mails of a network, which may be an office. */
const MAIL_REQUESTS_PER_HOUR = 20;

/** Invitations of an account. */
const INVITATIONS_PER_DAY = 100;

/** E-mails of one kind per recipient, and e-mail changes per account. */
const MAILS_PER_HOUR = 3;

export interface AccountThrottle {
  /** Before a sign-up is processed. */
  trySignUp(address: string): Promise<void>;
  /** Before an account is created. */
  signUp(address: string): Promise<void>;
  /** Before an e-mail change is requested. */
  changeEmail(userId: string): Promise<void>;
  /** Before a member is invited to an account. */
  invite(userId: string): Promise<void>;
  /** Before an e-mail is requested. */
  requestMail(address: string): Promise<void>;
  /** Before a password for a sign-up link is checked. */
  allowsPasswordOfLink(tokenHash: string): Promise<boolean>;
  /**
   * Whether the recipient gets another e-mail of this kind. Over the limit none is sent, and the response stays the
   * same.
   */
  allowsMail(mail: { kind: string; email: string }): Promise<boolean>;
}

/** `signUpsPerDay`: of one network, an IPv4 address or an IPv6 /64. A quarter of them is allowed per hour. */
export function makeAccountThrottle(db: Db, signUpsPerDay: number): AccountThrottle {
  const signUpsPerHour = Math.ceil(signUpsPerDay / 4);
  const tries = makeThrottle(db, {
    keyPrefix: 'sign-up-try',
    points: signUpsPerHour * TRIES_PER_SIGN_UP,
    duration: HOUR_SECONDS,
  });
  const hourly = makeThrottle(db, { keyPrefix: 'sign-up-hour', points: signUpsPerHour, duration: HOUR_SECONDS });
  const daily = makeThrottle(db, { keyPrefix: 'sign-up-day', points: signUpsPerDay, duration: DAY_SECONDS });
  const requests = makeThrottle(db, {
    keyPrefix: 'mail-request',
    points: MAIL_REQUESTS_PER_HOUR,
    duration: HOUR_SECONDS,
  });
  const passwords = makeThrottle(db, { keyPrefix: 'sign-up-link', points: PASSWORDS_OF_LINK, duration: DAY_SECONDS });
  const changes = makeThrottle(db, { keyPrefix: 'email-change', points: MAILS_PER_HOUR, duration: HOUR_SECONDS });
  const invitations = makeThrottle(db, {
    keyPrefix: 'invitation',
    points: INVITATIONS_PER_DAY,
    duration: DAY_SECONDS,
  });
  const recipients = makeThrottle(db, { keyPrefix: 'mail-to', points: MAILS_PER_HOUR, duration: HOUR_SECONDS });

  return {
    trySignUp: (address) => consume(tries, networkOf(address), 'SIGN_UP_THROTTLED'),
    async signUp(address) {
      await consume(hourly, networkOf(address), 'SIGN_UP_THROTTLED');
      await consume(daily, networkOf(address), 'SIGN_UP_THROTTLED');
    },
    changeEmail: (userId) => consume(changes, userId, 'ACCOUNT_MAIL_THROTTLED'),
    invite: (userId) => consume(invitations, userId, 'ACCOUNT_MAIL_THROTTLED'),
    requestMail: (address) => consume(requests, networkOf(address), 'ACCOUNT_MAIL_THROTTLED'),
    allowsPasswordOfLink: async (tokenHash) => (await passwords.try(tokenHash)).allowed,
    async allowsMail({ kind, email }) {
      // Addresses of people without an account are not stored.
      const { allowed } = await recipients.try(`${kind}:${createHash('sha256').update(email).digest('hex')}`);
      return allowed;
    },
  };
}

async function consume(
  throttle: Throttle,
  key: string,
  code: 'SIGN_UP_THROTTLED' | 'ACCOUNT_MAIL_THROTTLED',
): Promise<void> {
  const { allowed, retryAfterSeconds } = await throttle.try(key);
  if (!allowed) throw new AppError(code, { retryAfterSeconds });
}
