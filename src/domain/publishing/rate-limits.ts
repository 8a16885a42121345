import type { Account } from '../../platforms/port/account.js';
import type { PartMedia } from '../../platforms/port/platform.js';
import {
  describeRate,
  type RateLimit,
  type RateUnit,
  type RateUses,
  takeRate,
} from '../../platforms/port/rate-limit.js';

/**
 * An account as the platform has it, the same for every user who has connected it. Its server is part of the key: an id
 * alone is what a server claims, so that a hostile one could use up the limits of an account of another server.
 */
export interface RatedAccount extends Pick<Account, 'accountId' | 'baseUrl'> {
  platform: string;
}

/** One part that is about to go to an account. */
interface RatedPart {
  account: RatedAccount;
  limits: readonly RateLimit[];
  media: readonly PartMedia[];
}

/** One limit of an account. */
export interface RateKey extends RatedAccount {
  name: string;
}

export type RateUse = RateKey & { uses: RateUses };

/** How much of one limit a part needs. */
export interface RateNeed {
  key: RateKey;
  limit: RateLimit;
  amount: number;
}

/** The limits of a platform do not allow a part yet. */
export interface RateLimited {
  until: Date;
  reason: string;
}

/** A text needs nothing of a limit of videos: only what is needed is locked. */
export const rateNeeds = ({ account, limits, media }: RatedPart): RateNeed[] =>
  limits
    .map((limit) => ({ key: rateKeyOf(account, limit), limit, amount: amountOf(limit.unit, media) }))
    .filter(({ amount }) => amount > 0);

/** Uses of limits that a transaction has locked, and counts. */
export class CountedRates {
  private readonly uses: Map<string, RateUse>;
  private readonly changed = new Map<string, RateUse>();

  constructor(locked: readonly RateUse[]) {
    this.uses = new Map(locked.map((use) => [textOf(use), use]));
  }

  /** Counts all that a part needs, or nothing; null: it was counted. */
  take(needs: readonly RateNeed[], now: Date): RateLimited | null {
    const next: RateUse[] = [];
    let limited: RateLimited | null = null;
    for (const { key, limit, amount } of needs) {
      const result = takeRate(limit, this.uses.get(textOf(key))?.uses ?? {}, amount, now);
      if (result.kind === 'taken') next.push({ ...key, uses: result.uses });
      else if (!limited || result.until > limited.until) {
        limited = { until: result.until, reason: `The account has used up ${describeRate(limit)}` };
      }
    }
    if (limited) return limited;
    for (const use of next) {
      this.uses.set(textOf(use), use);
      this.changed.set(textOf(use), use);
    }
    return null;
  }

  /** What has been counted, to be stored. */
  changes(): RateUse[] {
    return [...this.changed.values()];
  }
}

/** The count of what publishing uses of a limit. */
export const rateKeyOf = (
  { platform, accountId, baseUrl }: RatedAccount,
  { max, unit, perSeconds }: RateLimit,
): RateKey => ({
  platform,
  accountId,
  baseUrl,
  name: `${max} ${unit}/${perSeconds}`,
});

const textOf = ({ platform, accountId, baseUrl, name }: RateKey) => `${platform} ${baseUrl} ${accountId} ${name}`;

/** Requests are estimated: one that makes the post, and three for each file (begin, send, ask). */
function amountOf(unit: RateUnit, media: readonly PartMedia[]): number {
  const videos = media.filter(({ kind }) => kind === 'video');
  switch (unit) {
    case 'parts':
      return 1;
    case 'videos':
      return videos.length;
    case 'video bytes':
      return videos.reduce((sum, { bytes }) => sum + bytes, 0);
    case 'requests':
      return 1 + 3 * media.length;
  }
}
