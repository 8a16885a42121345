import type { PgBoss } from 'pg-boss';
import type { MailQueue } from '../src/mail/mail-queue.js';
import { bossDatabase } from './boss.js';
import { MAIL_QUEUE, type MailJobData } from './queues.js';

/** Mail jobs in pg-boss. The id of the job is the id of the mail. */
export const makeMailQueue = (boss: PgBoss, publicUrl: () => string): MailQueue => ({
  async enqueue(db, mail) {
    const data: MailJobData = { ...mail, publicUrl: publicUrl() };
    await boss.send(MAIL_QUEUE, data, { db: bossDatabase(db) });
  },
});
