import type { PgBoss } from 'pg-boss';
import type { QueueAccountMail } from '../src/domain/identity/compose-account-mail.use-case.js';
import { bossDatabase } from './boss.js';
import { ACCOUNT_MAIL_QUEUE, type AccountMailJobData } from './queues.js';

/** Jobs of account e-mails. They contain no secret: the link is created when the mail is sent. */
export const makeQueueAccountMail =
  (boss: PgBoss, publicUrl: () => string): QueueAccountMail =>
  async (db, mail) => {
    const data: AccountMailJobData = { mail, publicUrl: publicUrl() };
    await boss.send(ACCOUNT_MAIL_QUEUE, data, { db: bossDatabase(db) });
  };
