import type { PgBoss } from 'pg-boss';
import type { AnnounceExpiringTokens } from '../src/domain/webhooks/announce-expiring-tokens.use-case.js';
import { TOKEN_EXPIRY_QUEUE } from './queues.js';

/** Every day, on one worker: sends webhooks for access tokens that expire soon. */
export async function startTokenExpiry(needs: {
  boss: PgBoss;
  announceExpiringTokens: AnnounceExpiringTokens;
  /** How often it checks whether its hour has come. */
  pollMs: number;
}): Promise<void> {
  const { boss, announceExpiringTokens, pollMs } = needs;
  await boss.schedule(TOKEN_EXPIRY_QUEUE, '0 6 * * *');
  await boss.work(TOKEN_EXPIRY_QUEUE, { pollingIntervalSeconds: pollMs / 1000 }, async () => {
    await announceExpiringTokens();
  });
}
