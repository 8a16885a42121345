import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { ComposeAccountMail } from '../src/domain/identity/account-mail.use-case.js';
import { limitConcurrency } from '../src/foundation/concurrency/limit-concurrency.js';
import type { Mailer } from '../src/mail/mail.js';
import { sendMailOfJob } from './mail-worker.js';
import { ACCOUNT_MAIL_QUEUE, type AccountMailJobData } from './queues.js';

/** Concurrency and batch size: a batch ends before its jobs expire. */
const AT_ONCE = 3;
const BATCH = 12;

/**
 * Composes and sends account e-mails. A retried mail has a new link, which replaces the previous one. Returns a
 * function that stops it: no more mails are fetched, and those in progress are sent.
 */
export async function startAccountMailWorker(needs: {
  boss: PgBoss;
  mailer: Mailer;
  composeAccountMail: ComposeAccountMail;
  /** How often it polls for waiting mails. */
  pollMs: number;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { boss, composeAccountMail, pollMs } = needs;
  const runLimited = limitConcurrency(AT_ONCE);
  await boss.work(
    ACCOUNT_MAIL_QUEUE,
    { batchSize: BATCH, pollingIntervalSeconds: pollMs / 1000, includeMetadata: true, perJobResults: true },
    (jobs: JobWithMetadata<AccountMailJobData>[]) =>
      Promise.all(
        jobs.map((job) => {
          const { mail, publicUrl } = job.data;
          return runLimited(() => sendMailOfJob(needs, job, mail.email, () => composeAccountMail(mail, publicUrl)));
        }),
      ),
  );
  return () => boss.offWork(ACCOUNT_MAIL_QUEUE);
}
