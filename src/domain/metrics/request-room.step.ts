import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { MINUTE_SECONDS } from '../../foundation/time/durations.js';
import { type RateLimit, takeRate } from '../../platforms/port/rate-limit.js';
import { CountedRates, type RatedAccount, rateKeyOf } from '../publishing/rate-limits.js';
import { lockRateUses, readRateUses, storeRateUses } from '../publishing/rate-use.repository.js';

/** Of a platform's limit of requests, the part that reading numbers may use. The rest is for publishing. */
const SHARE = 10;
/** Where a platform names no limit of requests. */
const USUAL: RateLimit = { max: 60, unit: 'requests', perSeconds: 15 * MINUTE_SECONDS };

/**
 * Counts requests for numbers of an account, apart from those of publishing; or returns until when there is no room for
 * them: they take a tenth of a platform's limit, and wait while publishing uses more than half of it.
 */
export async function takeRequests(
  transaction: Transaction,
  { account, limits, requests }: { account: RatedAccount; limits: readonly RateLimit[]; requests: number },
  now: Date,
): Promise<Date | null> {
  const ofRequests = limits.filter(({ unit }) => unit === 'requests');
  return transaction(async (db) => {
    const ofPublishing = ofRequests.map((limit) => ({ limit, key: rateKeyOf(account, limit) }));
    const used =
      ofRequests.length > 0
        ? await readRateUses(
            db,
            ofPublishing.map(({ key }) => key),
          )
        : [];
    for (const { limit, key } of ofPublishing) {
      const uses = used.find(({ name }) => name === key.name)?.uses ?? {};
      const half = takeRate(limit, uses, limit.max / 2, now);
      if (half.kind === 'full') return half.until;
    }
    const own = ofRequests.length > 0 ? ofRequests.map(shareOf) : [USUAL];
    const needs = own.map((limit) => {
      const key = rateKeyOf(account, limit);
      return { key: { ...key, name: `metrics ${key.name}` }, limit, amount: requests };
    });
    const counted = new CountedRates(
      await lockRateUses(
        db,
        needs.map(({ key }) => key),
      ),
    );
    const limited = counted.take(needs, now);
    if (!limited) await storeRateUses(db, counted.changes());
    return limited?.until ?? null;
  });
}

const shareOf = (limit: RateLimit): RateLimit => ({ ...limit, max: Math.max(1, Math.floor(limit.max / SHARE)) });
