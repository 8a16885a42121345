import type { JobWithMetadata } from 'pg-boss';
import type { ComposeAccountMail } from '../src/domain/identity/compose-account-mail.use-case.js';
import { limitConcurrency } from '../src/foundation/concurrency/limit-concurrency.js';
import { type MailWorkerNeeds, sendMailOfJob } from './mail-worker.js';
import { ACCOUNT_MAIL_QUEUE, type AccountMailJobData } from './queues.js';
import { workOnJobs } from './work-when-due.js';

/** Concurrency and batch size: a batch ends before its jobs expire. */
const AT_ONCE = 3;
const BATCH = 12;

interface AccountMailWorkerNeeds extends MailWorkerNeeds {
  composeAccountMail: ComposeAccountMail;
}

/**
 * Composes and sends account e-mails. A retried mail has a new link, which replaces the previous one. Returns a
 * function that stops it: no more mails are fetched, and those in progress are sent.
 */
export function startAccountMailWorker(needs: AccountMailWorkerNeeds): Promise<() => Promise<void>> {
  const { composeAccountMail } = needs;
  const runLimited = limitConcurrency(AT_ONCE);
  const send = (job: JobWithMetadata<AccountMailJobData>) => {
    const { mail, publicUrl } = job.data;
    const about = { to: mail.email, publicUrl };
    return runLimited(() => sendMailOfJob(needs, job, about, () => composeAccountMail(mail, publicUrl)));
  };
  return workOnJobs(needs, ACCOUNT_MAIL_QUEUE, send, { batchSize: BATCH });
}
