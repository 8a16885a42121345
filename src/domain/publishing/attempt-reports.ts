/** What the log and the live events say about attempts. */
import { FAILURES, type Failure } from '../../platforms/port/failure.js';
import type { Addition } from '../posts/state/additions.js';
import { LiveEventType } from '../posts/state/live-event.js';
import type { PlatformPost, PlatformPostError } from '../posts/state/platform-post.js';
import type { PostChange } from '../posts/state/post-change.js';
import { type NewLogEntry, PostLogEvent } from '../posts/state/post-log.js';

/** Log entries and live events. */
export type Report = Required<Pick<PostChange, 'log' | 'liveEvents'>>;

export const NO_REPORT: Report = { log: [], liveEvents: [] };

export const joinReports = (...reports: readonly Report[]): Report => ({
  log: reports.flatMap(({ log }) => log),
  liveEvents: reports.flatMap(({ liveEvents }) => liveEvents),
});

/** While a post waits for a platform's rate limit, an attempt is reported only once it has another result. */
const isReported = ({ wait }: PlatformPost): boolean => wait?.kind !== 'rate-limit';

export const reportStart = (post: PlatformPost, number: number): Report =>
  isReported(post) ? attempted(number) : NO_REPORT;

/** What was not reported when the attempt began. */
export const reportLateStart = (post: PlatformPost, number: number | undefined): Report =>
  isReported(post) || number === undefined ? NO_REPORT : attempted(number);

const attempted = (number: number): Report => ({
  log: [{ event: PostLogEvent.PUBLISH_ATTEMPTED, ...retryCount(number) }],
  liveEvents: [{ type: LiveEventType.ATTEMPT_STARTED, attempt: number }],
});

export const processingEntry = (additions: readonly Addition[], leftOff: readonly Addition[]): NewLogEntry => ({
  event: PostLogEvent.PROCESSING,
  ...(additions.length + leftOff.length > 0 && { metadata: { additions, leftOff } }),
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

/** Absent when there was no retry [post-log/retryCount]. */
const retryCount = (attemptNumber: number) => (attemptNumber > 1 ? { retryCount: attemptNumber - 1 } : {});

export const toError = (failure: Failure, now: Date): PlatformPostError => ({
  code: failure.code,
  message: failure.message,
  ...(failure.platformStatusCode !== undefined && { platformStatusCode: failure.platformStatusCode }),
  platformError: failure.platformError,
  failedAt: now.toISOString(),
  ...FAILURES[failure.code],
});
