import { startAccountMailWorker } from '../../jobs/account-mail-worker.js';
import { makeDueQueues } from '../../jobs/due-queues.js';
import { NO_JOB_TRACES } from '../../jobs/job-traces.js';
import { type RenderMail, startMailWorker } from '../../jobs/mail-worker.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { makeComposeAccountMail } from '../domain/identity/compose-account-mail.use-case.js';
import { composeInvitation } from '../domain/members/compose-invitation.step.js';
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeOutboxMailer } from '../mail/outbox-mailer.js';
import { renderMail } from '../mail/render-mail.js';
import { makeSmtpMailer } from '../mail/smtp-mailer.js';
import type { Parts } from './parts.js';
import { startMaintenanceJobs } from './worker-maintenance.js';
import { startMedia } from './worker-media.js';
import type { WorkerParts } from './worker-parts.js';
import { startPublishing } from './worker-publishing.js';
import { startWebhooks } from './worker-webhooks.js';

/** The `worker` role: publishes posts, sends mails and runs maintenance. */
export async function startWorker(parts: Parts): Promise<void> {
  const { config, log, clock, transaction, boss, watchdog, traces, onStop } = parts;
  const jobTraces = traces?.jobs ?? NO_JOB_TRACES;
  const { mail, dataDir, workerQueues, workerPollMs: pollMs } = config;

  const dueQueues = makeDueQueues({ boss, pollMs, log });
  onStop('the looks for due jobs', dueQueues.stop);
  const queues = { boss, dueQueues, pollMs };
  const mailer = mail.smtpUrl
    ? makeSmtpMailer({ url: mail.smtpUrl, from: mail.from })
    : makeOutboxMailer({ dir: `${dataDir}/outbox`, from: mail.from });
  if (!config.embedded && !mail.smtpUrl) {
    log.warn(`SMTP_URL is not set: e-mails are written to ${dataDir}/outbox and not delivered`);
  }
  const render: RenderMail = (content, publicUrl) =>
    renderMail(content, { brand: config.brand, publicUrl, dashboard: config.http.dashboard });
  onStop('the mail server', async () => mailer.close());
  if (workerQueues.has('mail')) {
    onStop('the mail worker', await startMailWorker({ ...queues, mailer, render, log }));
    const composeAccountMail = makeComposeAccountMail({
      transaction,
      clock,
      claimAddress: parts.addresses.claim,
      composeInvitation,
    });
    const accountMails = { ...queues, mailer, render, composeAccountMail, log };
    onStop('the account mail worker', await startAccountMailWorker(accountMails));
  }

  const webhookQueue = makeWebhookQueue(boss, jobTraces);
  const announce = makeAnnounceEvents({ webhookQueue });
  const recordChanges = makeRecordChanges({ publishQueue: makePublishQueue(boss, jobTraces), announce });

  const worker: WorkerParts = { ...parts, queues, jobTraces, webhookQueue, announce, recordChanges };
  const media = await startMedia(worker);
  const publishing = startPublishing(worker, media);
  await startWebhooks(worker);
  if (workerQueues.has('maintenance')) await startMaintenanceJobs(worker, publishing, media);

  // During shutdown, the shutdown's own time limit applies.
  onStop('the watchdog', async () => watchdog.stop());
}
