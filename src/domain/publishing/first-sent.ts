import type { PublishAttempt } from '../posts/state/publish-attempt.js';

/** When the first request that may have been stored can have left: attempts of earlier rounds count, too. */
export const firstSent = (...attempts: readonly Pick<PublishAttempt, 'startedAt'>[]): Date =>
  new Date(Math.min(...attempts.map(({ startedAt }) => startedAt.getTime())));
