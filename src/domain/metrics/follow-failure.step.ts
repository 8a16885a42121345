import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { DAY_MS, HOUR_MS } from '../../foundation/time/durations.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import { notify } from '../notifications/notify.step.js';
import {
  accountFailed,
  failedOf,
  noteRefusal,
  recover,
  type Subject,
  storeFailed,
  waitFor,
} from './account-failures.repository.js';
import { type AccountToRead, stopPosts } from './due-metrics.repository.js';
import {
  countFailure,
  FAILURES_IN_A_ROW,
  type Failed,
  isScopeMissing,
  nextAccountReading,
  REFUSED,
  retryAfter,
} from './metrics.js';
import { metricsRefused } from './metrics-notices.js';

/** An account whose own numbers could not be read is tried again after this time. */
const RETRY_MS = HOUR_MS;
const NONE: Failed = { failures: 0, refusals: 0 };
const larger = (one: Failed, other: Failed): Failed => (other.refusals > one.refusals ? other : one);

const OF_ACCOUNT: readonly FailureCode[] = ['RATE_LIMITED', 'PLATFORM_AUTH_EXPIRED', 'PLATFORM_NOT_CONFIGURED'];

/** Whether a failure is about the account, so that no other request is made now. */
export const isOfAccount = ({ code }: Pick<Failure, 'code'>): boolean => OF_ACCOUNT.includes(code);

const OUTAGES: readonly FailureCode[] = ['PLATFORM_SERVER_ERROR', 'NETWORK_ERROR', 'TIMEOUT_ERROR'];

/** Whether a failure is about the platform, and passes. */
export const isOutage = ({ code }: Pick<Failure, 'code'>): boolean => OUTAGES.includes(code);

interface Needs {
  transaction: Transaction;
  clock: () => Date;
  random: () => number;
  report: (report: { account: AccountToRead; failure: Failure }) => void;
}

/**
 * What follows for an account from the outcome of a request for its own numbers, or for posts; null: it did not fail.
 * False: nothing more of the account is to be read now.
 */
export function makeFollowFailure(needs: Needs, account: AccountToRead, of: Subject) {
  const { transaction, report } = needs;
  let failed = failedOf(account, of);
  return async (failure: Failure | null): Promise<boolean> => {
    if (!failure) {
      if (failed.failures > 0) await transaction((db) => recover(db, account, of));
      failed = NONE;
      return true;
    }
    // A token that was rejected for posts before, when the account was not due, is the same token.
    const before = of === 'own' && isRejected(failure) ? larger(failed, failedOf(account, 'posts')) : failed;
    failed = countFailure(before, failure);
    report({ account, failure });
    return transaction(async (db) => {
      await storeFailed(db, account.id, of, failed);
      // Posts are read although the account's own numbers are refused or fail.
      if (of === 'posts' || isOfAccount(failure)) return followFailed(needs, db, account, { failure, failed });
      await followOwnFailed(needs, db, account, { failure, failed });
      return true;
    });
  };
}

/** A failure, and how many there are in a row with it. */
interface Counted {
  failure: Failure;
  failed: Failed;
}

const isDenied = ({ code }: Failure): boolean => code === 'PERMISSION_DENIED';
const isRejected = ({ code }: Failure): boolean => code === 'PLATFORM_AUTH_EXPIRED';

/** A request for posts failed, or one that is about the account. False: nothing more of the account is to be read now. */
async function followFailed(needs: Needs, db: Db, account: AccountToRead, counted: Counted): Promise<boolean> {
  const { failure, failed } = counted;
  const { failures, refusals } = failed;
  const now = needs.clock();
  if ((isDenied(failure) || isRejected(failure)) && refusals >= REFUSED) {
    const until = isScopeMissing(failure) ? null : new Date(now.getTime() + DAY_MS);
    await refuse(needs, db, account, { now, until });
    return false;
  }
  // A first refusal may be about a post alone.
  if (isDenied(failure) || (!isOfAccount(failure) && failures < FAILURES_IN_A_ROW)) return true;
  const because = isOutage(failure) ? 'outage' : 'account';
  const until = retryAfter(now, { failures, retryAt: failure.retryAt, because }, needs.random());
  // A platform that limits requests gives the numbers later.
  const isFailed = failure.code === 'RATE_LIMITED' ? null : failures >= FAILURES_IN_A_ROW ? 'both' : 'posts';
  await waitFor(db, account, { now, until, isFailed });
  return false;
}

/** The account's own numbers could not be read, or are refused; posts are another matter. */
async function followOwnFailed(needs: Needs, db: Db, account: AccountToRead, counted: Counted): Promise<void> {
  const now = needs.clock();
  const isRefused = isDenied(counted.failure) && counted.failed.refusals >= REFUSED;
  if (isRefused) await noteOnce(needs, db, account, nextAccountReading(account.id, now));
  else await accountFailed(db, account.id, new Date(now.getTime() + RETRY_MS));
}

/**
 * The platform refuses the numbers of an account: nothing is read until it is connected again, or until it is asked once
 * more. Who can connect it is notified, once until something is read.
 */
async function refuse(
  needs: Needs,
  db: Db,
  account: AccountToRead,
  { now, until }: { now: Date; until: Date | null },
): Promise<void> {
  if (until) await waitFor(db, account, { now, until, isFailed: null });
  await stopPosts(db, account, 'PERMISSION_MISSING', until);
  await noteOnce(needs, db, account, until);
}

async function noteOnce({ clock }: Needs, db: Db, account: AccountToRead, nextAt: Date | null): Promise<void> {
  const isNew = await noteRefusal(db, account.id, clock(), nextAt);
  if (isNew) await notify(db, clock(), [metricsRefused(account, account)]);
}
