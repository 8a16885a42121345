import type { PgBoss } from 'pg-boss';
import type { AnnounceExpiringTokens } from '../src/domain/webhooks/announce-expiring-tokens.use-case.js';
import { TOKEN_EXPIRY_QUEUE } from './queues.js';

/** Every day, on one worker: sends webhooks for access tokens that expire soon. */
export async function startTokenExpiry(needs: {
  boss: PgBoss;
  announceExpiringTokens: AnnounceExpiringTokens;
}): Promise<void> {
  const { boss, announceExpiringTokens } = needs;
  await boss.schedule(TOKEN_EXPIRY_QUEUE, '0 6 * * *');
  await boss.work(TOKEN_EXPIRY_QUEUE, { pollingIntervalSeconds: 10 }, async () => {
    await announceExpiringTokens();
  });
}
