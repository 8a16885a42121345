import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Viewer } from '../src/access/viewer.js';
import { AppError } from '../src/errors/app-error.js';

/** So many requests of one key in a minute, counted in this process (document 3: off unless the operator wants it). */
export function makeRateLimit(perMinute: number): (viewer: Viewer) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async ({ keyId, userId }) => {
    await limiter.consume(keyId ?? userId).catch(({ msBeforeNext }: RateLimiterRes) => {
      throw new AppError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) });
    });
  };
}
