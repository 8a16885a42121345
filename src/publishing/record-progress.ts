/**
 * The writes of publishing: each function stores one step of one post, with its log entries, events, next job and the
 * group's rollup, in the caller's transaction.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from '../database/unit-of-work.js';
import { type LiveEventPayload, LiveEventType, type LivePost } from '../live/live-event.js';
import { recordEvents } from '../live/live-event.repository.js';
import { FAILURES, type Failure } from '../platforms/failure.js';
import { next, type PlatformPost, type PlatformPostError, PlatformPostStatus } from '../posts/platform-post.js';
import { processingStatus, rollup } from '../posts/post-group.js';
import { livePost } from '../posts/post-live.js';
import { type NewLogEntry, PostLogEvent } from '../posts/post-log.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import type { PublishQueue } from './publish-queue.js';
import { type AttemptWrite, type Held, storeTurn } from './turn.repository.js';

/** An attempt and how it ended. */
export interface EndedAttempt {
  id: string;
  number: number;
  outcome: AttemptOutcome;
}

const endOf = ({ id, outcome }: EndedAttempt, at: Date): AttemptWrite => ({ end: { id, outcome, at } });

/** A worker has the post and an attempt is about to begin. */
export async function recordStart(
  db: Db,
  held: Held,
  attempt: Pick<PublishAttempt, 'id' | 'number' | 'startedAt' | 'uncertainUntil'>,
  now: Date,
): Promise<void> {
  const { post } = held;
  const { number } = attempt;
  const first = post.status !== PlatformPostStatus.PROCESSING;
  const retryCount = number > 1 ? { retryCount: number - 1 } : {};
  const changes = { status: next(post.status, 'take') ?? post.status, firstAttemptAt: post.firstAttemptAt ?? now };
  await store(db, held, changes, now, {
    attempt: { insert: attempt },
    log: [
      ...(first ? [{ event: PostLogEvent.PROCESSING }] : []),
      { event: PostLogEvent.PUBLISH_ATTEMPTED, ...retryCount },
    ],
    events: [
      ...(first ? [{ type: LiveEventType.PROCESSING }] : []),
      { type: LiveEventType.ATTEMPT_STARTED, attempt: number },
    ],
  });
}

/** The platform has the post. */
export async function recordPublished(
  db: Db,
  held: Held,
  attempt: EndedAttempt,
  published: { postedId: string; url?: string },
  now: Date,
): Promise<void> {
  const { post } = held;
  const retryCount = attempt.number > 1 ? { retryCount: attempt.number - 1 } : {};
  await store(
    db,
    held,
    {
      status: next(post.status, 'succeed') ?? post.status,
      postedId: published.postedId,
      url: published.url ?? null,
      error: null,
      dueAt: null,
      jobId: null,
      attemptCount: post.attemptCount + 1,
    },
    now,
    {
      attempt: endOf(attempt, now),
      log: [{ event: PostLogEvent.PUBLISH_SUCCEEDED, ...retryCount, metadata: { postedId: published.postedId } }],
      events: [{ type: LiveEventType.PUBLISHED, attempt: attempt.number }],
    },
  );
}

/** The post has failed for good. `attempt` is left out when none was made. */
export async function recordFailed(
  db: Db,
  held: Held,
  failure: Failure,
  { attempt, now }: { attempt?: EndedAttempt; now: Date },
): Promise<void> {
  const { post } = held;
  const error = toError(failure, now);
  await store(
    db,
    held,
    {
      status: next(post.status, 'fail') ?? post.status,
      error,
      dueAt: null,
      jobId: null,
      attemptCount: post.attemptCount + (attempt ? 1 : 0),
    },
    now,
    {
      attempt: attempt && endOf(attempt, now),
      log: [failedEntry(failure, attempt?.number)],
      events: [{ type: LiveEventType.FAILED, ...(attempt && { attempt: attempt.number }) }],
    },
  );
}

/** A new job for the post's next turn: another attempt after one that `failed`, or a look. */
export async function recordAgain(
  db: Db,
  queue: PublishQueue,
  held: Held,
  again: { at: Date; failed?: { attempt: EndedAttempt; failure: Failure; burnsAttempt: boolean } },
  now: Date,
): Promise<void> {
  const { post } = held;
  const { at, failed } = again;
  const jobId = randomUUID();
  const turn = post.turn + 1;
  const attemptCount = post.attemptCount + (failed?.burnsAttempt ? 1 : 0);
  await store(db, held, { dueAt: at, jobId, turn, attemptCount }, now, {
    attempt: failed && endOf(failed.attempt, now),
    log: failed ? [failedEntry(failed.failure, failed.attempt.number)] : [],
    events: failed
      ? [{ type: LiveEventType.ATTEMPT_FAILED, attempt: failed.attempt.number, error: toError(failed.failure, now) }]
      : [],
    due: at,
  });
  await queue.enqueue(db, [{ jobId, postId: post.id, groupId: post.groupId, turn, dueAt: at }]);
}

interface Told {
  log: NewLogEntry[];
  events: { type: LiveEventType; attempt?: number; error?: PlatformPostError }[];
  due?: Date;
  attempt?: AttemptWrite | undefined;
}

/** Stores a post's changes, what follows for the group, and what there is to tell. */
async function store(db: Db, held: Held, changes: Partial<PlatformPost>, now: Date, told: Told): Promise<void> {
  const { group, posts, post } = held;
  const after: PlatformPost = { ...post, ...changes };
  const statuses = posts.map((other) => (other.id === post.id ? after.status : other.status));
  const result = rollup(statuses);
  const status = result ?? group.status;
  const state = { groupStatus: status, processingStatus: processingStatus(statuses) };

  const entries: NewLogEntry[] = told.log.map((entry) => ({ postId: post.id, platform: post.platform, ...entry }));
  if (status !== group.status) {
    entries.push({ event: PostLogEvent.STATUS_CHANGED, metadata: { from: group.status, to: status } });
  }
  await storeTurn(db, after, entries, told.attempt, now);

  const events: LiveEventPayload[] = told.events.map(({ type, ...more }) => ({
    type,
    ...state,
    post: { ...livePost(after), ...more } satisfies LivePost,
  }));
  if (result !== undefined) events.push({ type: LiveEventType.ROLLUP, ...state });
  const due = told.due ? [told.due] : [];
  const { processingStatus: processing } = state;
  await recordEvents(db, group.id, events, { now, due, group: { status, processingStatus: processing } });
}

const toError = (failure: Failure, now: Date): PlatformPostError => ({
  code: failure.code,
  message: failure.message,
  ...(failure.platformStatusCode !== undefined && { platformStatusCode: failure.platformStatusCode }),
  platformError: failure.platformError,
  failedAt: now.toISOString(),
  ...FAILURES[failure.code],
});

const failedEntry = (failure: Failure, number = 1): NewLogEntry => ({
  event: PostLogEvent.PUBLISH_FAILED,
  error: failure.message,
  ...(failure.platformStatusCode !== undefined && { httpStatus: failure.platformStatusCode }),
  ...(number > 1 && { retryCount: number - 1 }),
  metadata: { errorCode: failure.code, retryable: FAILURES[failure.code].retryable },
});
