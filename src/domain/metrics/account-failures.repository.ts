/** What accounts failed with, how often in a row, and what follows for them. */
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ConnectionKey } from '../accounts/connection.repository.js';
import { type AccountToRead, postpone } from './due-metrics.repository.js';
import { FAILURES_IN_A_ROW, type Failed, REFUSED } from './metrics.js';

/** The account's own numbers could not be read, and are read again at a time. */
export async function accountFailed(db: Db, connectionId: string, again: Date): Promise<void> {
  await db.query(`UPDATE measured_accounts SET state = 'FAILED', next_at = $2 WHERE connection_id = $1`, [
    connectionId,
    again,
  ]);
}

/** What a request was for: the account's own numbers, or those of its posts. */
export type Subject = 'own' | 'posts';

/** Where failures are counted. */
const COUNTERS = {
  own: { failures: 'own_failures', refusals: 'own_refusals', isFailedFrom: 1 },
  posts: { failures: 'failures', refusals: 'refusals', isFailedFrom: FAILURES_IN_A_ROW },
} as const;
const OTHER = { own: 'posts', posts: 'own' } as const;

/** How requests have failed until now. */
export const failedOf = (account: AccountToRead, of: Subject): Failed =>
  of === 'posts'
    ? { failures: account.failures, refusals: account.refusals }
    : { failures: account.ownFailures, refusals: account.ownRefusals };

/** The platform refuses an account. `nextAt`: when it is asked again; null: once it is connected again. False: it did before. */
export async function noteRefusal(db: Db, connectionId: string, now: Date, nextAt: Date | null): Promise<boolean> {
  const [[row] = []] = await db.query(
    `UPDATE measured_accounts a SET state = 'PERMISSION_MISSING', next_at = $3, refused_at = coalesce(a.refused_at, $2)
       FROM (SELECT refused_at FROM measured_accounts WHERE connection_id = $1 FOR UPDATE) b WHERE a.connection_id = $1
     RETURNING b.refused_at IS NULL AS "isNew"`,
    [connectionId, now, nextAt],
  );
  return row?.isNew ?? false;
}

/** So many requests of an account have failed in a row. */
export async function storeFailed(db: Db, connectionId: string, of: Subject, failed: Failed): Promise<void> {
  const { failures, refusals } = COUNTERS[of];
  await db.query(`UPDATE measured_accounts SET ${failures} = $2, ${refusals} = $3 WHERE connection_id = $1`, [
    connectionId,
    failed.failures,
    failed.refusals,
  ]);
}

/** The posts of an account that are due could not be read. */
async function failDuePosts(db: Db, { userId, platformId }: ConnectionKey, now: Date): Promise<void> {
  await db.query(
    `UPDATE post_metrics SET state = 'FAILED' WHERE user_id = $1 AND platform_id = $2 AND next_at <= $3 AND state <> 'FAILED'`,
    [userId, platformId, now],
  );
}

/**
 * Nothing of the account is read until a time. `isFailed`: the account and its posts that are due now, or these alone,
 * could not be read.
 */
export async function waitFor(
  db: Db,
  account: ConnectionKey & { id: string },
  { now, until, isFailed }: { now: Date; until: Date; isFailed: 'both' | 'posts' | null },
): Promise<void> {
  if (isFailed) await failDuePosts(db, account, now);
  await db.query(
    `UPDATE measured_accounts SET waits_until = $2, state = CASE WHEN $3 THEN 'FAILED' ELSE state END
      WHERE connection_id = $1`,
    [account.id, until, isFailed === 'both'],
  );
  await postpone(db, account, until);
}

/**
 * A request of an account did not fail: what went wrong before has ended, unless requests for its other numbers fail. A
 * later refusal is notified again.
 */
export async function recover(db: Db, account: AccountToRead, of: Subject): Promise<void> {
  const { failures, refusals } = COUNTERS[of];
  const other = COUNTERS[OTHER[of]];
  const isOtherRefused = `${other.refusals} >= ${REFUSED}`;
  await db.query(
    `UPDATE measured_accounts SET waits_until = NULL, ${failures} = 0, ${refusals} = 0,
            refused_at = CASE WHEN ${isOtherRefused} THEN refused_at END,
            state = CASE WHEN ${isOtherRefused} THEN 'PERMISSION_MISSING'
                         WHEN state = 'FAILED' AND ${other.failures} >= ${other.isFailedFrom} THEN 'FAILED'
                         WHEN measured_at IS NULL THEN 'WAITING' ELSE 'MEASURED' END
      WHERE connection_id = $1`,
    [account.id],
  );
  if (account.refusedAt && (of === 'posts' || account.refusals < REFUSED)) await allowPosts(db, account);
}

/** Posts that were refused with their account are not any more; they are read when it is their time. */
async function allowPosts(db: Db, { userId, platformId }: ConnectionKey): Promise<void> {
  await db.query(
    `UPDATE post_metrics SET state = CASE WHEN measured_at IS NULL THEN 'WAITING' ELSE 'MEASURED' END
      WHERE user_id = $1 AND platform_id = $2 AND next_at IS NOT NULL AND state = 'PERMISSION_MISSING'`,
    [userId, platformId],
  );
}
