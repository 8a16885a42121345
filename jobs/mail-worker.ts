import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { MayGetReport } from '../src/domain/reports/may-get-report.use-case.js';
import { domainOf, type Mail, type Mailer, MailRefused } from '../src/mail/mail.js';
import type { MailContent } from '../src/mail/mail-content.js';
import { MAIL_QUEUE, type MailJobData } from './queues.js';
import { type WorkNeeds, workOnJobs } from './work-when-due.js';

/** Makes HTML and plain text of what a mail says. Its button leads to a page below `publicUrl`. */
export type RenderMail = (content: MailContent, publicUrl: string) => Mail;

export interface MailWorkerNeeds extends WorkNeeds {
  mailer: Mailer;
  render: RenderMail;
  log: Logger;
}

/** Mails that one worker sends concurrently; mail servers limit connections per sender. */
const AT_ONCE = 3;

/** Sends the mail of a job, if there is one, and returns how the job ends. */
export async function sendMailOfJob(
  { mailer, render, log }: Pick<MailWorkerNeeds, 'mailer' | 'render' | 'log'>,
  job: Pick<JobWithMetadata, 'id' | 'retryCount' | 'retryLimit'>,
  { to, publicUrl }: { to: string; publicUrl: string },
  compose: () => Promise<MailContent | null>,
): Promise<JobResult> {
  try {
    const content = await compose();
    if (content) await mailer.send({ ...render(content, publicUrl), id: job.id });
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const refused = error instanceof MailRefused;
    const facts = { err: error, mailId: job.id, domain: domainOf(to) };
    if (refused || job.retryCount >= job.retryLimit) log.error(facts, 'Gave up sending a mail');
    else log.warn(facts, 'A mail could not be sent and will be retried');
    // "deadletter" is pg-boss's word for failed without a retry; the queue has no dead letter queue.
    const output = { message: error instanceof Error ? error.message : String(error) };
    return { id: job.id, status: refused ? 'deadletter' : 'failed', output };
  }
}

/**
 * Sends waiting mails, each by itself. A mail with an unknown outcome is sent again: a duplicate with the same
 * Message-ID is better than none. Returns a function that stops it: no more mails are fetched, and those in progress
 * are sent.
 */
export function startMailWorker(needs: MailWorkerNeeds & { mayGetReport: MayGetReport }): Promise<() => Promise<void>> {
  /** Null: it is a report, and its reader left or chose otherwise while it waited. */
  async function contentOf({ id, data }: JobWithMetadata<MailJobData>): Promise<MailContent | null> {
    if (!data.report || (await needs.mayGetReport(data.report, data.to))) return data;
    needs.log.info({ mailId: id, userId: data.report.userId }, 'A report was not sent: its reader may not get it now');
    return null;
  }
  const send = (job: JobWithMetadata<MailJobData>) => sendMailOfJob(needs, job, job.data, () => contentOf(job));
  return workOnJobs(needs, MAIL_QUEUE, send, { slots: AT_ONCE });
}
