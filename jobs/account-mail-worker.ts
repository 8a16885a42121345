import type { JobPollingOptions, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { ComposeAccountMail } from '../src/domain/identity/compose-account-mail.use-case.js';
import { limitConcurrency } from '../src/foundation/concurrency/limit-concurrency.js';
import type { Mailer } from '../src/mail/mail.js';
import { sendMailOfJob } from './mail-worker.js';
import { ACCOUNT_MAIL_QUEUE, type AccountMailJobData } from './queues.js';
import { type WorkNeeds, workWhenDue } from './work-when-due.js';

/** Concurrency and batch size: a batch ends before its jobs expire. */
const AT_ONCE = 3;
const BATCH = 12;

interface AccountMailWorkerNeeds extends WorkNeeds {
  mailer: Mailer;
  composeAccountMail: ComposeAccountMail;
  log: Logger;
}

/**
 * Composes and sends account e-mails. A retried mail has a new link, which replaces the previous one. Returns a
 * function that stops it: no more mails are fetched, and those in progress are sent.
 */
export async function startAccountMailWorker(needs: AccountMailWorkerNeeds): Promise<() => Promise<void>> {
  const { boss, composeAccountMail } = needs;
  const runLimited = limitConcurrency(AT_ONCE);
  const send = (job: JobWithMetadata<AccountMailJobData>) => {
    const { mail, publicUrl } = job.data;
    return runLimited(() => sendMailOfJob(needs, job, mail.email, () => composeAccountMail(mail, publicUrl)));
  };
  const work = (polling: JobPollingOptions) =>
    boss.work(
      ACCOUNT_MAIL_QUEUE,
      { ...polling, batchSize: BATCH, includeMetadata: true, perJobResults: true },
      (jobs: JobWithMetadata<AccountMailJobData>[]) => Promise.all(jobs.map(send)),
    );
  await workWhenDue(needs, ACCOUNT_MAIL_QUEUE, work);
  return () => boss.offWork(ACCOUNT_MAIL_QUEUE);
}
