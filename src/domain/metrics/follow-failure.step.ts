import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import { notify } from '../notifications/notify.step.js';
import { type AccountToRead, noteRefusal, recover, stopPosts, waitFor, waitWith } from './due-metrics.repository.js';
import { retryAfter } from './metrics.js';
import { metricsRefused } from './metrics-notices.js';

/** After so many failures in a row, the account or its platform is taken to be the cause, and not a post. */
const FAILURES_IN_A_ROW = 3;
/** The same of refusals. */
const REFUSALS_IN_A_ROW = 2;
/** After so many, which takes about ten hours, a rejected token counts as a refusal. */
const REJECTED_TOKENS_IN_A_ROW = 8;

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
 * What follows for an account from the outcome of a request for posts; null: it did not fail. False: nothing more of the
 * account is to be read now.
 */
export function makeFollowFailure(needs: Needs, account: AccountToRead) {
  const { transaction, clock, random, report } = needs;
  let { failures } = account;
  return async (failure: Failure | null): Promise<boolean> => {
    if (!failure) {
      if (failures > 0) await transaction((db) => recover(db, account.id));
      failures = 0;
      return true;
    }
    failures += 1;
    report({ account, failure });
    const now = clock();
    const isDenied = failure.code === 'PERMISSION_DENIED';
    // Without a request, the account lacks the scope: it has to be connected again.
    const isCertain = isDenied && failure.platformStatusCode === undefined;
    const isRejected = failure.code === 'PLATFORM_AUTH_EXPIRED' && failures >= REJECTED_TOKENS_IN_A_ROW;
    if (isCertain || isRejected || (isDenied && failures >= REFUSALS_IN_A_ROW)) {
      await refuse(needs, account, { now, until: isCertain ? null : new Date(now.getTime() + DAY_MS), failures });
      return false;
    }
    // A first refusal may be about a post alone.
    if (!isDenied && (isOfAccount(failure) || failures >= FAILURES_IN_A_ROW)) {
      const because = isOutage(failure) ? 'outage' : 'account';
      const until = retryAfter(now, { failures, retryAt: failure.retryAt, because }, random());
      // A platform that limits requests gives the numbers later.
      const isFailed = failure.code === 'RATE_LIMITED' ? null : failures >= FAILURES_IN_A_ROW ? 'both' : 'posts';
      await transaction((db) => waitFor(db, account, { now, until, failures, isFailed }));
      return false;
    }
    await transaction((db) => waitWith(db, account.id, failures));
    return true;
  };
}

/**
 * The platform refuses the numbers of an account: nothing is read until it is connected again, or until it is asked once
 * more. Who can connect it is notified, once for a connection.
 */
const refuse = (
  needs: Needs,
  account: AccountToRead,
  { now, until, failures }: { now: Date; until: Date | null; failures: number },
): Promise<void> =>
  needs.transaction(async (db) => {
    if (until) await waitFor(db, account, { now, until, failures, isFailed: null });
    await stopPosts(db, account, 'PERMISSION_MISSING', until);
    await noteOnce(needs, db, account, until);
  });

/** The platform refuses an account's own numbers, and is asked again at a time; those of its posts are another matter. */
export const refuseItself = (needs: Needs, account: AccountToRead, nextAt: Date): Promise<void> =>
  needs.transaction((db) => noteOnce(needs, db, account, nextAt));

async function noteOnce({ clock }: Needs, db: Db, account: AccountToRead, nextAt: Date | null): Promise<void> {
  const isNew = await noteRefusal(db, account.id, clock(), nextAt);
  if (isNew) await notify(db, clock(), [metricsRefused(account, account)]);
}
