/** What a platform's responses mean for an attempt: the steps from its first request to the end of the run. */
import { withCertainOutcome } from '../../platforms/kit/failed-step.js';
import { SendRefused } from '../../platforms/kit/guarded-http.js';
import { FAILURES, type Failure } from '../../platforms/port/failure.js';
import type { Step } from '../../platforms/port/platform.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';
import type { LeasedAttempt, Ledger } from './ledger.js';
import { namingAlike, type PartLookup, type PublisherSession } from './publisher-session.js';
import { AlreadyLive, type AttemptGuard, EarlierUnclear } from './send-guard.js';
import { IN_FLIGHT } from './waits.js';

export interface AttemptContext {
  platform: string;
  ledger: Ledger;
  clock: () => Date;
  /** No later than the true time (database-clock.ts): a time that has passed by it has passed. */
  earliestTime: () => Date;
  /** The key of the account (whose-post.ts); null if it could not be opened. */
  account: string | null;
  /** How long a platform may go on storing what it was sent. */
  graceMs: number;
  /** How long the platform's lists may lack a post that it has stored. */
  listLagMs: number;
  session: PublisherSession;
  guard: AttemptGuard;
  isStopping: () => boolean;
  /** Marks the connection as refused permanently. */
  revoke: () => Promise<void>;
}

/** While lookups fail: the ages of an attempt at which its post is looked up again; after the last, it is given up. */
const LOOKUP_AGES_MS = [2_000, 10_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000];

/** While the attempt of another post is open: the next wait is half the age, within these. */
const CONTESTED_WAIT_MS = { least: 5_000, most: 60_000 };

/** The age at which an attempt of this age is looked up again; undefined: it is given up. */
function nextLookupAge(age: number, isContested: boolean): number | undefined {
  const next = LOOKUP_AGES_MS.find((ms) => ms > age);
  if (next === undefined || !isContested) return next;
  return Math.min(next, age + Math.min(CONTESTED_WAIT_MS.most, Math.max(CONTESTED_WAIT_MS.least, age / 2)));
}

/** The longest wait between two lookups, even if the platform's retry-after is longer. */
const LONGEST_LOOKUP_WAIT_MS = 15 * 60_000;

/** The last lookup before a post fails comes later than the others: by the grace period times this. */
const LAST_LOOKUP_GRACES = 6;

/** Runs an attempt that has just begun. */
export function runAttempt(context: AttemptContext, { attempt, lease }: LeasedAttempt): Promise<void> {
  context.guard.useLease(lease);
  return guarded(context, attempt, async () => afterStep(context, attempt, await context.session.start()));
}

/** Continues an attempt that an earlier run left open, or whose response was lost: the platform is asked first. */
export async function resumeAttempt(context: AttemptContext, attempt: PublishAttempt): Promise<void> {
  return afterLookup(context, attempt, await context.session.lookUp(attempt.state));
}

/** Runs what may send; what the guard refuses to send decides about the attempt. */
async function guarded(context: AttemptContext, attempt: PublishAttempt, run: () => Promise<void>): Promise<void> {
  const { ledger, guard, clock } = context;
  try {
    await run();
  } catch (error) {
    if (error instanceof AlreadyLive)
      return ledger.publishedBefore(error.attempt, attempt, error.step, context.account);
    // What was sent before, only a lookup can find.
    const mayHaveSent = guard.sentAt() !== null || attempt.state !== null;
    if (error instanceof EarlierUnclear) {
      if (!error.failure) return ledger.unknown(attempt, interrupted(context.platform));
      if (mayHaveSent) return afterFailedLookup(context, attempt, error.failure, error.isContested);
      return retryOrFail(context, attempt, 'rejected', { ...error.failure, outcome: 'rejected' });
    }
    if (!(error instanceof SendRefused)) throw error;
    if (mayHaveSent) return ledger.comeBack(attempt, clock(), IN_FLIGHT, { released: guard.sentAt() === null });
    return retryOrFail(context, attempt, 'rejected', PAUSED);
  }
}

async function afterStep(context: AttemptContext, attempt: PublishAttempt, step: Step): Promise<void> {
  const { ledger, session, guard, clock } = context;
  switch (step.kind) {
    case 'published':
      return ledger.published(attempt, step, context.account);
    case 'pending': {
      const at = new Date(clock().getTime() + step.checkAfterMs);
      // Every request was answered; only one whose response was lost earlier may still be in flight.
      return ledger.comeBack(attempt, at, PROCESSING, { state: step.state, released: attempt.failure === null });
    }
    case 'ready': {
      const renewed = await ledger.renew(attempt, step.state, step.withinMs ?? 0);
      if (!renewed) return ledger.giveWay();
      guard.useLease(renewed.lease);
      return guarded(context, renewed.attempt, async () =>
        afterStep(context, renewed.attempt, await session.finish(step.state)),
      );
    }
    case 'failed':
      return step.failure.outcome === 'rejected'
        ? afterRejection(context, attempt, step.failure)
        : afterLoss(context, attempt, step.failure);
  }
}

async function afterRejection(context: AttemptContext, attempt: PublishAttempt, failure: Failure): Promise<void> {
  if (failure.code === 'PLATFORM_AUTH_EXPIRED') await context.revoke();
  return retryOrFail(context, attempt, 'rejected', failure);
}

/** Before a post fails permanently, its lost attempts are looked up once more. */
async function retryOrFail(
  context: AttemptContext,
  attempt: PublishAttempt,
  outcome: 'rejected' | 'absent',
  failure: Failure,
): Promise<void> {
  const { ledger, guard } = context;
  const earlier = ledger.isLast(attempt, failure) ? await guard.findEarlier() : null;
  if (earlier instanceof AlreadyLive)
    return ledger.publishedBefore(earlier.attempt, attempt, earlier.step, context.account);
  if (!earlier?.failure || !FAILURES[earlier.failure.code].retryable) {
    return ledger.retryOrFail(attempt, outcome, failure);
  }
  const noted = await ledger.noteLoss(attempt, failure, guard.sentAt());
  return noted ? afterFailedLookup(context, noted, earlier.failure, earlier.isContested) : ledger.giveWay();
}

/**
 * The response was lost, or was an error that leaves the outcome open. A request may still be in flight, however its
 * connection ended.
 */
async function afterLoss(context: AttemptContext, attempt: PublishAttempt, failure: Failure): Promise<void> {
  const noted = await context.ledger.noteLoss(attempt, failure, context.guard.sentAt());
  if (!noted) return context.ledger.giveWay();
  // A process that is stopping has no time for another request: the next run looks it up.
  if (context.isStopping()) return context.ledger.comeBack(noted, context.clock(), IN_FLIGHT);
  return afterLookup(context, noted, await context.session.lookUp(noted.state));
}

async function afterLookup(context: AttemptContext, attempt: PublishAttempt, lookup: PartLookup): Promise<void> {
  const { ledger, earliestTime } = context;
  const cause = attempt.failure ?? interrupted(context.platform);
  const { uncertainUntil } = attempt;
  const mayBeInFlight = earliestTime() < uncertainUntil;
  switch (lookup.kind) {
    case 'absent': {
      // What was stored at the last moment is listed even later.
      const listedAt = new Date(uncertainUntil.getTime() + context.listLagMs);
      if (earliestTime() < listedAt) return ledger.comeBack(attempt, listedAt, IN_FLIGHT);
      const lastLookup = new Date(listedAt.getTime() + LAST_LOOKUP_GRACES * context.graceMs);
      if (earliestTime() < lastLookup && ledger.isLast(attempt, cause))
        return ledger.comeBack(attempt, lastLookup, IN_FLIGHT);
      return retryOrFail(context, attempt, 'absent', withCertainOutcome(cause));
    }
    case 'unsupported':
      // No response was noted as lost, so a worker may still be waiting for it.
      if (!attempt.failure && mayBeInFlight) return ledger.comeBack(attempt, uncertainUntil, IN_FLIGHT);
      return ledger.unknown(attempt, namingAlike(cause, lookup.alike));
    case 'ready':
      // Another worker may be about to send exactly this.
      if (mayBeInFlight) return ledger.comeBack(attempt, uncertainUntil, IN_FLIGHT);
      return afterStep(context, attempt, lookup);
    case 'failed':
      return lookup.failure.outcome === 'rejected' && !mayBeInFlight
        ? afterRejection(context, attempt, lookup.failure)
        : afterFailedLookup(context, attempt, lookup.failure);
    case 'contested':
      return afterFailedLookup(context, attempt, lookup.failure, true);
    default:
      return afterStep(context, attempt, lookup);
  }
}

const UNAUTHORIZED = 401;

/** The lookup failed, or it proves nothing while an attempt of another post is open (`isContested`). */
async function afterFailedLookup(
  context: AttemptContext,
  attempt: PublishAttempt,
  failure: Failure,
  isContested = false,
): Promise<void> {
  const { ledger, clock, earliestTime } = context;
  const { startedAt, uncertainUntil } = attempt;
  const now = clock().getTime();
  const age = now - startedAt.getTime();
  const nextAge = nextLookupAge(age, isContested);
  const mayBeInFlight = earliestTime() < uncertainUntil;
  // A lookup that cannot succeed later is not repeated.
  const isFutile = nextAge === undefined || !FAILURES[failure.code].retryable;
  if (!mayBeInFlight && isFutile) {
    const cause = attempt.failure;
    const isRefused = failure.code === 'PLATFORM_AUTH_EXPIRED';
    // In words that may be a gateway's, a refusal to publish says nothing. That reading is refused as well explains it.
    if (isRefused && cause?.platformStatusCode === UNAUTHORIZED)
      return afterRejection(context, attempt, withCertainOutcome(failure));
    if (isRefused) await context.revoke();
    // Where no response was lost before, the failed lookup is the cause.
    return ledger.unknown(attempt, cause ?? failure);
  }
  const nextLookup = isFutile ? uncertainUntil.getTime() : startedAt.getTime() + nextAge;
  const at = Math.max(nextLookup, Math.min(failure.retryAt?.getTime() ?? 0, now + LONGEST_LOOKUP_WAIT_MS));
  return ledger.comeBack(attempt, new Date(at), lookupFailed(failure));
}

const PROCESSING = { kind: 'processing', reason: 'The platform is still processing the post' } as const;

const lookupFailed = ({ message }: Failure) =>
  ({ kind: 'lookup', reason: `It could not be determined whether the post is live: ${message}` }) as const;

/** The worker was paused, or busy, for longer than the attempt may take. */
const PAUSED: Failure = {
  code: 'SERVICE_ERROR',
  message: 'The post was not sent: the worker was interrupted for longer than an attempt may take',
  outcome: 'rejected',
  platformError: null,
};

/** Why the response of an attempt is missing when nothing was noted about it. */
const interrupted = (platform: string): Failure => ({
  code: 'NETWORK_ERROR',
  message: `${platform} was sent the post, but the response was lost when the worker stopped; the post may be live`,
  outcome: 'unknown',
  platformError: null,
});
