/** What a platform's answers mean for an attempt: the steps from its first request to the end of its turn. */
import { withCertainOutcome } from '../../platforms/kit/failed-step.js';
import { SendRefused } from '../../platforms/kit/guarded-http.js';
import { FAILURES, type Failure } from '../../platforms/port/failure.js';
import type { Sighting, Step } from '../../platforms/port/platform.js';
import type { Dialogue } from './dialogue.js';
import type { PublishAttempt } from './publish-attempt.js';
import { AlreadyLive, type AttemptGuard, EarlierUnclear } from './send-guard.js';
import type { HeldAttempt, TurnLedger } from './turn-ledger.js';
import { IN_FLIGHT } from './waits.js';

export interface AttemptContext {
  platform: string;
  ledger: TurnLedger;
  clock: () => Date;
  /** How long a platform may go on storing what it was sent. */
  graceMs: number;
  dialogue: Dialogue;
  guard: AttemptGuard;
  isStopping: () => boolean;
  /** Marks the connection as refused for good. */
  revoke: () => Promise<void>;
}

/** While a platform cannot even be asked: the ages of an attempt at which it is looked for again; then it is given up. */
const LOOK_AGAIN_MS = [2_000, 10_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000];

/** A platform's word on when it may be asked again is not waited for longer. */
const LONGEST_LOOK_WAIT_MS = 15 * 60_000;

/** The last look, after which a post is told to have failed, comes this many times the grace later than any other. */
const LAST_LOOK_GRACES = 6;

/** Makes an attempt that has just begun. */
export function startAttempt(context: AttemptContext, { attempt, lease }: HeldAttempt): Promise<void> {
  context.guard.hold(lease);
  return guarded(context, attempt, async () => afterStep(context, attempt, await context.dialogue.start()));
}

/** Goes on with an attempt that another turn left open, or whose answer was lost: the platform is asked first. */
export async function resumeAttempt(context: AttemptContext, attempt: PublishAttempt): Promise<void> {
  return afterLook(context, attempt, await context.dialogue.look(attempt.state));
}

/** Runs what may send; what the guard held back decides about the attempt. */
async function guarded(context: AttemptContext, attempt: PublishAttempt, run: () => Promise<void>): Promise<void> {
  const { ledger, guard, clock } = context;
  try {
    await run();
  } catch (error) {
    if (error instanceof AlreadyLive) return ledger.publishedBefore(error.attempt, attempt, error.step);
    // What has left before, only a look can find.
    const mayHaveSent = guard.hasSent() || attempt.state !== null;
    if (error instanceof EarlierUnclear) {
      if (!error.failure) return ledger.unknown(attempt, interrupted(context.platform));
      if (mayHaveSent) return afterFailedLook(context, attempt, error.failure);
      return retryOrFail(context, attempt, 'rejected', { ...error.failure, outcome: 'rejected' });
    }
    if (!(error instanceof SendRefused)) throw error;
    if (mayHaveSent) return ledger.comeBack(attempt, clock(), IN_FLIGHT, { released: !guard.hasSent() });
    return retryOrFail(context, attempt, 'rejected', PAUSED);
  }
}

async function afterStep(context: AttemptContext, attempt: PublishAttempt, step: Step): Promise<void> {
  const { ledger, dialogue, guard, clock } = context;
  switch (step.kind) {
    case 'published':
      return ledger.published(attempt, step);
    case 'pending': {
      const at = new Date(clock().getTime() + step.checkAfterMs);
      // Every request was answered; only one whose answer was lost before may still be under way.
      return ledger.comeBack(attempt, at, PROCESSING, { state: step.state, released: attempt.failure === null });
    }
    case 'ready': {
      const held = await ledger.renew(attempt, step.state, step.withinMs ?? 0);
      if (!held) return ledger.giveWay();
      guard.hold(held.lease);
      return guarded(context, held.attempt, async () =>
        afterStep(context, held.attempt, await dialogue.finish(step.state)),
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

/** Before a post is told to have failed, its lost attempts are looked for once more. */
async function retryOrFail(
  context: AttemptContext,
  attempt: PublishAttempt,
  outcome: 'rejected' | 'absent',
  failure: Failure,
): Promise<void> {
  const { ledger, guard } = context;
  const earlier = ledger.isLast(attempt, failure) ? await guard.findEarlier() : null;
  if (earlier instanceof AlreadyLive) return ledger.publishedBefore(earlier.attempt, attempt, earlier.step);
  if (!earlier?.failure || !FAILURES[earlier.failure.code].retryable) {
    return ledger.retryOrFail(attempt, outcome, failure);
  }
  const noted = await ledger.noteLoss(attempt, failure);
  return noted ? afterFailedLook(context, noted, earlier.failure) : ledger.giveWay();
}

/**
 * The answer was lost, or was an error that leaves it open. Something may still be under way, and a platform may show a
 * post a moment after it has stored it: that nothing is there counts only after the grace.
 */
async function afterLoss(context: AttemptContext, attempt: PublishAttempt, failure: Failure): Promise<void> {
  const noted = await context.ledger.noteLoss(attempt, failure);
  if (!noted) return context.ledger.giveWay();
  // A process that stops has no time for another request: the next one asks.
  if (context.isStopping()) return context.ledger.comeBack(noted, context.clock(), IN_FLIGHT);
  return afterLook(context, noted, await context.dialogue.look(noted.state));
}

async function afterLook(context: AttemptContext, attempt: PublishAttempt, sighting: Sighting): Promise<void> {
  const { ledger, clock } = context;
  const cause = attempt.failure ?? interrupted(context.platform);
  const { uncertainUntil } = attempt;
  const mayBeUnderWay = clock() < uncertainUntil;
  switch (sighting.kind) {
    case 'absent': {
      if (mayBeUnderWay) return ledger.comeBack(attempt, uncertainUntil, IN_FLIGHT);
      const lastLook = new Date(uncertainUntil.getTime() + LAST_LOOK_GRACES * context.graceMs);
      if (clock() < lastLook && ledger.isLast(attempt, cause)) return ledger.comeBack(attempt, lastLook, IN_FLIGHT);
      return retryOrFail(context, attempt, 'absent', withCertainOutcome(cause));
    }
    case 'unanswerable':
      // Whose answer nobody has noted as lost may have a worker that still waits for it.
      if (!attempt.failure && mayBeUnderWay) return ledger.comeBack(attempt, uncertainUntil, IN_FLIGHT);
      return ledger.unknown(attempt, cause);
    case 'ready':
      // Another worker may be about to send just that.
      if (mayBeUnderWay) return ledger.comeBack(attempt, uncertainUntil, IN_FLIGHT);
      return afterStep(context, attempt, sighting);
    case 'failed':
      return sighting.failure.outcome === 'rejected' && !mayBeUnderWay
        ? afterRejection(context, attempt, sighting.failure)
        : afterFailedLook(context, attempt, sighting.failure);
    default:
      return afterStep(context, attempt, sighting);
  }
}

/** The platform could not be asked this time. */
function afterFailedLook({ ledger, clock }: AttemptContext, attempt: PublishAttempt, failure: Failure): Promise<void> {
  const { startedAt, uncertainUntil } = attempt;
  const now = clock().getTime();
  const age = now - startedAt.getTime();
  const nextAge = LOOK_AGAIN_MS.find((ms) => ms > age);
  const mayBeUnderWay = now < uncertainUntil.getTime();
  // A platform that has said why it does not answer says the same again.
  const isInVain = nextAge === undefined || !FAILURES[failure.code].retryable;
  // Of an attempt that was going well, nothing was lost but this.
  if (!mayBeUnderWay && isInVain) return ledger.unknown(attempt, attempt.failure ?? failure);
  const nextLook = isInVain ? uncertainUntil.getTime() : startedAt.getTime() + nextAge;
  const at = Math.max(nextLook, Math.min(failure.retryAt?.getTime() ?? 0, now + LONGEST_LOOK_WAIT_MS));
  return ledger.comeBack(attempt, new Date(at), lookupFailed(failure));
}

const PROCESSING = { kind: 'processing', reason: 'The platform is still processing the post' } as const;

const lookupFailed = ({ message }: Failure) =>
  ({ kind: 'lookup', reason: `Whether the post is live could not be found out: ${message}` }) as const;

/** The worker was paused, or busy, for longer than the attempt may take. */
const PAUSED: Failure = {
  code: 'SERVICE_ERROR',
  message: 'The post was not sent: the worker was interrupted for longer than an attempt may take',
  outcome: 'rejected',
  platformError: null,
};

/** Why the answer to an attempt is missing that nobody has noted anything about. */
const interrupted = (platform: string): Failure => ({
  code: 'NETWORK_ERROR',
  message: `${platform} was asked to post it, but its answer was lost with the worker; the post may be live`,
  outcome: 'unknown',
  platformError: null,
});
