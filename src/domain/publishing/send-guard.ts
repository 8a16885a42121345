/**
 * What every publishing request passes before it is sent: the lookup of earlier attempts whose responses were lost, and the
 * lease of the attempt.
 */

import { type SendGuard, SendRefused } from '../../platforms/kit/guarded-http.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { Step } from '../../platforms/port/platform.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';
import type { Lease } from './lease.js';
import type { PartLookup } from './publisher-session.js';

/** An earlier attempt turned out to be live: there is nothing to send. */
export class AlreadyLive extends Error {
  constructor(
    readonly attempt: PublishAttempt,
    readonly step: Extract<Step, { kind: 'published' }>,
  ) {
    super('An earlier attempt is live');
  }
}

/** Whether an earlier attempt is live cannot be said for now, or can no longer be said at all (`failure` is null). */
export class EarlierUnclear extends Error {
  constructor(
    readonly attempt: PublishAttempt,
    readonly failure: Failure | null,
    /** Only until an attempt of another post has ended. */
    readonly isContested = false,
  ) {
    super('Whether an earlier attempt is live is not clear');
  }
}

export interface AttemptGuard extends SendGuard {
  /** Sends under this lease from now on. */
  useLease(lease: Lease): void;
  /** When the last publishing request left; null if none has. */
  sentAt(): Date | null;
  /** Whether an earlier attempt is live, or cannot be looked up for now; null when none is there. */
  findEarlier(): Promise<AlreadyLive | EarlierUnclear | null>;
}

/**
 * A lookup comes right before every repeated send, because a platform may have stored the first one later than any grace
 * period. An attempt whose outcome is unknown is sent again only when its owner has said that it is not live.
 */
export function makeSendGuard(
  earlier: readonly PublishAttempt[],
  lookUp: (attempt: PublishAttempt) => Promise<PartLookup>,
  clock: () => Date,
): AttemptGuard {
  let lease: Lease = { isLive: () => false };
  let sentAt: Date | null = null;

  /** The response about an upload that has ended may only be where to look next. */
  async function see(attempt: PublishAttempt): Promise<PartLookup> {
    const lookup = await lookUp(attempt);
    return lookup.kind === 'pending' ? lookUp({ ...attempt, state: lookup.state }) : lookup;
  }

  /** Why an attempt's post must not be sent again; null when it may be. */
  async function assess(attempt: PublishAttempt): Promise<AlreadyLive | EarlierUnclear | null> {
    const lookup = await see(attempt);
    switch (lookup.kind) {
      case 'published':
        return new AlreadyLive(attempt, lookup);
      case 'failed':
        return new EarlierUnclear(attempt, lookup.failure);
      case 'contested':
        return new EarlierUnclear(attempt, lookup.failure, true);
      case 'pending':
        return new EarlierUnclear(attempt, stillProcessing);
      case 'unsupported':
        return attempt.outcome === 'unknown' ? null : new EarlierUnclear(attempt, null);
      default:
        return null;
    }
  }

  return {
    async beforeSend() {
      for (const attempt of earlier) {
        const problem = await assess(attempt);
        if (problem) throw problem;
      }
      if (!lease.isLive()) throw new SendRefused('The lease of the attempt had run out');
    },
    mayLeave() {
      const may = lease.isLive();
      if (may) sentAt = clock();
      return may;
    },
    useLease(granted) {
      lease = granted;
    },
    sentAt: () => sentAt,
    async findEarlier() {
      for (const attempt of earlier) {
        const found = await assess(attempt);
        if (found instanceof AlreadyLive || found?.failure) return found;
      }
      return null;
    },
  };
}

const stillProcessing: Failure = {
  code: 'PLATFORM_SERVER_ERROR',
  message: 'The platform is still processing an earlier attempt',
  outcome: 'rejected',
  platformError: null,
};
