/** Failed sign-ins are slowed down per account and per address; the counts are shared by all processes. */
import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { makeThrottle, networkOf } from './throttle.repository.js';

const WINDOW_SECONDS = 15 * 60;
/** Tries in a window. An address may be an office or a school, so it has more. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 100;

export interface SignInThrottle {
  /** Counts a try before the password is looked at, so that many at once get no more tries than one after another. */
  begin(email: string, address: string): Promise<void>;
  /** The password was right: the account's count begins anew, and the address gets its try back. */
  succeeded(email: string, address: string): Promise<void>;
  /** The account has a new password: its count begins anew. */
  forget(email: string): Promise<void>;
}

export function makeSignInThrottle(db: Db): SignInThrottle {
  const duration = WINDOW_SECONDS;
  const accounts = makeThrottle(db, { keyPrefix: 'account', points: PER_ACCOUNT, duration });
  const addresses = makeThrottle(db, { keyPrefix: 'address', points: PER_ADDRESS, duration });
  // The key has a fixed length, and the table holds no addresses of people who never had an account here.
  const accountKey = (email: string) => createHash('sha256').update(email).digest('hex');

  return {
    async begin(email, address) {
      try {
        await addresses.consume(networkOf(address));
        await accounts.consume(accountKey(email));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        throw new AppError('SIGN_IN_THROTTLED', { retryAfterSeconds: Math.ceil(reason.msBeforeNext / 1000) });
      }
    },
    async succeeded(email, address) {
      await accounts.delete(accountKey(email));
      await addresses.reward(networkOf(address));
    },
    async forget(email) {
      await accounts.delete(accountKey(email));
    },
  };
}
