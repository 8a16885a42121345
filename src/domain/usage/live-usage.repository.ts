/** Usage of accounts per process. The leases of the processes expire counts that are never released. */
import { table } from '../../foundation/database/table.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { lockUser } from '../identity/account/user.repository.js';
import { LiveProcessEntity } from './live-process.entity.js';
import { LiveUsageEntity } from './live-usage.entity.js';
import { LEASE_MS, type LiveUsage } from './live-usage.js';

const USAGE = table(LiveUsageEntity).only('sockets', 'subscriptions');

/** Renews the lease of a process. */
export async function renewProcess(db: Db, processId: string): Promise<void> {
  await db.query(
    `INSERT INTO live_processes (id, lease_until) VALUES ($1, now() + $2 * interval '1 ms')
     ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
    [processId, LEASE_MS],
  );
}

/**
 * Stores what a process holds of an account: as much of `wanted` as the limits leave after what other processes hold,
 * and no less than `held`, which it has already. Returns what was stored. Exact, because the account's row is locked.
 */
export const reserveUsage = (
  transaction: Transaction,
  { accountId, processId }: { accountId: string; processId: string },
  { wanted, held, limits }: { wanted: LiveUsage; held: LiveUsage; limits: LiveUsage },
): Promise<LiveUsage> =>
  transaction(async (db) => {
    await lockUser(db, accountId);
    const rows = await db.query(
      `INSERT INTO live_usage AS own (account_id, process_id, sockets, subscriptions)
       SELECT $1, $2, greatest($4, least($3, $5 - others.sockets)), greatest($7, least($6, $8 - others.subscriptions))
         FROM (SELECT coalesce(sum(u.sockets), 0)::int AS sockets, coalesce(sum(u.subscriptions), 0)::int AS subscriptions
                 FROM live_usage u JOIN live_processes p ON p.id = u.process_id
                WHERE u.account_id = $1 AND u.process_id <> $2 AND p.lease_until > now()) others
       ON CONFLICT (account_id, process_id)
          DO UPDATE SET sockets = excluded.sockets, subscriptions = excluded.subscriptions
       RETURNING ${USAGE.list}`,
      [
        accountId,
        processId,
        ...[wanted.sockets, held.sockets, limits.sockets],
        ...[wanted.subscriptions, held.subscriptions, limits.subscriptions],
      ],
    );
    return USAGE.one(rows);
  });

/** Stores what a process still holds of an account. */
export async function lowerUsage(
  db: Db,
  key: { accountId: string; processId: string },
  { sockets, subscriptions }: LiveUsage,
): Promise<void> {
  if (sockets === 0 && subscriptions === 0) await db.delete(LiveUsageEntity, key);
  else await db.update(LiveUsageEntity, key, { sockets, subscriptions });
}

/** Deletes a process with all its usage. */
export async function deleteProcess(db: Db, processId: string): Promise<void> {
  await db.delete(LiveProcessEntity, { id: processId });
}
