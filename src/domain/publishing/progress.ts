/**
 * What a step makes of a post: its new state, its log entries and events, its attempt, its next job. Nothing is stored
 * here; the committer does that (commit-turns.ts).
 */
import { randomUUID } from 'node:crypto';
import { newId } from '../../foundation/database/id.js';
import { FAILURES, type Failure } from '../../platforms/port/failure.js';
import type { State } from '../../platforms/port/platform.js';
import { LiveEventType } from '../posts/live-event.js';
import {
  isHeldBack,
  type NewPlatformPost,
  next,
  type PlatformPost,
  type PlatformPostError,
  PlatformPostStatus,
} from '../posts/platform-post.js';
import { type NewLogEntry, PostLogEvent } from '../posts/post-log.js';
import type { PublishJob } from '../posts/publish-queue.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import { nextWait, type WaitReason } from './waits.js';

export interface Progress {
  /** The post as it is after the step. */
  post: TurnedPost;
  log: NewLogEntry[];
  events: { type: LiveEventType; attempt?: number; error?: PlatformPostError; reason?: string }[];
  attempt?: AttemptWrite;
  nextJob?: PublishJob;
  /** Parts of its thread that are new with this step. */
  newParts?: NewPlatformPost[];
  /** What the step means for the parts after it. */
  laterParts?: Progress[];
}

/** A post after a step. */
export interface TurnedPost extends PlatformPost {
  /** The text that it has of its own from now on; left out: none that is new. */
  content?: string;
}

export type NewAttempt = Pick<PublishAttempt, 'id' | 'number' | 'startedAt' | 'uncertainUntil'>;

/** What becomes of an attempt: it begins, it ends, or something is noted about it. */
export type AttemptWrite = { begun: NewAttempt } | { ended: AttemptEnd } | { noted: AttemptNote };

/** What is stored when a turn ends and its attempt goes on. */
export interface AttemptNote {
  id: string;
  state: State | null;
  /** Since when nothing of it is under way; null: as before. */
  releasedAt: Date | null;
}

/** What is stored at the end of an attempt. */
export interface AttemptEnd {
  id: string;
  outcome: AttemptOutcome;
  endedAt: Date;
}

/** An attempt that has just ended. */
export interface EndedAttempt {
  id: string;
  number: number;
  outcome: AttemptOutcome;
}

/**
 * An attempt is about to begin. `texts` are those of the parts that the post becomes: its own where that is not the one
 * it has, and one for each new part.
 */
export function started(
  post: PlatformPost,
  attempt: NewAttempt,
  { own, more }: { own: string | undefined; more: readonly string[] },
  now: Date,
): Progress {
  const { number } = attempt;
  const first = post.status !== PlatformPostStatus.PROCESSING;
  // While the platform's limit lasts, a try is told only once it comes to something else.
  const told = post.wait?.kind === 'rate-limit' ? NOTHING : attempted(number);
  const status = next(post.status, 'take') ?? post.status;
  return {
    post: {
      ...post,
      ...(own !== undefined && { content: own }),
      status,
      firstAttemptAt: post.firstAttemptAt ?? now,
      leaseUntil: attempt.uncertainUntil,
      updatedAt: now,
    },
    newParts: more.map((text, index) => newPart(post, text, post.partIndex + 1 + index, now)),
    attempt: { begun: attempt },
    log: [...(first ? [{ event: PostLogEvent.PROCESSING }] : []), ...told.log],
    events: [...(first ? [{ type: LiveEventType.PROCESSING }] : []), ...told.events],
  };
}

type Told = Pick<Progress, 'log' | 'events'>;

const NOTHING: Told = { log: [], events: [] };

const attempted = (number: number): Told => ({
  log: [{ event: PostLogEvent.PUBLISH_ATTEMPTED, ...retryCount(number) }],
  events: [{ type: LiveEventType.ATTEMPT_STARTED, attempt: number }],
});

/** What was not told of an attempt when it began, because the post waited for the platform's limit. */
const untold = ({ wait }: PlatformPost, number: number | undefined): Told =>
  wait?.kind === 'rate-limit' && number !== undefined ? attempted(number) : NOTHING;

/** A part that waits for the one before it: its job comes when that is live. */
const newPart = (post: PlatformPost, content: string, partIndex: number, now: Date): NewPlatformPost => ({
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
  leaseUntil: null,
  wait: null,
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
  const late = untold(post, attempt.number);
  const status = next(post.status, 'succeed') ?? post.status;
  const attemptCount = post.attemptCount + 1;
  return {
    post: { ...ended(post, now), status, postedId, url, error: null, attemptCount },
    attempt: endOf(attempt, now),
    log: [
      ...late.log,
      { event: PostLogEvent.PUBLISH_SUCCEEDED, ...retryCount(attempt.number), metadata: { postedId } },
    ],
    events: [...late.events, { type: LiveEventType.PUBLISHED, attempt: attempt.number }],
    ...(follower && isHeldBack(follower) && { laterParts: [queued(follower, now)] }),
  };
}

/** A part whose turn in the thread has come. */
const queued = (post: PlatformPost, now: Date): Progress => ({
  ...nextTurn({ ...post, wait: null }, now, now),
  log: [],
  events: [{ type: LiveEventType.QUEUED }],
});

const ended = (post: PlatformPost, now: Date): PlatformPost => ({
  ...post,
  dueAt: null,
  jobId: null,
  leaseUntil: null,
  wait: null,
  updatedAt: now,
});

/**
 * The post has failed for good; `attempt` is null when none was made. The parts after it fail with it
 * [splitting/partial-thread]: a reply needs what it replies to.
 */
export function failedForGood(
  post: PlatformPost,
  failure: Failure,
  attempt: EndedAttempt | null,
  laterParts: readonly PlatformPost[],
  now: Date,
): Progress {
  const status = next(post.status, 'fail') ?? post.status;
  const late = failure.code === 'RATE_LIMITED' ? NOTHING : untold(post, attempt?.number);
  const error = toError(failure, now);
  const attemptCount = post.attemptCount + (attempt ? 1 : 0);
  return {
    post: { ...ended(post, now), status, error, attemptCount },
    ...(attempt && { attempt: endOf(attempt, now) }),
    log: [...late.log, failedEntry(failure, attempt?.number ?? 1)],
    events: [...late.events, { type: LiveEventType.FAILED, ...(attempt && { attempt: attempt.number }) }],
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

/**
 * The post waits, and comes back at `at`. Only a long wait that begins, or that has another reason than the one before,
 * is told; so are the parts after it, which wait with it.
 */
export function waiting(
  post: PlatformPost,
  reason: WaitReason,
  at: Date,
  laterParts: readonly PlatformPost[],
  now: Date,
): Progress {
  const { wait, isNews } = nextWait(post, reason, at, now);
  const { post: next, nextJob } = nextTurn({ ...post, wait }, at, now);
  return {
    post: next,
    nextJob,
    ...(isNews ? toldWait(reason, at) : { log: [], events: [] }),
    laterParts: waitingWith(next, laterParts, at, now),
  };
}

const toldWait = ({ reason }: WaitReason, at: Date): Told => ({
  log: [{ event: PostLogEvent.SCHEDULED, metadata: { reason, scheduledTime: at.toISOString() } }],
  events: [{ type: LiveEventType.QUEUED, reason }],
});

/** The parts after one that waits long: each is told once. */
function waitingWith(
  { partIndex }: PlatformPost,
  laterParts: readonly PlatformPost[],
  at: Date,
  now: Date,
): Progress[] {
  const reason: WaitReason = {
    kind: 'predecessor',
    reason: `Part ${partIndex + 1} of the thread has to be published first`,
  };
  return laterParts.filter(isHeldBack).flatMap((part) => {
    const { wait, isNews } = nextWait(part, reason, at, now);
    return isNews ? [{ post: { ...part, wait, updatedAt: now }, ...toldWait(reason, at) }] : [];
  });
}

/** An attempt failed and another follows at `at`. A rate limit is a wait; it is told when it begins. */
export function failedForNow(
  post: PlatformPost,
  { failure, attempt, burnsAttempt, at }: { failure: Failure; attempt: EndedAttempt; burnsAttempt: boolean; at: Date },
  laterParts: readonly PlatformPost[],
  now: Date,
): Progress {
  const isLimit = failure.code === 'RATE_LIMITED';
  const isKnown = isLimit && post.wait?.kind === 'rate-limit';
  const late = untold(post, attempt.number);
  const { wait } = nextWait(post, { kind: 'rate-limit', reason: failure.message }, at, now);
  const { post: next, nextJob } = nextTurn({ ...post, leaseUntil: null, wait: isLimit ? wait : null }, at, now);
  const entry = failedEntry(failure, attempt.number);
  return {
    post: { ...next, attemptCount: post.attemptCount + (burnsAttempt ? 1 : 0) },
    nextJob,
    attempt: endOf(attempt, now),
    log: isKnown ? [] : [...late.log, { ...entry, metadata: { ...entry.metadata, scheduledTime: at.toISOString() } }],
    events: isKnown
      ? []
      : [...late.events, { type: LiveEventType.ATTEMPT_FAILED, attempt: attempt.number, error: toError(failure, now) }],
    laterParts: waitingWith(next, laterParts, at, now),
  };
}

/** The attempt stays open, and somebody comes back to it at `at`. */
export const comingBack = (
  post: PlatformPost & { lastAttempt: number },
  { note, reason, at }: { note: AttemptNote | null; reason: WaitReason; at: Date },
  laterParts: readonly PlatformPost[],
  now: Date,
): Progress => {
  const { releasedAt } = note ?? {};
  const progress = waiting(releasedAt ? { ...post, leaseUntil: releasedAt } : post, reason, at, laterParts, now);
  const late = untold(post, post.lastAttempt);
  return {
    ...progress,
    log: [...late.log, ...progress.log],
    events: [...late.events, ...progress.events],
    ...(note && { attempt: { noted: note } }),
  };
};

/** Its job was lost: a new one does what that should have done. */
export const requeued = (post: PlatformPost, now: Date): Progress => ({
  ...nextTurn(post, post.dueAt ?? now, now),
  log: [],
  events: [],
});

/** The post's next turn: whatever job it had before may do nothing any more. */
function nextTurn(post: PlatformPost, dueAt: Date, now: Date): { post: PlatformPost; nextJob: PublishJob } {
  const jobId = randomUUID();
  const turn = post.turn + 1;
  return {
    post: { ...post, dueAt, turn, jobId, updatedAt: now },
    nextJob: { jobId, postId: post.id, groupId: post.groupId, turn, dueAt },
  };
}

const endOf = ({ id, outcome }: EndedAttempt, endedAt: Date): AttemptWrite => ({ ended: { id, outcome, endedAt } });

/** Absent when there was no retry [post-log/retryCount]. */
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
