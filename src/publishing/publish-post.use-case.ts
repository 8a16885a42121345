import type { PublishingConfig } from '../config/config.js';
import type { MarkRevoked, OpenAccount, OpenAccountInput } from '../connections/open-account.use-case.js';
import { newId } from '../database/id.js';
import type { Db, Transaction } from '../database/unit-of-work.js';
import { FAILURES, type Failure, type FailureCode } from '../platforms/failure.js';
import type { Account, Part, Publisher, Session, Sighting, State, Step } from '../platforms/platform.js';
import type { PlatformPost } from '../posts/platform-post.js';
import { findPlatformPostById } from '../posts/post-group.repository.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';
import { findOpenAttempt, insertAttempt, updateAttempt } from './publish-attempt.repository.js';
import type { PublishQueue } from './publish-queue.js';
import { recordAgain, recordFailed, recordPublished, recordStart } from './record-progress.js';
import { afterFailure } from './retry-policy.js';
import { type Held, holdTurn, isInTurn, type Turn } from './turn.js';

/** A platform as publishing uses it. */
export interface PublishingPlatform {
  /** Null: the operator has configured no address for it. */
  baseUrl: string | null;
  session: Session | null;
  publisher: Publisher;
}

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  random: () => number;
  config: PublishingConfig;
  publishQueue: PublishQueue;
  openAccount: OpenAccount;
  markRevoked: MarkRevoked;
  findPlatform: (key: string) => PublishingPlatform | undefined;
}

/** Ends the job that is being worked on, in the transaction that stores what came of it. */
export type EndJob = (db: Db) => Promise<void>;

export type PublishPost = (turn: Turn, endJob: EndJob) => Promise<void>;

/** While a platform cannot even be asked, how long a lost post is looked for before it is given up as unknown. */
const LOOK_AGAIN_MS = [2_000, 10_000, 60_000, 300_000];
const LOOK_FOR_MS = 3_600_000;

/**
 * One turn of a platform post: an attempt, or the look for an attempt whose answer was lost.
 *
 * - The attempt's row is stored before the first byte leaves, its outcome together with the post's new state.
 * - An attempt without an outcome means that nobody knows: the platform is asked, never posted to again blindly. Where
 *   it cannot be asked, the post fails as OUTCOME_UNKNOWN.
 * - "Not there" counts only once nothing can be under way any more (`uncertainUntil`).
 */
export const makePublishPost = (needs: Needs): PublishPost => {
  const { db, transaction, clock, config, publishQueue } = needs;

  return async (turn, endJob) => {
    const found = await findPlatformPostById(db, turn.postId);
    if (!found || !isInTurn(found, turn.turn)) return endJob(db);
    const post: PlatformPost = found;
    const open = await findOpenAttempt(db, post.id);
    const isFirstTry = open === null && post.firstAttemptAt === null;
    if (isFirstTry && post.dueAt && clock().getTime() - post.dueAt.getTime() > config.maxLatenessMs) {
      return failNow('SCHEDULE_MISSED', `It was due at ${post.dueAt.toISOString()} and is too late now`);
    }
    const platform = needs.findPlatform(post.platform);
    if (!platform) return failNow('PLATFORM_NOT_SUPPORTED', `This service does not publish to ${post.platform}`);
    const { baseUrl, session, publisher } = platform;

    const where: OpenAccountInput = { userId: post.userId, platformId: post.platformId, baseUrl, session };
    const opened = await needs.openAccount(where);
    if (opened.kind === 'missing') {
      return failNow('CONNECTION_NOT_FOUND', `No account is connected as ${post.platformId}`);
    }
    if (opened.kind === 'unaddressed') {
      return failNow('PLATFORM_NOT_CONFIGURED', `No address is configured for ${post.platform}`);
    }
    const attempt = open ?? (await begin());
    if (!attempt) return;
    if (opened.kind === 'failed') return open ? lookAgain(attempt, opened.failure) : rejected(attempt, opened.failure);

    let { account } = opened;
    const part: Part = { key: post.id, at: post.firstAttemptAt ?? attempt.startedAt, text: post.content };
    if (open) return afterLook(attempt, await lookWithSession());
    return afterStep(attempt, await startWithSession());

    // --- talking to the platform ------------------------------------------------------------------------------

    /** A refused session is renewed once: the refusal says that nothing was posted. */
    async function startWithSession(): Promise<Step> {
      const step = await publisher.start(part, account);
      if (!session || !isRefusedSession(step)) return step;
      const failure = await renewSession();
      return failure ? { kind: 'failed', failure } : publisher.start(part, account);
    }

    async function lookWithSession(state: State | null = open?.state ?? null): Promise<Sighting> {
      const sighting = await publisher.look(part, account, state);
      if (!session || sighting.kind !== 'failed' || sighting.failure.code !== 'PLATFORM_AUTH_EXPIRED') return sighting;
      const failure = await renewSession();
      return failure ? { kind: 'failed', failure } : publisher.look(part, account, state);
    }

    async function renewSession(): Promise<Failure | undefined> {
      const renewed = await needs.openAccount({ ...where, refused: account.credentials });
      if (renewed.kind === 'open') account = renewed.account satisfies Account;
      return renewed.kind === 'failed' ? renewed.failure : undefined;
    }

    // --- what a step means ------------------------------------------------------------------------------------

    async function afterStep(current: PublishAttempt, step: Step): Promise<void> {
      switch (step.kind) {
        case 'published':
          return end(current, 'published', (tx, held) => recordPublished(tx, held, current, step, clock()));
        case 'pending':
          return comeBack(current, { state: step.state }, step.checkAfterMs);
        case 'ready':
          await updateAttempt(db, current.id, { state: step.state, uncertainUntil: requestDeadline() });
          return afterStep({ ...current, state: step.state }, await publisher.finish(part, account, step.state));
        case 'failed':
          return step.failure.outcome === 'rejected' ? rejected(current, step.failure) : lost(current, step.failure);
      }
    }

    /** The answer was lost: whatever the platform shows now decides, or it is asked again later. */
    async function lost(current: PublishAttempt, failure: Failure): Promise<void> {
      const answered = failure.platformStatusCode !== undefined;
      const uncertainUntil = answered ? clock() : new Date(clock().getTime() + config.graceMs);
      await updateAttempt(db, current.id, { failure, uncertainUntil });
      const attempt = { ...current, failure, uncertainUntil };
      return afterLook(attempt, await lookWithSession(current.state));
    }

    async function afterLook(current: PublishAttempt, sighting: Sighting): Promise<void> {
      switch (sighting.kind) {
        case 'absent':
          if (clock() < current.uncertainUntil) {
            return comeBack(current, {}, current.uncertainUntil.getTime() - clock().getTime());
          }
          return retryOrFail(current, 'absent', { ...(current.failure ?? interrupted(post)), outcome: 'rejected' });
        case 'unanswerable':
          return unknown(current, current.failure);
        case 'failed':
          return lookAgain(current, sighting.failure);
        default:
          return afterStep(current, sighting);
      }
    }

    function lookAgain(current: PublishAttempt, failure: Failure): Promise<void> {
      const age = clock().getTime() - current.startedAt.getTime();
      if (!FAILURES[failure.code].retryable || age > LOOK_FOR_MS) return unknown(current, current.failure ?? failure);
      const wait = LOOK_AGAIN_MS.find((ms) => ms > age) ?? LOOK_FOR_MS / 6;
      return comeBack(current, {}, Math.max(wait, (failure.retryAt?.getTime() ?? 0) - clock().getTime()));
    }

    async function rejected(current: PublishAttempt, failure: Failure): Promise<void> {
      if (failure.code === 'PLATFORM_AUTH_EXPIRED' && opened.kind === 'open') {
        await needs.markRevoked(opened.connectionId);
      }
      return retryOrFail(current, 'rejected', failure);
    }

    // --- what is stored ---------------------------------------------------------------------------------------

    /** Stores the attempt before its first byte leaves. Undefined when the turn is over. */
    function begin(): Promise<PublishAttempt | undefined> {
      return transaction(async (tx) => {
        const held = await holdTurn(tx, turn);
        if (!held || (await findOpenAttempt(tx, turn.postId))) {
          await endJob(tx);
          return undefined;
        }
        const now = clock();
        const fresh = { id: newId(now), postId: turn.postId, startedAt: now, uncertainUntil: requestDeadline() };
        const stored = await insertAttempt(tx, fresh);
        await recordStart(tx, held, stored, now);
        return stored;
      });
    }

    function end(
      { id }: PublishAttempt,
      outcome: AttemptOutcome,
      record: (tx: Db, held: Held) => Promise<void>,
    ): Promise<void> {
      return transaction(async (tx) => {
        const held = await holdTurn(tx, turn);
        await updateAttempt(tx, id, { outcome, endedAt: clock() });
        if (held) await record(tx, held);
        await endJob(tx);
      });
    }

    function retryOrFail(current: PublishAttempt, outcome: AttemptOutcome, failure: Failure): Promise<void> {
      const now = clock();
      const after = afterFailure({
        failure,
        burnt: post.attemptCount,
        now,
        delaysMs: config.retryDelaysMs,
        giveUpAt: new Date((post.firstAttemptAt ?? current.startedAt).getTime() + config.maxLatenessMs),
        random: needs.random(),
      });
      if (after.kind === 'final') {
        const attempt = { number: current.number, burnt: true };
        return end(current, outcome, (tx, held) => recordFailed(tx, held, failure, { attempt, now }));
      }
      const attempt = { number: current.number, burnt: after.burnsAttempt };
      return end(current, after.burnsAttempt ? outcome : 'deferred', (tx, held) =>
        recordAgain(tx, publishQueue, held, { at: after.at, attempt, failure }, now),
      );
    }

    function unknown(current: PublishAttempt, cause: Failure | null): Promise<void> {
      const failure: Failure = { ...(cause ?? interrupted(post)), code: 'OUTCOME_UNKNOWN', outcome: 'unknown' };
      const attempt = { number: current.number, burnt: true };
      return end(current, 'unknown', (tx, held) => recordFailed(tx, held, failure, { attempt, now: clock() }));
    }

    /** Leaves the attempt open and looks again later: nothing waits in this process. */
    function comeBack({ id }: PublishAttempt, changes: { state?: State }, afterMs: number): Promise<void> {
      return transaction(async (tx) => {
        const held = await holdTurn(tx, turn);
        if (changes.state) await updateAttempt(tx, id, changes);
        const at = new Date(clock().getTime() + Math.max(afterMs, 0));
        if (held) await recordAgain(tx, publishQueue, held, { at }, clock());
        await endJob(tx);
      });
    }

    /** Fails a post for which no attempt can be made. */
    function failNow(code: FailureCode, message: string): Promise<void> {
      return transaction(async (tx) => {
        const held = await holdTurn(tx, turn);
        const failure: Failure = { code, message, outcome: 'rejected', platformError: null };
        if (held) await recordFailed(tx, held, failure, { now: clock() });
        await endJob(tx);
      });
    }
  };

  function requestDeadline(): Date {
    return new Date(clock().getTime() + config.requestTimeoutMs + config.graceMs);
  }
};

const isRefusedSession = (step: Step): boolean =>
  step.kind === 'failed' && step.failure.code === 'PLATFORM_AUTH_EXPIRED' && step.failure.outcome === 'rejected';

/** The failure of an attempt whose worker stopped before the answer came. */
const interrupted = (post: PlatformPost): Failure => ({
  code: 'NETWORK_ERROR',
  message: `${post.platform} was asked to post it, but its answer was lost with the worker; the post may be live`,
  outcome: 'unknown',
  platformError: null,
});
