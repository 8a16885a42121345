/** What attempts change about posts. Nothing is stored here (commit-runs.ts). */
import { newId } from '../../foundation/database/id.js';
import type { Failure } from '../../platforms/port/failure.js';
import { LiveEventType } from '../posts/state/live-event.js';
import {
  isAwaitingPredecessor,
  isPart,
  type NewPlatformPost,
  type PlatformPost,
  PlatformPostKind,
  PlatformPostStatus,
} from '../posts/state/platform-post.js';
import type { AttemptWrite, NewAttempt, PostChange } from '../posts/state/post-change.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';
import {
  failedEntry,
  joinReports,
  NO_REPORT,
  processingEntry,
  publishedEntry,
  reportLateStart,
  reportStart,
  toError,
} from './attempt-reports.js';
import type { FirstTexts } from './first-texts.js';
import { following, waitingWith, withNewJob } from './wait-changes.js';
import { nextWait } from './waits.js';

/** An attempt that has just ended. */
export type EndedAttempt = Pick<PublishAttempt, 'id' | 'number'> & { outcome: NonNullable<PublishAttempt['outcome']> };

/**
 * An attempt is about to begin. `own` is the text of the post where that is not the one it has. A text with additions is
 * stored beside the written one.
 */
export function started(
  post: PlatformPost,
  attempt: NewAttempt,
  own: string | undefined,
  texts: FirstTexts,
  now: Date,
): PostChange {
  const { parts, additions, leftOff } = texts;
  const isFirst = post.status !== PlatformPostStatus.PROCESSING;
  const processing = isFirst
    ? { log: [processingEntry(additions, leftOff)], liveEvents: [{ type: LiveEventType.PROCESSING }] }
    : NO_REPORT;
  return {
    event: 'take',
    post: {
      ...post,
      ...(own !== undefined && (additions.length > 0 && parts.length === 1 ? { finalText: own } : { content: own })),
      firstAttemptAt: post.firstAttemptAt ?? now,
      leaseUntil: attempt.uncertainUntil,
      updatedAt: now,
    },
    newParts: newParts(post, texts, now),
    attempt: { begun: attempt },
    ...joinReports(processing, reportStart(post, attempt.number)),
  };
}

/** The rows that a target gets: the later parts of its post, then the first comment. */
export const newParts = (post: PlatformPost, { parts, comment }: FirstTexts, now: Date): NewPlatformPost[] =>
  [
    ...parts.slice(1).map((content) => ({ content, kind: PlatformPostKind.POST })),
    ...(comment === null ? [] : [{ content: comment, kind: PlatformPostKind.COMMENT }]),
  ].map((row, index) => newPart(post, row, post.partIndex + 1 + index, now));

/** A row that waits for the one before it: its job comes once that is published. */
const newPart = (
  post: PlatformPost,
  row: Pick<NewPlatformPost, 'content' | 'kind'>,
  partIndex: number,
  now: Date,
): NewPlatformPost => ({
  ...post,
  ...row,
  id: newId(now),
  partIndex,
  firstComment: null,
  status: PlatformPostStatus.PENDING,
  attemptCount: 0,
  firstAttemptAt: null,
  dueAt: null,
  generation: 0,
  jobId: null,
  leaseUntil: null,
  wait: null,
  createdAt: now,
  updatedAt: now,
});

/**
 * The platform has the post; the next part of its thread follows at once. `attempt` is null when none that is stored sent
 * it.
 */
export function published(
  post: PlatformPost,
  attempt: EndedAttempt | null,
  {
    postedId,
    url = null,
    furtherIds = null,
  }: { postedId: string; url?: string | null; furtherIds?: readonly string[] | null },
  [follower]: readonly PlatformPost[],
  now: Date,
): PostChange[] {
  const report = {
    log: [publishedEntry(postedId, attempt?.number ?? 1)],
    liveEvents: [{ type: LiveEventType.PUBLISHED, ...(attempt && { attempt: attempt.number }) }],
  };
  const change: PostChange = {
    event: 'succeed',
    post: { ...ended(post, now), postedId, url, furtherIds, error: null, attemptCount: post.attemptCount + 1 },
    ...(attempt && { attempt: endOf(attempt, now) }),
    ...joinReports(reportLateStart(post, attempt?.number), report),
  };
  return follower && isAwaitingPredecessor(follower) ? [change, following(follower, now)] : [change];
}

const ended = (post: PlatformPost, now: Date): PlatformPost => ({
  ...post,
  dueAt: null,
  jobId: null,
  leaseUntil: null,
  wait: null,
  updatedAt: now,
});

/**
 * The post has failed permanently; `attempt` is null if none was made. The parts after it fail with it
 * [splitting/partial-thread]: a reply needs the post that it replies to.
 */
export function failedForGood(
  post: PlatformPost,
  failure: Failure,
  attempt: EndedAttempt | null,
  laterParts: readonly PlatformPost[],
  now: Date,
): PostChange[] {
  const unreported = failure.code === 'RATE_LIMITED' ? NO_REPORT : reportLateStart(post, attempt?.number);
  const report = {
    log: [failedEntry(failure, attempt?.number ?? 1)],
    liveEvents: [{ type: LiveEventType.FAILED, ...(attempt && { attempt: attempt.number }) }],
  };
  const attemptCount = post.attemptCount + (attempt ? 1 : 0);
  return [
    {
      event: 'fail',
      post: { ...ended(post, now), error: toError(failure, now), attemptCount },
      ...(attempt && { attempt: endOf(attempt, now) }),
      ...joinReports(unreported, report),
    },
    ...laterParts
      .filter(isAwaitingPredecessor)
      .flatMap((part) => failedForGood(part, interruptedBy(post, part, failure), null, [], now)),
  ];
}

const interruptedBy = ({ partIndex }: PlatformPost, later: PlatformPost, { code }: Failure): Failure => ({
  code: 'THREAD_INTERRUPTED',
  message: isPart(later)
    ? `Part ${partIndex + 1} of the thread was not published (${code}), and this one follows it`
    : `The post was not published (${code}), and its first comment follows it`,
  outcome: 'rejected',
  platformError: null,
});

/** An attempt failed and another follows at `at`. A rate limit is a wait, reported when it begins. */
export function failedForNow(
  post: PlatformPost,
  { failure, attempt, burnsAttempt, at }: { failure: Failure; attempt: EndedAttempt; burnsAttempt: boolean; at: Date },
  laterParts: readonly PlatformPost[],
  now: Date,
): PostChange[] {
  const isLimit = failure.code === 'RATE_LIMITED';
  const isKnown = isLimit && post.wait?.kind === 'rate-limit';
  const { wait } = nextWait(post, { kind: 'rate-limit', reason: failure.message }, at, now);
  const report = {
    log: [failedEntry(failure, attempt.number, at)],
    liveEvents: [{ type: LiveEventType.ATTEMPT_FAILED, attempt: attempt.number, error: toError(failure, now) }],
  };
  return [
    {
      post: {
        ...withNewJob({ ...post, leaseUntil: null, wait: isLimit ? wait : null }, at, now),
        attemptCount: post.attemptCount + (burnsAttempt ? 1 : 0),
      },
      attempt: endOf(attempt, now),
      ...(isKnown ? NO_REPORT : joinReports(reportLateStart(post, attempt.number), report)),
    },
    ...waitingWith(post, laterParts, at, now),
  ];
}

const endOf = ({ id, outcome }: EndedAttempt, endedAt: Date): AttemptWrite => ({ ended: { id, outcome, endedAt } });
