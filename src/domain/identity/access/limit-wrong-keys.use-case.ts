import { LRUCache } from 'lru-cache';
import { AppError } from '../../../foundation/errors/app-error.js';
import type { ErrorCode } from '../../../foundation/errors/catalogue.js';
import {
  type CountPoints,
  REMEMBERED_KEYS,
  rateLimited,
  secondsUntil,
} from '../../../foundation/request-limits/rate-limiter.js';
import { HOUR_MS } from '../../../foundation/time/durations.js';
import { networkOf } from '../account/network-of.js';
import { hashApiKey } from './api-key.js';
import type { Authenticate, AuthenticateFrom, Authentication } from './authenticate.use-case.js';

/** Beyond this multiple of the limit, keys from an address are no longer looked up. */
const UNREAD_FACTOR = 10;
/** How long a key that was let in counts as known. */
const KNOWN_MS = HOUR_MS;
/** Not that of an expired access token: many applications may call from one address. */
const WRONG: ReadonlySet<ErrorCode> = new Set(['API_KEY_INVALID', 'ACCESS_TOKEN_INVALID']);

export interface GuardedAuthentication {
  byKey: AuthenticateFrom;
  byKeyOrToken: AuthenticateFrom;
  bySession: Authenticate;
  byAny: AuthenticateFrom;
}

/**
 * Limits wrong keys and access tokens per address and minute, across all endpoints and processes: further ones are RATE_LIMITED. Valid
 * keys keep working, so that a client is not locked out by another one behind the same address. After ten times as many, a
 * key is rejected without a lookup unless this process has accepted it within the last hour: so guessing does not load
 * the database.
 */
export function makeGuardedAuthentication(needs: {
  authentication: Authentication;
  count: CountPoints;
  perMinute: number;
}): GuardedAuthentication {
  const { count, perMinute } = needs;
  const failures = new LRUCache<string, { total: number; endsAt: number }>({ max: REMEMBERED_KEYS });
  const known = new LRUCache<string, true>({ max: REMEMBERED_KEYS, ttl: KNOWN_MS });

  const guard =
    (authenticate: Authenticate): AuthenticateFrom =>
    async (headers, address) => {
      const { apiKey } = headers;
      if (!apiKey) return authenticate(headers);
      const network = networkOf(address);
      const hash = hashApiKey(apiKey);
      const failed = failures.get(network);
      if (
        failed &&
        failed.total >= perMinute * UNREAD_FACTOR &&
        performance.now() < failed.endsAt &&
        !known.has(hash)
      ) {
        throw rateLimited(secondsUntil(failed.endsAt));
      }
      try {
        const viewer = await authenticate(headers);
        known.set(hash, true);
        return viewer;
      } catch (error) {
        if (!(error instanceof AppError && WRONG.has(error.code))) throw error;
        known.delete(hash);
        const { total, resetsInMs } = await count(`wrong-keys:${network}`, 1);
        const endsAt = performance.now() + resetsInMs;
        failures.set(network, { total, endsAt });
        throw total > perMinute ? rateLimited(secondsUntil(endsAt)) : error;
      }
    };

  const { byKey, byKeyOrToken, bySession, byAny } = needs.authentication;
  return { byKey: guard(byKey), byKeyOrToken: guard(byKeyOrToken), bySession, byAny: guard(byAny) };
}
