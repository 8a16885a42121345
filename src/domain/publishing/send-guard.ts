/**
 * What every publishing request passes before it is sent: the lookup of earlier attempts whose answers were lost, and the
 * lease of the attempt.
 */

import { type SendGuard, SendRefused } from '../../platforms/kit/guarded-http.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { LookupResult, Step } from '../../platforms/port/platform.js';
import type { PublishAttempt } from '../posts/publish-attempt.js';
import type { Lease } from './lease.js';

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
  ) {
    super('Whether an earlier attempt is live is not clear');
  }
}

export interface AttemptGuard extends SendGuard {
  /** Sends under this lease from now on. */
  useLease(lease: Lease): void;
  /** Whether a publishing request has left. */
  hasSent(): boolean;
  /** Whether an earlier attempt is live, or cannot be looked up for now; null when none is there. */
  findEarlier(): Promise<AlreadyLive | EarlierUnclear | null>;
}

/**
 * A lookup comes right before every repeated send, because a platform may have stored the first one later than any grace
 * period. An attempt whose outcome is unknown is sent again only when its owner has said that it is not live.
 */
export function makeSendGuard(
  earlier: readonly PublishAttempt[],
  lookUp: (attempt: PublishAttempt) => Promise<LookupResult>,
): AttemptGuard {
  let lease: Lease = { isLive: () => false };
  let sent = false;

  /** The answer about an upload that has ended may only be where to look next. */
  async function see(attempt: PublishAttempt): Promise<LookupResult> {
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
      sent ||= may;
      return may;
    },
    useLease(granted) {
      lease = granted;
    },
    hasSent: () => sent,
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
