import type { PgBoss } from 'pg-boss';
import type { AccountJobs } from '../src/domain/owner/account-jobs.port.js';
import { bossDatabase } from './boss.js';
import { ACCOUNT_MAIL_QUEUE, FETCH_QUEUE, MAIL_QUEUE, MEDIA_QUEUE, PUBLISH_QUEUE, WEBHOOK_QUEUE } from './queues.js';

/** Jobs of an account that is removed. Those that run find that nothing is left to do. */
export const makeAccountJobs = (boss: PgBoss): AccountJobs => ({
  async removePosts(db, jobIds) {
    if (jobIds.length > 0) await boss.deleteJob(PUBLISH_QUEUE, [...jobIds], { db: bossDatabase(db) });
  },
  // The id of a delivery's job begins with that of the delivery.
  async removeDeliveries(db, deliveryIds) {
    if (deliveryIds.length === 0) return;
    await db.query(
      `DELETE FROM pgboss.job j USING unnest($2::text[]) AS d(id)
        WHERE j.name = $1 AND j.id BETWEEN (d.id || '00000000')::uuid AND (d.id || 'ffffffff')::uuid`,
      [WEBHOOK_QUEUE, deliveryIds],
    );
  },
  async removeFiles(db, mediaIds) {
    if (mediaIds.length === 0) return;
    await db.query(`DELETE FROM pgboss.job WHERE name = ANY($1) AND data->>'mediaId' = ANY($2)`, [
      [MEDIA_QUEUE, FETCH_QUEUE],
      mediaIds,
    ]);
  },
  async removeMails(db, email) {
    await db.query(
      `DELETE FROM pgboss.job WHERE (name = $1 AND data->>'to' = $3) OR (name = $2 AND data->'mail'->>'email' = $3)`,
      [MAIL_QUEUE, ACCOUNT_MAIL_QUEUE, email],
    );
  },
});
