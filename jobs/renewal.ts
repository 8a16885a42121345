import type { PgBoss } from 'pg-boss';
import type { RenewAccounts } from '../src/connections/renew-accounts.use-case.js';
import { RENEWAL_QUEUE } from './queues.js';

/** Every minute, on one worker: access to accounts that is about to end is renewed. */
export async function startRenewal({
  boss,
  renewAccounts,
}: {
  boss: PgBoss;
  renewAccounts: RenewAccounts;
}): Promise<void> {
  await boss.schedule(RENEWAL_QUEUE, '* * * * *');
  await boss.work(RENEWAL_QUEUE, { pollingIntervalSeconds: 10 }, async () => {
    await renewAccounts();
  });
}
