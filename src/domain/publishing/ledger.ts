import { newId } from '../../foundation/database/id.js';
import type { LeasedJob } from '../../foundation/leased-job.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import type { State, Step } from '../../platforms/port/platform.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import type { PostChange } from '../posts/state/post-change.js';
import type { AttemptOutcome, PublishAttempt } from '../posts/state/publish-attempt.js';
import { LEAD_MS } from '../posts/state/publish-job.js';
import { type EndedAttempt, failedForGood, failedForNow, published, started } from './attempt-changes.js';
import type { CommitRun, RunWrite } from './commit-runs.js';
import { type FencingToken, isCurrent } from './fencing-token.js';
import type { FirstTexts } from './first-texts.js';
import { grantLease, inFlightUntil, type Lease, uncertainAfter } from './lease.js';
import type { AttemptNotes, LockedPost, PostToPublish, PublishStore } from './publish-store.js';
import type { PublishingConfig } from './publishing-config.js';
import type { RateLimited, RateNeed } from './rate-limits.js';
import { type AfterFailure, afterFailure } from './retry-policy.js';
import { type ReportRun, type RunAttempt, runReport } from './run-report.js';
import { comingBack, delayed, waiting } from './wait-changes.js';
import { growingDelayMs, IN_FLIGHT, PAUSED, PREPARATION, type WaitReason, waitingSince, waitsBefore } from './waits.js';

export interface LedgerNeeds {
  store: PublishStore;
  commitRun: CommitRun;
  clock: () => Date;
  /** No later than the true time (database-clock.ts). */
  earliestTime: () => Date;
  /** Milliseconds since any moment; never set back, and not stopped by a pause of the process. */
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
  reportRun: ReportRun;
  config: PublishingConfig;
}

/** An attempt of this worker, and how long it may send for it. */
export interface LeasedAttempt {
  attempt: PublishAttempt;
  lease: Lease;
}

/** What a platform says of a part that is published. */
type PublishedStep = Pick<Extract<Step, { kind: 'published' }>, 'postedId' | 'url' | 'furtherIds'>;

/** Another attempt of the post is open. */
const ANOTHER_IS_OPEN = Symbol('another attempt is open');

/** One file takes no longer: it is refused then (media-process.ts). */
const PREPARATION_MS = MINUTE_MS;

/** The first wait for files that are being fetched; their arrival ends it sooner. */
const FILES_MS = 5_000;

/** The first wait after an error of this service. */
const SERVICE_ERROR_MS = 5_000;

/** While the database is away: the pauses between tries to store what is known of an attempt. */
const STORE_AGAIN_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** A worker that was overtaken by another one comes back no sooner than this. */
const OVERTAKEN_MS = 1_000;

export type Ledger = ReturnType<typeof openLedger>;

/**
 * What one run of a post's job writes: not before its post is due, fenced by its token, and reported once it is stored.
 *
 * Everything but `preparing`, `begin`, `renew` and `noteLoss` ends the run: it stores the attempt's outcome, the post's new
 * state with its log and events, the next job if there is one, and the end of this job, all in one transaction.
 */
export function openLedger(
  needs: LedgerNeeds,
  token: FencingToken,
  { post, text, open, earlier }: PostToPublish,
  job: LeasedJob,
  /** When the job was given to this worker, by `monotonic`. */
  since: number,
) {
  const { store, clock, config } = needs;

  /**
   * Waits until the post is due by the clock, as far as that is certain. The database gives out no job before its lead:
   * once the lead has passed, the post is due, or an operator has requested it.
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
  async function commit<Result>(write: RunWrite<Result>, run?: RunAttempt): Promise<Result> {
    await due();
    const stored = await needs.commitRun(write);
    const change = stored.endJob && stored.changes?.[0];
    if (change) needs.reportRun(runReport(job, post, change, run, clock()));
    return stored.result;
  }

  /** The same for what no other process knows, which is not given up when the database is away for a moment. */
  async function commitOutcome(write: RunWrite<void>, run: RunAttempt): Promise<void> {
    for (const pause of STORE_AGAIN_MS) {
      try {
        return await commit(write, run);
      } catch {
        await needs.sleep(pause);
      }
    }
    return commit(write, run);
  }

  /** Stores a change with the end of the job. */
  const endRun = (change: (post: LockedPost, later: PlatformPost[]) => PostChange[], run?: RunAttempt): Promise<void> =>
    commit(
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

  /**
   * Stores the outcome of an attempt with the end of the job, even when it no longer decides about the post: it is what
   * happened. Where another worker has continued the attempt, only that it is live decides; else this gives way. A post
   * at the platform that another part has claimed decides nothing.
   */
  const endAttempt = (
    attempt: PublishAttempt,
    outcome: AttemptOutcome,
    change: (post: PlatformPost, ended: EndedAttempt, laterParts: PlatformPost[]) => PostChange[],
    { failure, claim }: { failure?: Failure; claim?: RunWrite<void>['claim'] } = {},
  ): Promise<void> => {
    const { id, number, uncertainUntil } = attempt;
    return commitOutcome(
      {
        token,
        attempt: { number },
        claim,
        decide(locked, later, { isAnothers }) {
          const decided = { endJob: job, result: undefined };
          if (!locked) {
            const known = isAnothers ? 'unknown' : outcome;
            return { ...decided, attempt: { postId: post.id, ended: { id, outcome: known, endedAt: clock() } } };
          }
          const decides = outcome === 'published' ? !isAnothers : hasLease(locked, uncertainUntil);
          return decides
            ? { ...decided, changes: change(locked, { id, number, outcome }, later) }
            : { ...decided, changes: overtaken(locked, later) };
        },
      },
      { attempt, ...(failure && { failure }) },
    );
  };

  /** Another worker has gone on with the attempt, or has ended it: only that it is live decides. This job comes back. */
  const overtaken = (post: LockedPost, later: PlatformPost[]): PostChange[] => {
    if (!isCurrent(post, token.generation)) return [];
    const now = clock();
    const at = new Date(Math.max(post.leaseUntil?.getTime() ?? 0, now.getTime() + OVERTAKEN_MS));
    return waiting(post, IN_FLIGHT, at, later, now);
  };

  /** Leaves the attempt to the worker that has continued it. The next run is due when that worker's lease expires. */
  const giveWay = (): Promise<void> => endRun(overtaken);

  const claimOf = (account: string | null, { postedId }: { postedId: string }) =>
    account === null ? undefined : { account, postedId };

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

  /** The platform's limits do not allow the post yet. */
  const putOff = (locked: LockedPost, { reason, until }: RateLimited, later: PlatformPost[]): PostChange[] => {
    const now = clock();
    const giveUpAt = waitingSince(locked, 'quota', now).getTime() + config.maxLatenessMs;
    if (now.getTime() > giveUpAt) return failedForGood(locked, rejected('RATE_LIMITED', reason), null, later, now);
    return waiting(locked, { kind: 'quota', reason }, until, later, now);
  };

  /** It cannot be determined whether the part is live. */
  const unknown = (attempt: PublishAttempt, cause: Failure): Promise<void> => {
    const failure: Failure = { ...cause, code: 'OUTCOME_UNKNOWN', outcome: 'unknown' };
    return endAttempt(attempt, 'unknown', (locked, ended, later) =>
      failedForGood(locked, failure, ended, later, clock()),
    );
  };

  /** Fails the post without an attempt, unless another worker has begun one since the post was read. */
  const endWith = (failure: Failure): Promise<void> =>
    endRun((locked, later) =>
      locked.leaseUntil ? overtaken(locked, later) : failedForGood(locked, failure, null, later, clock()),
    );

  /**
   * Leaves the attempt open for a run that is due once `at` has passed: nothing waits in this process. With `released`,
   * none of its requests is in flight any more.
   */
  const comeBack = (
    attempt: PublishAttempt,
    at: Date,
    reason: WaitReason,
    { state = null, released = false }: { state?: State | null; released?: boolean } = {},
  ): Promise<void> => {
    const { id, uncertainUntil } = attempt;
    return endRun(
      (locked, later) => {
        const now = clock();
        const overAt = new Date(at.getTime() + now.getTime() - needs.earliestTime().getTime());
        const note = { id, state, releasedAt: released ? now : null };
        const isOwn = hasLease(locked, uncertainUntil);
        return comingBack(locked, { note: isOwn && (state || released) ? note : null, reason, at: overAt }, later, now);
      },
      { attempt },
    );
  };

  return {
    /** Reports that the files of a post take long, before its attempt begins. */
    preparing: (): Promise<void> =>
      commit({
        token,
        decide: (locked, later) => {
          if (!locked || locked.leaseUntil) return { result: undefined };
          const now = clock();
          const at = new Date(now.getTime() + PREPARATION_MS);
          return { changes: delayed(locked, PREPARATION, at, later, now), result: undefined };
        },
      }),

    /**
     * Stores a new attempt, before its first byte leaves, with what it uses of the platform's limits, the parts of the
     * thread that the post becomes, if its texts are several, and its first comment. Undefined when the job is out of date, when publishing is
     * paused, or when the limits do not allow the attempt yet: the post waits then, or fails when it has waited for too long.
     */
    async begin(
      texts: FirstTexts,
      rateNeeds: readonly RateNeed[],
      account: string | null,
    ): Promise<LeasedAttempt | undefined> {
      const [own] = texts.parts;
      const lease = grantLease(needs.monotonic, config);
      const startedAt = clock();
      const uncertainUntil = uncertainAfter(startedAt, config);
      const id = newId(startedAt);
      const beginning = commit<LeasedAttempt | typeof ANOTHER_IS_OPEN | undefined>({
        token,
        rateNeeds,
        decide: (locked, later, { countRates }) => {
          if (!locked) return { endJob: job, result: undefined };
          if (locked.leaseUntil) return { result: ANOTHER_IS_OPEN };
          if (locked.isPaused)
            return { changes: waiting(locked, PAUSED, null, later, clock()), endJob: job, result: undefined };
          const limited = countRates();
          if (limited) return { changes: putOff(locked, limited, later), endJob: job, result: undefined };
          const begun = { id, number: locked.lastAttempt + 1, account, startedAt, uncertainUntil };
          const attempt = { ...begun, postId: post.id, state: null, failure: null, outcome: null, endedAt: null };
          return {
            changes: [started(locked, begun, own === text ? undefined : own, texts, startedAt)],
            result: { attempt, lease },
          };
        },
      });
      const begun = await beginning.catch((error: Error) => error);
      if (begun !== ANOTHER_IS_OPEN && !(begun instanceof Error)) return begun;
      // The response to its own commit may have been lost: then the attempt is there, and is this worker's.
      const [now] = await store.findPosts([post.id]);
      if (now?.open?.id === id) return { attempt: now.open, lease };
      if (begun instanceof Error) throw begun;
      await giveWay();
    },

    /** Stores an attempt's state, with a new lease. Undefined when another worker has continued it. */
    async renew(attempt: PublishAttempt, state: State, withinMs: number): Promise<LeasedAttempt | undefined> {
      const lease = grantLease(needs.monotonic, config);
      const noted = await note(attempt, { state, uncertainUntil: uncertainAfter(clock(), config, withinMs) });
      return noted && { attempt: noted, lease };
    },

    /**
     * Notes why a response was lost. The request that left at `sentAt` (null: none) may be in flight for as long as a
     * platform may take and go on storing it. Undefined when another worker has continued the attempt.
     */
    noteLoss: (attempt: PublishAttempt, failure: Failure, sentAt: Date | null): Promise<PublishAttempt | undefined> =>
      note(attempt, { failure, uncertainUntil: inFlightUntil(sentAt, clock(), config) }),

    /**
     * The post at the platform belongs to the part, unless another part has claimed it: then the attempt stays open and is
     * looked up again.
     */
    published: (attempt: PublishAttempt, step: PublishedStep, account: string | null): Promise<void> =>
      endAttempt(attempt, 'published', (locked, ended, later) => published(locked, ended, step, later, clock()), {
        claim: claimOf(account, step),
      }),

    /** An earlier attempt turns out to be live, and `current` has sent nothing. */
    publishedBefore: (
      earlier: PublishAttempt,
      { id, number }: PublishAttempt,
      step: PublishedStep,
      account: string | null,
    ): Promise<void> =>
      commitOutcome(
        {
          token,
          attempt: { number },
          claim: claimOf(account, step),
          decide: (locked, later, { isAnothers }) => {
            const now = clock();
            if (isAnothers) {
              const changes = locked && waiting(locked, IN_FLIGHT, now, later, now);
              return { ...(changes && { changes }), endJob: job, result: undefined };
            }
            // The start of that attempt was already reported, even if the post has waited since.
            const reported = locked && { ...locked, wait: null };
            return {
              ...(reported && { changes: published(reported, { ...earlier, outcome: 'published' }, step, later, now) }),
              attempt: { postId: post.id, ended: { id, outcome: 'rejected', endedAt: now } },
              endJob: job,
              result: undefined,
            };
          },
        },
        { attempt: earlier },
      ),

    /** The part is certainly not live: another attempt follows, or none is left. */
    retryOrFail(attempt: PublishAttempt, outcome: 'rejected' | 'absent', failure: Failure): Promise<void> {
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
        { failure },
      );
    },

    /** Whether an attempt that fails so is the last one. */
    isLast: (attempt: PublishAttempt, failure: Failure): boolean => next(attempt, failure, clock()).kind === 'final',

    unknown,

    comeBack,

    giveWay,

    /** Publishing is paused: the post keeps its time, and runs again once it goes on. */
    pause: (): Promise<void> => endRun((locked, later) => waiting(locked, PAUSED, null, later, clock())),

    /** A file of the post is being fetched: the post runs again when it has arrived. */
    awaitFiles: (reason: string): Promise<void> =>
      endRun((locked, later) => {
        if (locked.leaseUntil) return overtaken(locked, later);
        const now = clock();
        const giveUpAt = waitingSince(locked, 'files', now).getTime() + config.maxLatenessMs;
        const failure = rejected('MEDIA_NOT_UPLOADED', reason);
        if (now.getTime() > giveUpAt) return failedForGood(locked, failure, null, later, now);
        const at = new Date(now.getTime() + growingDelayMs(FILES_MS, waitsBefore(locked, 'files')));
        return waiting(locked, { kind: 'files', reason }, at, later, now);
      }),

    /** Fails a post for which no attempt can be made. With an open attempt, whose post may be live, as OUTCOME_UNKNOWN. */
    async fail(code: FailureCode, message: string): Promise<void> {
      if (!open && earlier.length === 0) return endWith(rejected(code, message));
      const maybeLive = rejected(
        'OUTCOME_UNKNOWN',
        `${message}; an earlier request was sent, and the post may be live`,
      );
      // Lost attempts are looked up once more before a post fails, and now that is not possible.
      if (!open) return endWith({ ...maybeLive, outcome: 'unknown' });
      // Another worker may still be waiting for the response.
      if (needs.earliestTime() < open.uncertainUntil) return comeBack(open, open.uncertainUntil, IN_FLIGHT);
      return unknown(open, maybeLive);
    },

    /** An internal error: the post is run again later, at growing intervals. */
    interrupted: (): Promise<void> =>
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

const SERVICE_ERROR = 'An internal error interrupted the work on the post';

const rejected = (code: FailureCode, message: string): Failure => ({
  code,
  message,
  outcome: 'rejected',
  platformError: null,
});

/** Whether the post's open attempt still has the lease that this worker knows: no other worker continued or ended it. */
const hasLease = ({ leaseUntil }: LockedPost, known: Date): boolean => leaseUntil?.getTime() === known.getTime();
