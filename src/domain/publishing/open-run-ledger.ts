import { newId } from '../../foundation/database/id.js';
import type { LeasedJob } from '../../foundation/leased-job.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { PostChange } from '../posts/post-change.js';
import type { AttemptOutcome, PublishAttempt } from '../posts/publish-attempt.js';
import { LEAD_MS } from '../posts/publish-queue.js';
import { type EndedAttempt, failedForGood, failedForNow, published, started } from './attempt-changes.js';
import type { CommitRun, RunDecision, RunWrite } from './commit-runs.js';
import { type FencingToken, isCurrent } from './fencing-token.js';
import { grantLease, uncertainAfter } from './lease.js';
import type { AttemptNotes, LockedPost, PostToPublish, PublishStore } from './publish-store.js';
import type { PublishingConfig } from './publishing-config.js';
import { type AfterFailure, afterFailure } from './retry-policy.js';
import type { LeasedAttempt, RunLedger } from './run-ledger.js';
import { type ReportRun, type RunAttempt, runReport } from './run-report.js';
import { comingBack, delayed, waiting } from './wait-changes.js';
import { growingDelayMs, IN_FLIGHT, PAUSED, PREPARATION, waitingSince, waitsBefore } from './waits.js';

export interface LedgerNeeds {
  store: PublishStore;
  commitRun: CommitRun;
  clock: () => Date;
  /** No later than the true time (database-clock.ts). */
  earliestTime: () => Date;
  /** Milliseconds since any moment; never set back, and not stopped by a pause of the process. */
  monotonic: () => number;
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  config: PublishingConfig;
  reportRun: ReportRun;
}

/** While the database is away: the pauses between tries to store what is known of an attempt. */
const STORE_AGAIN_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** A worker that was overtaken by another one comes back no sooner than this. */
const OVERTAKEN_MS = 1_000;

/** Another attempt of the post is open. */
const ANOTHER_IS_OPEN = Symbol('another attempt is open');

/** One file takes no longer: it is refused then (media-process.ts). */
const PREPARATION_MS = MINUTE_MS;

/** The first wait after an error of this service. */
const SERVICE_ERROR_MS = 5_000;

export function openRunLedger(
  needs: LedgerNeeds,
  token: FencingToken,
  { post, text }: PostToPublish,
  job: LeasedJob,
  /** When the job was given to this worker, by `monotonic`. */
  since: number,
): RunLedger {
  const { store, clock, config } = needs;

  /**
   * By the clock, as far as it is sure. The database, which gives no job away before its lead, knows better: once that has
   * passed, the post is due, or an operator wants it to be.
   */
  async function due(): Promise<void> {
    for (;;) {
      const untilDue = (post.dueAt?.getTime() ?? 0) - needs.earliestTime().getTime();
      const left = Math.min(untilDue, LEAD_MS - (needs.monotonic() - since));
      if (left <= 0) return;
      await needs.sleep(Math.ceil(left));
    }
  }

  /** Reports what came of the run once that is stored: it need not be what this worker meant to store. */
  async function commitRun<Result>(write: RunWrite<Result>, run?: RunAttempt): Promise<Result> {
    await due();
    let stored: RunDecision<Result> | undefined;
    const result = await needs.commitRun<Result>({
      ...write,
      decide(locked, later) {
        stored = write.decide(locked, later);
        return stored;
      },
    });
    const change = stored?.endJob && stored.changes?.[0];
    if (change) needs.reportRun(runReport(job, post, change, run, clock()));
    return result;
  }

  /** No other process knows what is to be stored here, so it is not given up when the database is away for a moment. */
  async function commitOutcome(write: RunWrite<void>, run: RunAttempt): Promise<void> {
    for (const pause of STORE_AGAIN_MS) {
      try {
        return await commitRun(write, run);
      } catch {
        await needs.sleep(pause);
      }
    }
    return commitRun(write, run);
  }

  const endRun = (
    change: (post: LockedPost, laterParts: PlatformPost[]) => PostChange[],
    run?: RunAttempt,
  ): Promise<void> =>
    commitRun(
      {
        token,
        decide: (locked, later) => ({
          ...(locked && { changes: change(locked, later) }),
          endJob: job,
          result: undefined,
        }),
      },
      run,
    );

  /** The outcome is stored even when it no longer decides about the post: it is what happened. */
  const endAttempt = (
    attempt: PublishAttempt,
    outcome: AttemptOutcome,
    change: (post: PlatformPost, ended: EndedAttempt, laterParts: PlatformPost[]) => PostChange[],
    code?: FailureCode,
  ): Promise<void> => {
    const { id, number, uncertainUntil } = attempt;
    return commitOutcome(
      {
        token,
        attempt: { number },
        decide: (locked, later) => ({
          ...(locked && outcome !== 'published' && !hasLease(locked, uncertainUntil)
            ? overtaken(locked, later)
            : locked
              ? { changes: change(locked, { id, number, outcome }, later) }
              : { attempt: { postId: post.id, ended: { id, outcome, endedAt: clock() } } }),
          endJob: job,
          result: undefined,
        }),
      },
      { attempt, ...(code && { code }) },
    );
  };

  /** Another worker has gone on with the attempt, or has ended it: only that it is live decides. This job comes back. */
  const overtaken = (post: LockedPost, later: PlatformPost[]): { changes?: PostChange[] } => {
    if (!isCurrent(post, token.generation)) return {};
    const now = clock();
    const at = new Date(Math.max(post.leaseUntil?.getTime() ?? 0, now.getTime() + OVERTAKEN_MS));
    return { changes: waiting(post, IN_FLIGHT, at, later, now) };
  };

  const giveWay = (): Promise<void> =>
    commitRun({
      token,
      decide: (locked, later) => ({ ...(locked && overtaken(locked, later)), endJob: job, result: undefined }),
    });

  const next = (attempt: PublishAttempt, failure: Failure, now: Date): AfterFailure =>
    afterFailure({
      failure,
      burnt: post.attemptCount,
      now,
      delaysMs: config.retryDelaysMs,
      rateLimit: { firstWaitMs: config.rateLimitWaitMs, waitsBefore: waitsBefore(post, 'rate-limit') },
      giveUpAt: new Date((post.firstAttemptAt ?? attempt.startedAt).getTime() + config.maxLatenessMs),
      random: needs.random(),
    });

  const note = async (attempt: PublishAttempt, notes: AttemptNotes): Promise<PublishAttempt | undefined> =>
    (await store.noteAttempt(attempt, notes)) ? { ...attempt, ...notes } : undefined;

  return {
    due,

    preparing: () =>
      commitRun({
        token,
        decide: (locked, later) => {
          if (!locked || locked.leaseUntil) return { result: undefined };
          const now = clock();
          const at = new Date(now.getTime() + PREPARATION_MS);
          return { changes: delayed(locked, PREPARATION, at, later, now), result: undefined };
        },
      }),

    async begin([own, ...more]) {
      const texts = { own: own === text ? undefined : own, more };
      const lease = grantLease(needs.monotonic, config);
      const startedAt = clock();
      const uncertainUntil = uncertainAfter(startedAt, config);
      const id = newId(startedAt);
      const beginning = commitRun<LeasedAttempt | typeof ANOTHER_IS_OPEN | undefined>({
        token,
        decide: (locked, later) => {
          if (!locked) return { endJob: job, result: undefined };
          if (locked.leaseUntil) return { result: ANOTHER_IS_OPEN };
          if (locked.isPaused)
            return { changes: waiting(locked, PAUSED, null, later, clock()), endJob: job, result: undefined };
          const begun = { id, number: locked.lastAttempt + 1, startedAt, uncertainUntil };
          const attempt = { ...begun, postId: post.id, state: null, failure: null, outcome: null, endedAt: null };
          return { changes: [started(locked, begun, texts, startedAt)], result: { attempt, lease } };
        },
      });
      const begun = await beginning.catch((error: Error) => error);
      if (begun !== ANOTHER_IS_OPEN && !(begun instanceof Error)) return begun;
      // The answer to its own commit may have been lost: then the attempt is there, and is this worker's.
      const [now] = await store.findPosts([post.id]);
      if (now?.open?.id === id) return { attempt: now.open, lease };
      if (begun instanceof Error) throw begun;
      await giveWay();
    },

    adopt: ({ uncertainUntil }) =>
      endRun((locked, later) => {
        const now = clock();
        const leaseUntil = locked.leaseUntil ?? uncertainUntil;
        return waiting({ ...locked, leaseUntil }, IN_FLIGHT, now, later, now);
      }),

    async renew(attempt, state, withinMs) {
      const lease = grantLease(needs.monotonic, config);
      const noted = await note(attempt, { state, uncertainUntil: uncertainAfter(clock(), config, withinMs) });
      return noted && { attempt: noted, lease };
    },

    noteLoss: (attempt, failure) =>
      note(attempt, { failure, uncertainUntil: new Date(clock().getTime() + config.graceMs) }),

    published: (attempt, step) =>
      endAttempt(attempt, 'published', (locked, ended, later) => published(locked, ended, step, later, clock())),

    publishedBefore: (earlier, { id, number }, step) =>
      commitOutcome(
        {
          token,
          attempt: { number },
          decide: (locked, later) => {
            const now = clock();
            return {
              ...(locked && { changes: published(locked, { ...earlier, outcome: 'published' }, step, later, now) }),
              attempt: { postId: post.id, ended: { id, outcome: 'rejected', endedAt: now } },
              endJob: job,
              result: undefined,
            };
          },
        },
        { attempt: earlier },
      ),

    retryOrFail(attempt, outcome, failure) {
      const now = clock();
      const after = next(attempt, failure, now);
      if (after.kind === 'final') {
        return endAttempt(attempt, outcome, (locked, ended, later) =>
          failedForGood(locked, failure, ended, later, now),
        );
      }
      const { at, burnsAttempt } = after;
      return endAttempt(
        attempt,
        burnsAttempt ? outcome : 'deferred',
        (locked, ended, later) => failedForNow(locked, { failure, attempt: ended, burnsAttempt, at }, later, now),
        failure.code,
      );
    },

    isLast: (attempt, failure) => next(attempt, failure, clock()).kind === 'final',

    unknown(attempt, cause) {
      const failure: Failure = { ...cause, code: 'OUTCOME_UNKNOWN', outcome: 'unknown' };
      return endAttempt(attempt, 'unknown', (locked, ended, later) =>
        failedForGood(locked, failure, ended, later, clock()),
      );
    },

    comeBack(attempt, at, reason, { state = null, released = false } = {}) {
      const { id, uncertainUntil } = attempt;
      return endRun(
        (locked, later) => {
          const now = clock();
          const note = { id, state, releasedAt: released ? now : null };
          const isOwn = hasLease(locked, uncertainUntil);
          return comingBack(locked, { note: isOwn && (state || released) ? note : null, reason, at }, later, now);
        },
        { attempt },
      );
    },

    giveWay,

    deferForRateLimit: (reason, until) =>
      endRun((locked, later) => {
        const now = clock();
        const giveUpAt = waitingSince(locked, 'quota', now).getTime() + config.maxLatenessMs;
        if (now.getTime() > giveUpAt) return failedForGood(locked, rejected('RATE_LIMITED', reason), null, later, now);
        return waiting(locked, { kind: 'quota', reason }, until, later, now);
      }),

    hold: () => endRun((locked, later) => waiting(locked, PAUSED, null, later, clock())),

    fail: (code, message) =>
      endRun((locked, later) => failedForGood(locked, rejected(code, message), null, later, clock())),

    interrupted: () =>
      endRun((locked, later) => {
        const now = clock();
        const giveUpAt = waitingSince(locked, 'service', now).getTime() + config.maxLatenessMs;
        if (now.getTime() > giveUpAt) {
          const code = locked.leaseUntil ? 'OUTCOME_UNKNOWN' : 'SERVICE_ERROR';
          return failedForGood(locked, rejected(code, SERVICE_ERROR), null, later, now);
        }
        const at = new Date(now.getTime() + growingDelayMs(SERVICE_ERROR_MS, waitsBefore(locked, 'service')));
        return waiting(locked, { kind: 'service', reason: SERVICE_ERROR }, at, later, now);
      }),
  };
}

/** Whether the post's open attempt still has the lease that this worker knows: no other worker continued or ended it. */
const hasLease = ({ leaseUntil }: LockedPost, known: Date): boolean => leaseUntil?.getTime() === known.getTime();

const SERVICE_ERROR = 'This service had an error of its own while it worked on the post';

const rejected = (code: FailureCode, message: string): Failure => ({
  code,
  message,
  outcome: 'rejected',
  platformError: null,
});
