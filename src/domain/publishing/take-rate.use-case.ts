import DataLoader from 'dataloader';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { PartMedia } from '../../platforms/port/platform.js';
import { describeRate, type RateLimit, type RateUnit, takeRate } from '../../platforms/port/rate-limit.js';
import { lockRateUses, type RateKey, type RateUse, storeRateUses } from './rate-use.repository.js';

/** One part that is about to go to an account. */
export interface RateRequest {
  platformId: string;
  limits: readonly RateLimit[];
  media: readonly PartMedia[];
}

/** When the limits allow the part, and why not before; null: now, and it is counted. */
export type TakeRateOf = (request: RateRequest) => Promise<{ until: Date; reason: string } | null>;

/**
 * Counts what parts use of their platforms' limits, for all workers together (docs/contract/platforms.md).
 * Parts that go out at the same moment are counted in one transaction.
 */
export function makeTakeRate({ transaction, clock }: { transaction: Transaction; clock: () => Date }): TakeRateOf {
  const taken = new DataLoader(
    (requests: readonly Need[][]) =>
      transaction(async (db) => {
        const locked = await lockRateUses(
          db,
          requests.flat().map(({ key }) => key),
        );
        const byKey = new Map(locked.map((use) => [textOf(use), use]));
        const answers = requests.map((needs) => take(byKey, needs, clock()));
        await storeRateUses(db, [...byKey.values()]);
        return answers;
      }),
    { cache: false },
  );
  return async (request) => {
    const needs = needsOf(request);
    return needs.length === 0 ? null : taken.load(needs);
  };
}

/** How much of one limit a part needs. */
interface Need {
  key: RateKey;
  limit: RateLimit;
  amount: number;
}

/** A text needs nothing of a limit of videos: only what is needed is locked. */
const needsOf = ({ platformId, limits, media }: RateRequest): Need[] =>
  limits
    .map((limit) => ({ key: keyOf(platformId, limit), limit, amount: amountOf(limit.unit, media) }))
    .filter(({ amount }) => amount > 0);

/** All that a part needs, or nothing. */
function take(byKey: Map<string, RateUse>, needs: readonly Need[], now: Date) {
  const next: RateUse[] = [];
  let wait: { until: Date; reason: string } | null = null;
  for (const { key, limit, amount } of needs) {
    const result = takeRate(limit, byKey.get(textOf(key))?.uses ?? {}, amount, now);
    if (result.kind === 'taken') next.push({ ...key, uses: result.uses });
    else if (!wait || result.until > wait.until) {
      wait = { until: result.until, reason: `The account has used up ${describeRate(limit)}` };
    }
  }
  if (!wait) for (const use of next) byKey.set(textOf(use), use);
  return wait;
}

const keyOf = (platformId: string, { max, unit, perSeconds }: RateLimit): RateKey => ({
  platformId,
  name: `${max} ${unit}/${perSeconds}`,
});

const textOf = ({ platformId, name }: RateKey) => `${platformId} ${name}`;

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
