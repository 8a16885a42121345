/**
 * What a step makes of a post: its new state, its log entries and events, its attempt, its next job. Nothing is stored
 * here; the committer does that (commit-turns.ts).
 */
import { randomUUID } from 'node:crypto';
import { LiveEventType } from '../live/live-event.js';
import { FAILURES, type Failure } from '../platforms/failure.js';
import type { State } from '../platforms/platform.js';
import { next, type PlatformPost, type PlatformPostError, PlatformPostStatus } from '../posts/platform-post.js';
import { type NewLogEntry, PostLogEvent } from '../posts/post-log.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import type { PublishJob } from './publish-queue.js';

export interface Progress {
  /** The post as it is after the step. */
  post: PlatformPost;
  log: NewLogEntry[];
  events: { type: LiveEventType; attempt?: number; error?: PlatformPostError }[];
  attempt?: AttemptWrite;
  nextJob?: PublishJob;
}

export type NewAttempt = Pick<PublishAttempt, 'id' | 'number' | 'startedAt' | 'uncertainUntil'>;

/** What becomes of an attempt: it begins, it ends, or something is noted about it. */
export type AttemptWrite = { begun: NewAttempt } | { ended: AttemptEnd } | { noted: { id: string; state: State } };

/** What is stored at the end of an attempt. */
export interface AttemptEnd {
  id: string;
  outcome: AttemptOutcome;
  endedAt: Date;
  /**
   * As the one who decides knows it. When it is another by now, the attempt goes on (a stalled worker came back to it),
   * and only that the platform has the post ends it.
   */
  uncertainUntil: Date;
}

/** An attempt that has just ended. */
export interface EndedAttempt {
  id: string;
  number: number;
  outcome: AttemptOutcome;
  uncertainUntil: Date;
}

/** An attempt is about to begin. */
export function started(post: PlatformPost, attempt: NewAttempt, now: Date): Progress {
  const { number } = attempt;
  const first = post.status !== PlatformPostStatus.PROCESSING;
  const status = next(post.status, 'take') ?? post.status;
  return {
    post: { ...post, status, firstAttemptAt: post.firstAttemptAt ?? now, updatedAt: now },
    attempt: { begun: attempt },
    log: [
      ...(first ? [{ event: PostLogEvent.PROCESSING }] : []),
      { event: PostLogEvent.PUBLISH_ATTEMPTED, ...retryCount(number) },
    ],
    events: [
      ...(first ? [{ type: LiveEventType.PROCESSING }] : []),
      { type: LiveEventType.ATTEMPT_STARTED, attempt: number },
    ],
  };
}

/** The platform has the post. */
export function published(
  post: PlatformPost,
  attempt: EndedAttempt,
  { postedId, url = null }: { postedId: string; url?: string | null },
  now: Date,
): Progress {
  const status = next(post.status, 'succeed') ?? post.status;
  const attemptCount = post.attemptCount + 1;
  return {
    post: { ...post, status, postedId, url, error: null, dueAt: null, jobId: null, attemptCount, updatedAt: now },
    attempt: endOf(attempt, now),
    log: [{ event: PostLogEvent.PUBLISH_SUCCEEDED, ...retryCount(attempt.number), metadata: { postedId } }],
    events: [{ type: LiveEventType.PUBLISHED, attempt: attempt.number }],
  };
}

/** The post has failed for good; `attempt` is null when none was made. */
export function failedForGood(post: PlatformPost, failure: Failure, attempt: EndedAttempt | null, now: Date): Progress {
  const status = next(post.status, 'fail') ?? post.status;
  const error = toError(failure, now);
  const attemptCount = post.attemptCount + (attempt ? 1 : 0);
  return {
    post: { ...post, status, error, dueAt: null, jobId: null, attemptCount, updatedAt: now },
    ...(attempt && { attempt: endOf(attempt, now) }),
    log: [failedEntry(failure, attempt?.number ?? 1)],
    events: [{ type: LiveEventType.FAILED, ...(attempt && { attempt: attempt.number }) }],
  };
}

/** An attempt failed and another follows at `at`. */
export function failedForNow(
  post: PlatformPost,
  { failure, attempt, burnsAttempt, at }: { failure: Failure; attempt: EndedAttempt; burnsAttempt: boolean; at: Date },
  now: Date,
): Progress {
  const { post: waiting, nextJob } = waitingUntil(post, at, now);
  return {
    post: { ...waiting, attemptCount: post.attemptCount + (burnsAttempt ? 1 : 0) },
    nextJob,
    attempt: endOf(attempt, now),
    log: [failedEntry(failure, attempt.number)],
    events: [{ type: LiveEventType.ATTEMPT_FAILED, attempt: attempt.number, error: toError(failure, now) }],
  };
}

/** The attempt stays open, and somebody comes back to it at `at`. */
export function comingBack(post: PlatformPost, attemptId: string, at: Date, state: State | null, now: Date): Progress {
  const attempt = state && { attempt: { noted: { id: attemptId, state } } };
  return { ...waitingUntil(post, at, now), ...attempt, log: [], events: [] };
}

/** Its job was lost: a new one does what that should have done. */
export const requeued = (post: PlatformPost, now: Date): Progress => ({
  ...waitingUntil(post, post.dueAt ?? now, now),
  log: [],
  events: [],
});

/** The post's next turn: whatever job it had before may do nothing any more. */
function waitingUntil(post: PlatformPost, dueAt: Date, now: Date): { post: PlatformPost; nextJob: PublishJob } {
  const jobId = randomUUID();
  const turn = post.turn + 1;
  return {
    post: { ...post, dueAt, turn, jobId, updatedAt: now },
    nextJob: { jobId, postId: post.id, groupId: post.groupId, turn, dueAt },
  };
}

const endOf = ({ id, outcome, uncertainUntil }: EndedAttempt, endedAt: Date): AttemptWrite => ({
  ended: { id, outcome, endedAt, uncertainUntil },
});

/** Document 1: absent when there was no retry. */
const retryCount = (attemptNumber: number) => (attemptNumber > 1 ? { retryCount: attemptNumber - 1 } : {});

const toError = (failure: Failure, now: Date): PlatformPostError => ({
  code: failure.code,
  message: failure.message,
  ...(failure.platformStatusCode !== undefined && { platformStatusCode: failure.platformStatusCode }),
  platformError: failure.platformError,
  failedAt: now.toISOString(),
  ...FAILURES[failure.code],
});

const failedEntry = (failure: Failure, attemptNumber: number): NewLogEntry => ({
  event: PostLogEvent.PUBLISH_FAILED,
  error: failure.message,
  ...(failure.platformStatusCode !== undefined && { httpStatus: failure.platformStatusCode }),
  ...retryCount(attemptNumber),
  metadata: { errorCode: failure.code, retryable: FAILURES[failure.code].retryable },
});
