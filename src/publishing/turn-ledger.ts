import type { PublishingConfig } from '../config/config.js';
import { newId } from '../database/id.js';
import type { Db, Transaction } from '../database/unit-of-work.js';
import type { Failure, FailureCode } from '../platforms/failure.js';
import type { State } from '../platforms/platform.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import { updateAttempt } from './publish-attempt.repository.js';
import type { PublishQueue } from './publish-queue.js';
import { type EndedAttempt, recordAgain, recordFailed, recordPublished, recordStart } from './record-progress.js';
import { afterFailure } from './retry-policy.js';
import type { Turn } from './turn.js';
import { type Held, holdTurn } from './turn.repository.js';

export interface LedgerNeeds {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  random: () => number;
  config: PublishingConfig;
  publishQueue: PublishQueue;
}

/** Ends the job that is being worked on, in the transaction that stores what came of it. */
export type EndJob = (db: Db) => Promise<void>;

/**
 * What one turn of a post writes. Each entry but `note` ends the turn: it stores the attempt's outcome, the post's new
 * state, what there is to tell, the next job if there is one, and the end of this job, all in one transaction.
 */
export interface TurnLedger {
  /** Stores a new attempt, before its first byte leaves. Undefined when the turn is over. */
  begin(): Promise<PublishAttempt | undefined>;
  /** Notes what an attempt under way must remember. */
  note(attempt: PublishAttempt, changes: Pick<Partial<PublishAttempt>, Noted>): Promise<PublishAttempt>;
  published(attempt: PublishAttempt, published: { postedId: string; url?: string }): Promise<void>;
  /** The part is certainly not live: another attempt follows, or none is left. */
  retryOrFail(attempt: PublishAttempt, outcome: 'rejected' | 'absent', failure: Failure): Promise<void>;
  /** Nobody can say whether the part is live. */
  unknown(attempt: PublishAttempt, cause: Failure): Promise<void>;
  /** Leaves the attempt open and comes back to it later: nothing waits in this process. */
  comeBack(attempt: PublishAttempt, at: Date, state?: State): Promise<void>;
  /** Fails a post for which no attempt can be made. */
  fail(code: FailureCode, message: string): Promise<void>;
}

type Noted = 'state' | 'failure' | 'uncertainUntil';

export function openLedger(needs: LedgerNeeds, turn: Turn, post: PlatformPost, endJob: EndJob): TurnLedger {
  const { db, transaction, clock, config, publishQueue } = needs;

  const endTurn = (write: (tx: Db, held: Held | undefined) => Promise<void>): Promise<void> =>
    transaction(async (tx) => {
      await write(tx, await holdTurn(tx, turn));
      await endJob(tx);
    });

  const endAttempt = (
    { id, number }: PublishAttempt,
    outcome: AttemptOutcome,
    record: (tx: Db, held: Held, ended: EndedAttempt) => Promise<void>,
  ) =>
    endTurn(async (tx, held) => {
      if (held) await record(tx, held, { id, number, outcome });
      else await updateAttempt(tx, id, { outcome, endedAt: clock() });
    });

  return {
    begin: () =>
      transaction(async (tx) => {
        const held = await holdTurn(tx, turn);
        if (!held || held.hasOpenAttempt) {
          await endJob(tx);
          return undefined;
        }
        const now = clock();
        const uncertainUntil = new Date(now.getTime() + config.requestTimeoutMs + config.graceMs);
        const attempt = { id: newId(now), number: held.lastAttempt + 1, startedAt: now, uncertainUntil };
        await recordStart(tx, held, attempt, now);
        return { ...attempt, postId: post.id, state: null, failure: null, outcome: null, endedAt: null };
      }),

    async note(attempt, changes) {
      await updateAttempt(db, attempt.id, changes);
      return { ...attempt, ...changes };
    },

    published: (attempt, published) =>
      endAttempt(attempt, 'published', (tx, held, ended) => recordPublished(tx, held, ended, published, clock())),

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
        return endAttempt(attempt, outcome, (tx, held, ended) =>
          recordFailed(tx, held, failure, { attempt: ended, now }),
        );
      }
      const { at, burnsAttempt } = next;
      return endAttempt(attempt, burnsAttempt ? outcome : 'deferred', (tx, held, ended) =>
        recordAgain(tx, publishQueue, held, { at, failed: { attempt: ended, failure, burnsAttempt } }, now),
      );
    },

    unknown(attempt, cause) {
      const failure: Failure = { ...cause, code: 'OUTCOME_UNKNOWN', outcome: 'unknown' };
      return endAttempt(attempt, 'unknown', (tx, held, ended) =>
        recordFailed(tx, held, failure, { attempt: ended, now: clock() }),
      );
    },

    comeBack: (attempt, at, state) =>
      endTurn(async (tx, held) => {
        if (state) await updateAttempt(tx, attempt.id, { state });
        if (held) await recordAgain(tx, publishQueue, held, { at }, clock());
      }),

    fail: (code, message) =>
      endTurn(async (tx, held) => {
        const failure: Failure = { code, message, outcome: 'rejected', platformError: null };
        if (held) await recordFailed(tx, held, failure, { now: clock() });
      }),
  };
}
