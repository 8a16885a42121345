import DataLoader from 'dataloader';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { PartMedia } from '../../platforms/port/platform.js';
import { describeRate, type RateLimit, type RateUnit, returnRate, takeRate } from '../../platforms/port/rate-limit.js';
import { lockRateUses, type RateKey, type RateUse, storeRateUses } from './rate-use.repository.js';

/** One part that is about to go to an account. */
export interface RateRequest {
  platformId: string;
  limits: readonly RateLimit[];
  media: readonly PartMedia[];
}

/** Counts a part in its platform's rate limits, or says when they allow it, and why not before. */
export type AcquireRateLimit = (request: RateRequest) => Promise<Taken | Full>;

interface Taken {
  kind: 'taken';
  /** Nothing was sent of the part. Never rejects: if it cannot be stored, the part counts. */
  giveBack: () => Promise<void>;
}

interface Full {
  kind: 'full';
  until: Date;
  reason: string;
}

/**
 * Counts what parts use of their platforms' limits, for all workers together (docs/contract/platforms.md).
 * Parts that come while a transaction is under way are counted together in the next one.
 */
export function makeAcquireRateLimit({
  transaction,
  clock,
  sleep,
}: {
  transaction: Transaction;
  clock: () => Date;
  sleep: (ms: number) => Promise<void>;
}): AcquireRateLimit {
  let running: Promise<unknown> = Promise.resolve();
  const taken = new DataLoader(
    (requests: readonly Need[][]) => {
      const counting = transaction(async (db) => {
        const locked = await lockRateUses(
          db,
          requests.flat().map(({ key }) => key),
        );
        const byKey = new Map(locked.map((use) => [textOf(use), use]));
        const answers = requests.map((needs) => {
          const now = clock();
          return take(byKey, needs, now) ?? now;
        });
        await storeRateUses(db, [...byKey.values()]);
        return answers;
      });
      running = Promise.race([counting.catch(() => undefined), sleep(SLOW_MS)]);
      return counting;
    },
    { cache: false, batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)) },
  );

  const giveBack = (needs: readonly Need[], takenAt: Date): Promise<void> =>
    transaction(async (db) => {
      const locked = await lockRateUses(
        db,
        needs.map(({ key }) => key),
      );
      const byKey = new Map(locked.map(({ uses, ...key }) => [textOf(key), uses]));
      const returned = needs.map(({ key, limit, amount }) => ({
        ...key,
        uses: returnRate(limit, byKey.get(textOf(key)) ?? {}, amount, takenAt),
      }));
      await storeRateUses(db, returned);
    }).catch(() => undefined);

  return async (request) => {
    const needs = needsOf(request);
    if (needs.length === 0) return { kind: 'taken', giveBack: async () => undefined };
    const answer = await taken.load(needs);
    return answer instanceof Date ? { kind: 'taken', giveBack: () => giveBack(needs, answer) } : answer;
  };
}

/** A transaction that takes longer no longer holds up the parts that come after it. */
const SLOW_MS = 1_000;

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

/** All that a part needs, or nothing; null: it was taken. */
function take(byKey: Map<string, RateUse>, needs: readonly Need[], now: Date): Full | null {
  const next: RateUse[] = [];
  let wait: Full | null = null;
  for (const { key, limit, amount } of needs) {
    const result = takeRate(limit, byKey.get(textOf(key))?.uses ?? {}, amount, now);
    if (result.kind === 'taken') next.push({ ...key, uses: result.uses });
    else if (!wait || result.until > wait.until) {
      wait = { kind: 'full', until: result.until, reason: `The account has used up ${describeRate(limit)}` };
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
