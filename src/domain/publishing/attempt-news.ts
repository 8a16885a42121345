/** What the log and the live events tell about attempts. */
import { FAILURES, type Failure } from '../../platforms/port/failure.js';
import { LiveEventType } from '../posts/live-event.js';
import type { PlatformPost, PlatformPostError } from '../posts/platform-post.js';
import type { PostChange } from '../posts/post-change.js';
import { type NewLogEntry, PostLogEvent } from '../posts/post-log.js';

/** Log entries and live events. */
export type News = Required<Pick<PostChange, 'log' | 'tells'>>;

export const NO_NEWS: News = { log: [], tells: [] };

export const allNews = (...news: readonly News[]): News => ({
  log: news.flatMap(({ log }) => log),
  tells: news.flatMap(({ tells }) => tells),
});

/** While a post waits for a platform's rate limit, an attempt is told only once it comes to something else. */
const isTold = ({ wait }: PlatformPost): boolean => wait?.kind !== 'rate-limit';

export const attemptBegun = (post: PlatformPost, number: number): News => (isTold(post) ? attempted(number) : NO_NEWS);

/** What was not told of an attempt when it began. */
export const attemptUntold = (post: PlatformPost, number: number | undefined): News =>
  isTold(post) || number === undefined ? NO_NEWS : attempted(number);

const attempted = (number: number): News => ({
  log: [{ event: PostLogEvent.PUBLISH_ATTEMPTED, ...retryCount(number) }],
  tells: [{ type: LiveEventType.ATTEMPT_STARTED, attempt: number }],
});

export const publishedEntry = (postedId: string, attemptNumber: number): NewLogEntry => ({
  event: PostLogEvent.PUBLISH_SUCCEEDED,
  ...retryCount(attemptNumber),
  metadata: { postedId },
});

export const failedEntry = (failure: Failure, attemptNumber: number, retryAt?: Date): NewLogEntry => ({
  event: PostLogEvent.PUBLISH_FAILED,
  error: failure.message,
  ...(failure.platformStatusCode !== undefined && { httpStatus: failure.platformStatusCode }),
  ...retryCount(attemptNumber),
  metadata: {
    errorCode: failure.code,
    retryable: FAILURES[failure.code].retryable,
    ...(retryAt && { scheduledTime: retryAt.toISOString() }),
  },
});

/** Left out of the log's entries for the first try. */
const retryCount = (attemptNumber: number) => (attemptNumber > 1 ? { retryCount: attemptNumber - 1 } : {});

export const toError = (failure: Failure, now: Date): PlatformPostError => ({
  code: failure.code,
  message: failure.message,
  ...(failure.platformStatusCode !== undefined && { platformStatusCode: failure.platformStatusCode }),
  platformError: failure.platformError,
  failedAt: now.toISOString(),
  ...FAILURES[failure.code],
});
