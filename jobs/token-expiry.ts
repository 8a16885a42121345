import type { AnnounceExpiringTokens } from '../src/domain/webhooks/announce-expiring-tokens.use-case.js';
import { TOKEN_EXPIRY_QUEUE } from './queues.js';
import { type WorkNeeds, workWhenDue } from './work-when-due.js';

/** Every day, on one worker: sends webhooks for access tokens that expire soon. */
export async function startTokenExpiry(
  needs: WorkNeeds & { announceExpiringTokens: AnnounceExpiringTokens },
): Promise<void> {
  const { boss, announceExpiringTokens } = needs;
  await boss.schedule(TOKEN_EXPIRY_QUEUE, '0 6 * * *');
  await workWhenDue(needs, TOKEN_EXPIRY_QUEUE, (polling) =>
    boss.work(TOKEN_EXPIRY_QUEUE, polling, async () => {
      await announceExpiringTokens();
    }),
  );
}
