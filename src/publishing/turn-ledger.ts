import type { PublishingConfig } from '../config/config.js';
import { newId } from '../database/id.js';
import type { Db } from '../database/unit-of-work.js';
import type { Failure, FailureCode } from '../platforms/failure.js';
import type { State } from '../platforms/platform.js';
import { type PlatformPost, PlatformPostStatus } from '../posts/platform-post.js';
import type { CommitTurn } from './commit-turns.js';
import {
  comingBack,
  type EndedAttempt,
  failedForGood,
  failedForNow,
  heldUp,
  type Progress,
  published,
  started,
} from './progress.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import { type AttemptNotes, noteAttempt } from './publish-attempt.repository.js';
import type { HeldJob } from './publish-queue.js';
import { afterFailure } from './retry-policy.js';
import type { Turn } from './turn.js';

export interface LedgerNeeds {
  db: Db;
  commitTurn: CommitTurn;
  clock: () => Date;
  random: () => number;
  config: PublishingConfig;
}

/**
 * What one turn of a post writes. Each entry but `note` ends the turn: it stores the attempt's outcome, the post's new
 * state, what there is to tell, the next job if there is one, and the end of this job, all in one transaction.
 */
export interface TurnLedger {
  /**
   * Stores a new attempt, before its first byte leaves, and the parts of the thread that the post becomes, if its texts
   * are several. Undefined when the turn is over.
   */
  begin(texts: readonly string[]): Promise<PublishAttempt | undefined>;
  /** Notes what an attempt under way must remember. Undefined when somebody else has ended it meanwhile. */
  note(attempt: PublishAttempt, notes: AttemptNotes): Promise<PublishAttempt | undefined>;
  published(attempt: PublishAttempt, step: { postedId: string; url?: string }): Promise<void>;
  /** The part is certainly not live: another attempt follows, or none is left. */
  retryOrFail(attempt: PublishAttempt, outcome: 'rejected' | 'absent', failure: Failure): Promise<void>;
  /** Nobody can say whether the part is live. */
  unknown(attempt: PublishAttempt, cause: Failure): Promise<void>;
  /** Leaves the attempt open and comes back to it later: nothing waits in this process. */
  comeBack(attempt: PublishAttempt, at: Date, state?: State): Promise<void>;
  /** Puts off an attempt that the platform's limits do not allow yet. */
  holdUp(reason: string, at: Date): Promise<void>;
  /** Fails a post for which no attempt can be made. */
  fail(code: FailureCode, message: string): Promise<void>;
}

export function openLedger(needs: LedgerNeeds, turn: Turn, post: PlatformPost, job: HeldJob): TurnLedger {
  const { db, commitTurn, clock, config } = needs;

  const endTurn = (progress: (post: PlatformPost, laterParts: PlatformPost[]) => Progress): Promise<void> =>
    commitTurn({
      turn,
      decide: (held, later) => ({ ...(held && { progress: progress(held, later) }), endJob: job, result: undefined }),
    });

  /** The outcome is stored also when it decides nothing any more: it is what happened. */
  const endAttempt = (
    { id, number, uncertainUntil }: PublishAttempt,
    outcome: AttemptOutcome,
    progress: (post: PlatformPost, ended: EndedAttempt, laterParts: PlatformPost[]) => Progress,
  ): Promise<void> =>
    commitTurn({
      turn,
      attempt: { number },
      decide: (held, later) => ({
        // A post that failed as unknown can only turn out to be live.
        ...(held && (outcome === 'published' || held.status !== PlatformPostStatus.FAILED)
          ? { progress: progress(held, { id, number, outcome, uncertainUntil }, later) }
          : { attempt: { postId: post.id, ended: { id, outcome, endedAt: clock(), uncertainUntil } } }),
        endJob: job,
        result: undefined,
      }),
    });

  return {
    begin: (texts) =>
      commitTurn<PublishAttempt | undefined>({
        turn,
        decide: (held) => {
          if (!held || held.hasOpenAttempt) return { endJob: job, result: undefined };
          const now = clock();
          const uncertainUntil = new Date(now.getTime() + config.requestTimeoutMs + config.graceMs);
          const attempt = { id: newId(now), number: held.lastAttempt + 1, startedAt: now, uncertainUntil };
          const none = { postId: post.id, state: null, failure: null, outcome: null, endedAt: null };
          return { progress: started(held, attempt, texts, now), result: { ...attempt, ...none } };
        },
      }),

    async note(attempt, notes) {
      return (await noteAttempt(db, attempt.id, notes)) ? { ...attempt, ...notes } : undefined;
    },

    published: (attempt, step) =>
      endAttempt(attempt, 'published', (held, ended, later) => published(held, ended, step, later, clock())),

    retryOrFail(attempt, outcome, failure) {
      const now = clock();
      const next = afterFailure({
        failure,
        burnt: post.attemptCount,
        now,
        delaysMs: config.retryDelaysMs,
        giveUpAt: new Date((post.firstAttemptAt ?? attempt.startedAt).getTime() + config.maxLatenessMs),
        random: needs.random(),
      });
      if (next.kind === 'final') {
        return endAttempt(attempt, outcome, (held, ended, later) => failedForGood(held, failure, ended, later, now));
      }
      const { at, burnsAttempt } = next;
      return endAttempt(attempt, burnsAttempt ? outcome : 'deferred', (held, ended) =>
        failedForNow(held, { failure, attempt: ended, burnsAttempt, at }, now),
      );
    },

    unknown(attempt, cause) {
      const failure: Failure = { ...cause, code: 'OUTCOME_UNKNOWN', outcome: 'unknown' };
      return endAttempt(attempt, 'unknown', (held, ended, later) =>
        failedForGood(held, failure, ended, later, clock()),
      );
    },

    comeBack: (attempt, at, state) => endTurn((held) => comingBack(held, attempt.id, at, state ?? null, clock())),

    holdUp: (reason, at) => endTurn((held) => heldUp(held, reason, at, clock())),

    fail: (code, message) =>
      endTurn((held, later) =>
        failedForGood(held, { code, message, outcome: 'rejected', platformError: null }, null, later, clock()),
      ),
  };
}
