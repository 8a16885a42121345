import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { MINUTE_SECONDS } from '../../foundation/time/durations.js';
import { type RateLimit, takeRate } from '../../platforms/port/rate-limit.js';
import { CountedRates, type RatedAccount, type RateNeed, rateKeyOf } from '../publishing/rate-limits.js';
import { lockRateUses, readRateUses, storeRateUses } from '../publishing/rate-use.repository.js';

/** Of a platform's limit of requests, the part that reading numbers may use. The rest is for publishing. */
const SHARE = 10;
/** Where a platform names no limit of requests. */
const USUAL: RateLimit = { max: 60, unit: 'requests', perSeconds: 15 * MINUTE_SECONDS };

/** Whose requests are counted together in the limits of a whole app: no account of a platform has this id. */
const APP = '';

/** Requests for numbers of an account, and the limits that count them. */
export interface RequestsToTake {
  account: RatedAccount;
  requests: number;
  /** Of the account. */
  limits: readonly RateLimit[];
  /** Of the operator's app, over all accounts. */
  appLimits: readonly RateLimit[];
}

/**
 * Counts requests for numbers, apart from those of publishing; or returns until when there is no room for them: they take
 * a tenth of a platform's limits, and wait while publishing uses more than half of the account's.
 */
export async function takeRequests(
  transaction: Transaction,
  { account, limits, appLimits, requests }: RequestsToTake,
  now: Date,
): Promise<Date | null> {
  const ofRequests = limits.filter(({ unit }) => unit === 'requests');
  const own = ofRequests.length > 0 ? ofRequests.map(shareOf) : [USUAL];
  const needs = [
    ...own.map((limit) => needOf(account, limit, requests)),
    ...appLimits.map((limit) => needOf({ ...account, accountId: APP }, shareOf(limit), requests)),
  ];
  return transaction(async (db) => {
    const busyUntil = await untilHalfIsFree(db, account, ofRequests, now);
    if (busyUntil) return busyUntil;
    const locked = await lockRateUses(
      db,
      needs.map(({ key }) => key),
    );
    const counted = new CountedRates(locked);
    const limited = counted.take(needs, now);
    if (!limited) await storeRateUses(db, counted.changes());
    return limited?.until ?? null;
  });
}

/** Null: publishing uses at most half of each limit. */
async function untilHalfIsFree(
  db: Db,
  account: RatedAccount,
  limits: readonly RateLimit[],
  now: Date,
): Promise<Date | null> {
  if (limits.length === 0) return null;
  const ofPublishing = limits.map((limit) => ({ limit, key: rateKeyOf(account, limit) }));
  const used = await readRateUses(
    db,
    ofPublishing.map(({ key }) => key),
  );
  for (const { limit, key } of ofPublishing) {
    const uses = used.find(({ name }) => name === key.name)?.uses ?? {};
    const half = takeRate(limit, uses, limit.max / 2, now);
    if (half.kind === 'full') return half.until;
  }
  return null;
}

function needOf(whose: RatedAccount, limit: RateLimit, amount: number): RateNeed {
  const key = rateKeyOf(whose, limit);
  return { key: { ...key, name: `metrics ${key.name}` }, limit, amount };
}

const shareOf = (limit: RateLimit): RateLimit => ({ ...limit, max: Math.max(1, Math.floor(limit.max / SHARE)) });
