/**
 * What a step makes of a post: its new state, its log entries and events, its attempt, its next job. Nothing is stored
 * here; the committer does that (commit-turns.ts).
 */
import { randomUUID } from 'node:crypto';
import { newId } from '../database/id.js';
import { LiveEventType } from '../live/live-event.js';
import { FAILURES, type Failure } from '../platforms/failure.js';
import type { State } from '../platforms/platform.js';
import {
  isHeldBack,
  next,
  type PlatformPost,
  type PlatformPostError,
  PlatformPostStatus,
} from '../posts/platform-post.js';
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
  /** Parts of its thread that are new with this step. */
  newParts?: PlatformPost[];
  /** What the step means for the parts after it. */
  laterParts?: Progress[];
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

/**
 * An attempt is about to begin. `texts` are those of the parts that the post becomes: its own, and one for each new part
 * (document 3, "get-post": "when publishing splits a target into a thread, each part is an entry of its own").
 */
export function started(post: PlatformPost, attempt: NewAttempt, texts: readonly string[], now: Date): Progress {
  const { number } = attempt;
  const first = post.status !== PlatformPostStatus.PROCESSING;
  const status = next(post.status, 'take') ?? post.status;
  const [content = post.content, ...more] = texts;
  return {
    post: { ...post, content, status, firstAttemptAt: post.firstAttemptAt ?? now, updatedAt: now },
    newParts: more.map((text, index) => newPart(post, text, post.partIndex + 1 + index, now)),
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

/** A part that waits for the one before it: its job comes when that is live. */
const newPart = (post: PlatformPost, content: string, partIndex: number, now: Date): PlatformPost => ({
  ...post,
  id: newId(now),
  partIndex,
  content,
  status: PlatformPostStatus.PENDING,
  attemptCount: 0,
  firstAttemptAt: null,
  dueAt: null,
  turn: 0,
  jobId: null,
  createdAt: now,
  updatedAt: now,
});

/** The platform has the post; the next part of its thread follows at once. */
export function published(
  post: PlatformPost,
  attempt: EndedAttempt,
  { postedId, url = null }: { postedId: string; url?: string | null },
  laterParts: readonly PlatformPost[],
  now: Date,
): Progress {
  const [follower] = laterParts;
  const status = next(post.status, 'succeed') ?? post.status;
  const attemptCount = post.attemptCount + 1;
  return {
    post: { ...post, status, postedId, url, error: null, dueAt: null, jobId: null, attemptCount, updatedAt: now },
    attempt: endOf(attempt, now),
    log: [{ event: PostLogEvent.PUBLISH_SUCCEEDED, ...retryCount(attempt.number), metadata: { postedId } }],
    events: [{ type: LiveEventType.PUBLISHED, attempt: attempt.number }],
    ...(follower && isHeldBack(follower) && { laterParts: [queued(follower, now)] }),
  };
}

/** A part whose turn in the thread has come. */
const queued = (post: PlatformPost, now: Date): Progress => ({
  ...waitingUntil(post, now, now),
  log: [],
  events: [{ type: LiveEventType.QUEUED }],
});

/**
 * The post has failed for good; `attempt` is null when none was made. The parts after it fail with it (document 2,
 * "Content splitting", rule 8): a reply needs what it replies to.
 */
export function failedForGood(
  post: PlatformPost,
  failure: Failure,
  attempt: EndedAttempt | null,
  laterParts: readonly PlatformPost[],
  now: Date,
): Progress {
  const status = next(post.status, 'fail') ?? post.status;
  const error = toError(failure, now);
  const attemptCount = post.attemptCount + (attempt ? 1 : 0);
  return {
    post: { ...post, status, error, dueAt: null, jobId: null, attemptCount, updatedAt: now },
    ...(attempt && { attempt: endOf(attempt, now) }),
    log: [failedEntry(failure, attempt?.number ?? 1)],
    events: [{ type: LiveEventType.FAILED, ...(attempt && { attempt: attempt.number }) }],
    laterParts: laterParts
      .filter(isHeldBack)
      .map((part) => failedForGood(part, interruptedBy(post, failure), null, [], now)),
  };
}

const interruptedBy = ({ partIndex }: PlatformPost, { code }: Failure): Failure => ({
  code: 'THREAD_INTERRUPTED',
  message: `Part ${partIndex + 1} of the thread was not published (${code}), and this one follows it`,
  outcome: 'rejected',
  platformError: null,
});

/** The account has used up what the platform allows: the post waits without an attempt. */
export const heldUp = (post: PlatformPost, reason: string, at: Date, now: Date): Progress => ({
  ...waitingUntil(post, at, now),
  log: [{ event: PostLogEvent.SCHEDULED, metadata: { reason, scheduledTime: at.toISOString() } }],
  events: [{ type: LiveEventType.QUEUED }],
});

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
