import { newId } from '../../foundation/database/id.js';
import type { LeasedJob } from '../../foundation/leased-job.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { PostChange } from '../posts/post-change.js';
import type { PublishAttempt } from '../posts/publish-attempt.js';
import { failedForGood, failedForNow, published, started } from './attempt-changes.js';
import type { FencingToken } from './fencing-token.js';
import { grantLease, inFlightUntil, uncertainAfter } from './lease.js';
import type { AttemptNotes, LockedPost, PostToPublish, PublishStore } from './publish-store.js';
import type { PublishingConfig } from './publishing-config.js';
import type { RateLimited } from './rate-limits.js';
import { type AfterFailure, afterFailure } from './retry-policy.js';
import type { LeasedAttempt, RunLedger } from './run-ledger.js';
import { hasLease, makeRunWriter, type RunWriterNeeds } from './run-writer.js';
import { comingBack, delayed, waiting } from './wait-changes.js';
import { growingDelayMs, IN_FLIGHT, PAUSED, PREPARATION, waitingSince, waitsBefore } from './waits.js';

export interface LedgerNeeds extends RunWriterNeeds {
  store: PublishStore;
  random: () => number;
  config: PublishingConfig;
}

/** Another attempt of the post is open. */
const ANOTHER_IS_OPEN = Symbol('another attempt is open');

/** One file takes no longer: it is refused then (media-process.ts). */
const PREPARATION_MS = MINUTE_MS;

/** The first wait after an error of this service. */
const SERVICE_ERROR_MS = 5_000;

export function openRunLedger(
  needs: LedgerNeeds,
  token: FencingToken,
  { post, text, open, earlier }: PostToPublish,
  job: LeasedJob,
  /** When the job was given to this worker, by `monotonic`. */
  since: number,
): RunLedger {
  const { store, clock, config } = needs;
  const { commit, commitOutcome, endRun, endAttempt, giveWay } = makeRunWriter(needs, token, post, job, since);
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

  const endAsUnknown: RunLedger['unknown'] = (attempt, cause) => {
    const failure: Failure = { ...cause, code: 'OUTCOME_UNKNOWN', outcome: 'unknown' };
    return endAttempt(attempt, 'unknown', (locked, ended, later) =>
      failedForGood(locked, failure, ended, later, clock()),
    );
  };

  /** Fails the post without an attempt. */
  const endWith = (failure: Failure): Promise<void> =>
    endRun((locked, later) => failedForGood(locked, failure, null, later, clock()));

  const comeBack: RunLedger['comeBack'] = (attempt, at, reason, { state = null, released = false } = {}) => {
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
  };

  return {
    preparing: () =>
      commit({
        token,
        decide: (locked, later) => {
          if (!locked || locked.leaseUntil) return { result: undefined };
          const now = clock();
          const at = new Date(now.getTime() + PREPARATION_MS);
          return { changes: delayed(locked, PREPARATION, at, later, now), result: undefined };
        },
      }),

    async begin([own, ...more], rateNeeds, account) {
      const texts = { own: own === text ? undefined : own, more };
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

    async renew(attempt, state, withinMs) {
      const lease = grantLease(needs.monotonic, config);
      const noted = await note(attempt, { state, uncertainUntil: uncertainAfter(clock(), config, withinMs) });
      return noted && { attempt: noted, lease };
    },

    noteLoss: (attempt, failure, sentAt) =>
      note(attempt, { failure, uncertainUntil: inFlightUntil(sentAt, clock(), config) }),

    published: (attempt, step, account) =>
      endAttempt(attempt, 'published', (locked, ended, later) => published(locked, ended, step, later, clock()), {
        claim: claimOf(account, step),
      }),

    publishedBefore: (earlier, { id, number }, step, account) =>
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
            // The start of that attempt is reported already, whatever the post waited for since.
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
        { code: failure.code },
      );
    },

    isLast: (attempt, failure) => next(attempt, failure, clock()).kind === 'final',

    unknown: endAsUnknown,

    comeBack,

    giveWay,

    hold: () => endRun((locked, later) => waiting(locked, PAUSED, null, later, clock())),

    async fail(code, message) {
      if (!open && earlier.length === 0) return endWith(rejected(code, message));
      const maybeLive = rejected(
        'OUTCOME_UNKNOWN',
        `${message}; an earlier request was sent, and the post may be live`,
      );
      // Lost attempts are looked up once more before a post fails, and now that is not possible.
      if (!open) return endWith({ ...maybeLive, outcome: 'unknown' });
      // Another worker may still be waiting for the response.
      if (clock() < open.uncertainUntil) return comeBack(open, open.uncertainUntil, IN_FLIGHT);
      return endAsUnknown(open, maybeLive);
    },

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

const SERVICE_ERROR = 'This service had an error of its own while it worked on the post';

const rejected = (code: FailureCode, message: string): Failure => ({
  code,
  message,
  outcome: 'rejected',
  platformError: null,
});
