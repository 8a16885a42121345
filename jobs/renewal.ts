import type { RenewAccounts } from '../src/domain/accounts/renew-accounts.use-case.js';
import { MINUTE_MS } from '../src/foundation/time/durations.js';
import { RENEWAL_QUEUE } from './queues.js';
import { type WorkNeeds, workWhenDue } from './work-when-due.js';

/** How long one turn goes on: while a platform does not respond, it would never be through. */
const TURN_MS = 10 * MINUTE_MS;

/**
 * Every minute, on one worker: access tokens that are about to expire are refreshed. Returns a function that stops it:
 * no more refreshes are started, and those in progress are stored, so that single-use refresh tokens are not lost.
 */
export async function startRenewal(needs: WorkNeeds & { renewAccounts: RenewAccounts }): Promise<() => Promise<void>> {
  const { boss, renewAccounts } = needs;
  const stopping = new AbortController();
  await boss.schedule(RENEWAL_QUEUE, '* * * * *');
  await workWhenDue(needs, RENEWAL_QUEUE, (polling) =>
    boss.work(RENEWAL_QUEUE, polling, () =>
      renewAccounts(AbortSignal.any([stopping.signal, AbortSignal.timeout(TURN_MS)])),
    ),
  );
  return () => {
    stopping.abort();
    return boss.offWork(RENEWAL_QUEUE);
  };
}
