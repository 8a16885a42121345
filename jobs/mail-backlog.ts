import type { Db } from '../src/foundation/database/unit-of-work.js';
import { ACCOUNT_MAIL_QUEUE, MAIL_QUEUE } from './queues.js';

/** E-mails that wait to be sent, also for another attempt, and since when the oldest of them does. */
export async function mailBacklog(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await db.query(
    `SELECT count(*)::int AS count, min(created_on) AS oldest
       FROM pgboss.job WHERE name = ANY($1) AND state < 'active'`,
    [[MAIL_QUEUE, ACCOUNT_MAIL_QUEUE]],
  );
  return row;
}
