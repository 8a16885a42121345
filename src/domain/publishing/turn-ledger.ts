import { newId } from '../../foundation/database/id.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import type { State } from '../../platforms/port/platform.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { HeldJob } from '../posts/publish-queue.js';
import type { CommitTurn } from './commit-turns.js';
import { grantLease, type Lease, uncertainAfter } from './lease.js';
import {
  comingBack,
  type EndedAttempt,
  failedForGood,
  failedForNow,
  type Progress,
  published,
  started,
  waiting,
} from './progress.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import type { AttemptNotes, FoundTurn, HeldPost, PublishStore } from './publish-store.js';
import type { PublishingConfig } from './publishing-config.js';
import { type AfterFailure, afterFailure } from './retry-policy.js';
import { isInTurn, type Turn } from './turn.js';
import { growingDelayMs, IN_FLIGHT, type WaitReason, waitingSince, waitsBefore } from './waits.js';

export interface LedgerNeeds {
  store: PublishStore;
  commitTurn: CommitTurn;
  clock: () => Date;
  /** Milliseconds since any moment; never set back, and not stopped by a pause of the process. */
  monotonic: () => number;
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  config: PublishingConfig;
}

/** An attempt of this worker, and how long it may send for it. */
export interface HeldAttempt {
  attempt: PublishAttempt;
  lease: Lease;
}

/**
 * What one turn of a post writes. Everything but `begin`, `renew` and `noteLoss` ends the turn: it stores the attempt's
 * outcome, the post's new state, what there is to tell, the next job if there is one, and the end of this job, all in
 * one transaction.
 */
export interface TurnLedger {
  /**
   * Stores a new attempt, before its first byte leaves, and the parts of the thread that the post becomes, if its texts
   * are several. Undefined when the turn is over.
   */
  begin(texts: readonly string[]): Promise<HeldAttempt | undefined>;
  /** Puts the lease of an open attempt on its post, and comes back. */
  adopt(attempt: PublishAttempt): Promise<void>;
  /** Notes what an attempt under way must remember, with a new lease. Undefined when somebody else has gone on with it. */
  renew(attempt: PublishAttempt, state: State, withinMs: number): Promise<HeldAttempt | undefined>;
  /** Notes why an answer was lost. Undefined when somebody else has gone on with the attempt. */
  noteLoss(attempt: PublishAttempt, failure: Failure): Promise<PublishAttempt | undefined>;
  published(attempt: PublishAttempt, step: { postedId: string; url?: string }): Promise<void>;
  /** An earlier attempt turns out to be live, and `current` has sent nothing. */
  publishedBefore(
    earlier: PublishAttempt,
    current: PublishAttempt,
    step: { postedId: string; url?: string },
  ): Promise<void>;
  /** The part is certainly not live: another attempt follows, or none is left. */
  retryOrFail(attempt: PublishAttempt, outcome: 'rejected' | 'absent', failure: Failure): Promise<void>;
  /** Whether an attempt that fails so is the last one. */
  isLast(attempt: PublishAttempt, failure: Failure): boolean;
  /** Nobody can say whether the part is live. */
  unknown(attempt: PublishAttempt, cause: Failure): Promise<void>;
  /**
   * Leaves the attempt open and comes back to it later: nothing waits in this process. With `released`, nothing of the
   * attempt is under way any more.
   */
  comeBack(
    attempt: PublishAttempt,
    at: Date,
    reason: WaitReason,
    more?: { state?: State; released?: boolean },
  ): Promise<void>;
  /** Leaves the attempt to the worker that has gone on with it, and comes back when its lease is over. */
  giveWay(): Promise<void>;
  /** Puts off an attempt that the platform's limits do not allow yet; fails it when it has waited for too long. */
  awaitQuota(reason: string, until: Date): Promise<void>;
  /** Fails a post for which no attempt can be made. */
  fail(code: FailureCode, message: string): Promise<void>;
  /** This service had an error of its own: the turn is made again later, less and less often. */
  interrupted(): Promise<void>;
}

/** While the database is away: the pauses between tries to store what is known of an attempt. */
const STORE_AGAIN_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** Whom another worker has overtaken looks again no sooner than this. */
const OVERTAKEN_MS = 1_000;

/** Another attempt of the post is open. */
const TAKEN = Symbol('taken');

/** The first wait after an error of this service. */
const SERVICE_ERROR_MS = 5_000;

export function openLedger(needs: LedgerNeeds, turn: Turn, { post, text }: FoundTurn, job: HeldJob): TurnLedger {
  const { store, clock, config } = needs;

  /** Nobody else knows what is to be stored here, so it is not given up when the database is away for a moment. */
  const commit: CommitTurn = async (write) => {
    for (const pause of STORE_AGAIN_MS) {
      try {
        return await needs.commitTurn(write);
      } catch {
        await needs.sleep(pause);
      }
    }
    return needs.commitTurn(write);
  };

  const endTurn = (progress: (post: HeldPost, laterParts: PlatformPost[]) => Progress): Promise<void> =>
    needs.commitTurn({
      turn,
      decide: (held, later) => ({ ...(held && { progress: progress(held, later) }), endJob: job, result: undefined }),
    });

  /** The outcome is stored also when it decides nothing any more: it is what happened. */
  const endAttempt = (
    { id, number, uncertainUntil }: PublishAttempt,
    outcome: AttemptOutcome,
    progress: (post: PlatformPost, ended: EndedAttempt, laterParts: PlatformPost[]) => Progress,
  ): Promise<void> =>
    commit({
      turn,
      attempt: { number },
      decide: (held, later) => ({
        ...(held && outcome !== 'published' && !isLeased(held, uncertainUntil)
          ? overtaken(held, later)
          : held
            ? { progress: progress(held, { id, number, outcome }, later) }
            : { attempt: { postId: post.id, ended: { id, outcome, endedAt: clock() } } }),
        endJob: job,
        result: undefined,
      }),
    });

  /** Another worker has gone on with the attempt, or has ended it: only that it is live decides. This turn comes back. */
  const overtaken = (held: HeldPost, later: PlatformPost[]): { progress?: Progress } => {
    if (!isInTurn(held, turn.turn)) return {};
    const now = clock();
    const at = new Date(Math.max(held.leaseUntil?.getTime() ?? 0, now.getTime() + OVERTAKEN_MS));
    return { progress: waiting(held, IN_FLIGHT, at, later, now) };
  };

  const giveWay = (): Promise<void> =>
    needs.commitTurn({
      turn,
      decide: (held, later) => ({ ...(held && overtaken(held, later)), endJob: job, result: undefined }),
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
    async begin([own, ...more]) {
      const texts = { own: own === text ? undefined : own, more };
      const lease = grantLease(needs.monotonic, config);
      const startedAt = clock();
      const uncertainUntil = uncertainAfter(startedAt, config);
      const id = newId(startedAt);
      const beginning = needs.commitTurn<HeldAttempt | typeof TAKEN | undefined>({
        turn,
        decide: (held) => {
          if (!held) return { endJob: job, result: undefined };
          if (held.leaseUntil) return { result: TAKEN };
          const begun = { id, number: held.lastAttempt + 1, startedAt, uncertainUntil };
          const attempt = { ...begun, postId: post.id, state: null, failure: null, outcome: null, endedAt: null };
          return { progress: started(held, begun, texts, startedAt), result: { attempt, lease } };
        },
      });
      const begun = await beginning.catch((error: Error) => error);
      if (begun !== TAKEN && !(begun instanceof Error)) return begun;
      // The answer to its own commit may have been lost: then the attempt is there, and is this worker's.
      const [now] = await store.findTurns([post.id]);
      if (now?.open?.id === id) return { attempt: now.open, lease };
      if (begun instanceof Error) throw begun;
      await giveWay();
    },

    adopt: ({ uncertainUntil }) =>
      endTurn((held, later) => {
        const now = clock();
        const leaseUntil = held.leaseUntil ?? uncertainUntil;
        return waiting({ ...held, leaseUntil }, IN_FLIGHT, now, later, now);
      }),

    async renew(attempt, state, withinMs) {
      const lease = grantLease(needs.monotonic, config);
      const noted = await note(attempt, { state, uncertainUntil: uncertainAfter(clock(), config, withinMs) });
      return noted && { attempt: noted, lease };
    },

    noteLoss: (attempt, failure) =>
      note(attempt, { failure, uncertainUntil: new Date(clock().getTime() + config.graceMs) }),

    published: (attempt, step) =>
      endAttempt(attempt, 'published', (held, ended, later) => published(held, ended, step, later, clock())),

    publishedBefore: (earlier, { id, number }, step) =>
      commit({
        turn,
        attempt: { number },
        decide: (held, later) => {
          const now = clock();
          return {
            ...(held && { progress: published(held, { ...earlier, outcome: 'published' }, step, later, now) }),
            attempt: { postId: post.id, ended: { id, outcome: 'rejected', endedAt: now } },
            endJob: job,
            result: undefined,
          };
        },
      }),

    retryOrFail(attempt, outcome, failure) {
      const now = clock();
      const after = next(attempt, failure, now);
      if (after.kind === 'final') {
        return endAttempt(attempt, outcome, (held, ended, later) => failedForGood(held, failure, ended, later, now));
      }
      const { at, burnsAttempt } = after;
      return endAttempt(attempt, burnsAttempt ? outcome : 'deferred', (held, ended, later) =>
        failedForNow(held, { failure, attempt: ended, burnsAttempt, at }, later, now),
      );
    },

    isLast: (attempt, failure) => next(attempt, failure, clock()).kind === 'final',

    unknown(attempt, cause) {
      const failure: Failure = { ...cause, code: 'OUTCOME_UNKNOWN', outcome: 'unknown' };
      return endAttempt(attempt, 'unknown', (held, ended, later) =>
        failedForGood(held, failure, ended, later, clock()),
      );
    },

    comeBack({ id, uncertainUntil }, at, reason, { state = null, released = false } = {}) {
      return endTurn((held, later) => {
        const now = clock();
        const note = { id, state, releasedAt: released ? now : null };
        const isOwn = isLeased(held, uncertainUntil);
        return comingBack(held, { note: isOwn && (state || released) ? note : null, reason, at }, later, now);
      });
    },

    giveWay,

    awaitQuota: (reason, until) =>
      endTurn((held, later) => {
        const now = clock();
        const giveUpAt = waitingSince(held, 'quota', now).getTime() + config.maxLatenessMs;
        if (now.getTime() > giveUpAt) return failedForGood(held, refused('RATE_LIMITED', reason), null, later, now);
        return waiting(held, { kind: 'quota', reason }, until, later, now);
      }),

    fail: (code, message) =>
      endTurn((held, later) => failedForGood(held, refused(code, message), null, later, clock())),

    interrupted: () =>
      endTurn((held, later) => {
        const now = clock();
        const giveUpAt = waitingSince(held, 'service', now).getTime() + config.maxLatenessMs;
        if (now.getTime() > giveUpAt) {
          const code = held.leaseUntil ? 'OUTCOME_UNKNOWN' : 'SERVICE_ERROR';
          return failedForGood(held, refused(code, SERVICE_ERROR), null, later, now);
        }
        const at = new Date(now.getTime() + growingDelayMs(SERVICE_ERROR_MS, waitsBefore(held, 'service')));
        return waiting(held, { kind: 'service', reason: SERVICE_ERROR }, at, later, now);
      }),
  };
}

/** Whether the post's open attempt is as a worker knows it: nobody has gone on with it, and nobody has ended it. */
const isLeased = ({ leaseUntil }: HeldPost, known: Date): boolean => leaseUntil?.getTime() === known.getTime();

const SERVICE_ERROR = 'This service had an error of its own while it worked on the post';

const refused = (code: FailureCode, message: string): Failure => ({
  code,
  message,
  outcome: 'rejected',
  platformError: null,
});
