import type { JobPollingOptions, JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { domainOf, type Mail, type Mailer, MailRefused } from '../src/mail/mail.js';
import { MAIL_QUEUE } from './queues.js';
import { type WorkNeeds, workWhenDue } from './work-when-due.js';

interface MailWorkerNeeds extends WorkNeeds {
  mailer: Mailer;
  log: Logger;
}

/** Mails that one worker sends concurrently; mail servers limit connections per sender. */
const AT_ONCE = 3;

/** Sends the mail of a job, if there is one, and returns how the job ends. */
export async function sendMailOfJob(
  { mailer, log }: Pick<MailWorkerNeeds, 'mailer' | 'log'>,
  job: Pick<JobWithMetadata, 'id' | 'retryCount' | 'retryLimit'>,
  to: string,
  compose: () => Promise<Mail | null>,
): Promise<JobResult> {
  try {
    const mail = await compose();
    if (mail) await mailer.send({ ...mail, id: job.id });
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const refused = error instanceof MailRefused;
    const facts = { err: error, mailId: job.id, domain: domainOf(to) };
    if (refused || job.retryCount >= job.retryLimit) log.error(facts, 'Gave up sending a mail');
    else log.warn(facts, 'A mail could not be sent and will be retried');
    // "deadletter" is pg-boss's word for failed without a retry; the queue has no dead letter queue.
    return { id: job.id, status: refused ? 'deadletter' : 'failed' };
  }
}

/**
 * Sends waiting mails, each by itself. A mail with an unknown outcome is sent again: a duplicate with the same
 * Message-ID is better than none. Returns a function that stops it: no more mails are fetched, and those in progress
 * are sent.
 */
export async function startMailWorker(needs: MailWorkerNeeds): Promise<() => Promise<void>> {
  const { boss } = needs;
  const send = (job: JobWithMetadata<Mail>) => sendMailOfJob(needs, job, job.data.to, async () => job.data);
  const work = (polling: JobPollingOptions) =>
    boss.work(MAIL_QUEUE, { ...polling, includeMetadata: true, perJobResults: true }, (jobs: JobWithMetadata<Mail>[]) =>
      Promise.all(jobs.map(send)),
    );
  await workWhenDue(needs, MAIL_QUEUE, work, AT_ONCE);
  return () => boss.offWork(MAIL_QUEUE);
}
