import { startAccountMailWorker } from '../../jobs/account-mail-worker.js';
import { makeDueQueues } from '../../jobs/due-queues.js';
import { NO_JOB_TRACES } from '../../jobs/job-traces.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { type RenderMail, startMailWorker } from '../../jobs/mail-worker.js';
import { startNotificationMails } from '../../jobs/notification-mails.js';
import { startNotificationPushes } from '../../jobs/notification-pushes.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { notifyOfFailures } from '../domain/alerts/notify-of-failures.step.js';
import { makeComposeAccountMail } from '../domain/identity/compose-account-mail.use-case.js';
import { composeInvitation } from '../domain/members/compose-invitation.step.js';
import { makeMailNotifications } from '../domain/notifications/mail-notifications.use-case.js';
import { makePushNotifications } from '../domain/notifications/push-notifications.use-case.js';
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeMayGetReport } from '../domain/reports/may-get-report.use-case.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeDnsResolver } from '../foundation/http-client/dns-resolver.js';
import { makeHttp } from '../foundation/http-client/http.js';
import { makeOutboxMailer } from '../mail/outbox-mailer.js';
import { renderMail } from '../mail/render-mail.js';
import { makeSmtpMailer } from '../mail/smtp-mailer.js';
import type { Parts } from './parts.js';
import { startFeeds } from './worker-feeds.js';
import { startImports } from './worker-imports.js';
import { startMaintenanceJobs } from './worker-maintenance.js';
import { startMedia } from './worker-media.js';
import { startMetrics } from './worker-metrics.js';
import type { WorkerParts } from './worker-parts.js';
import { startPublishing } from './worker-publishing.js';
import { startRecurrences } from './worker-recurrences.js';
import { startReports } from './worker-reports.js';
import { startWebhooks } from './worker-webhooks.js';

/** Less than the lease of a subscription. */
const PUSH_TIMEOUT_MS = 10_000;
/** Push services take no http address as the contact. */
const LOCAL_CONTACT = 'mailto:no-reply@localhost';
/** Bytes of a response of a push service that are read. */
const MAX_ANSWER_BYTES = 1024;

/** The `worker` role: publishes posts, sends mails and runs maintenance. */
export async function startWorker(parts: Parts): Promise<void> {
  const { config, log, clock, db, transaction, boss, watchdog, traces, onStop } = parts;
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
    const mayGetReport = makeMayGetReport({ db });
    onStop('the mail worker', await startMailWorker({ ...queues, mailer, render, mayGetReport, log }));
    const composeAccountMail = makeComposeAccountMail({
      transaction,
      clock,
      claimAddress: parts.addresses.claim,
      composeInvitation,
    });
    const accountMails = { ...queues, mailer, render, composeAccountMail, log };
    onStop('the account mail worker', await startAccountMailWorker(accountMails));
    const stopping = new AbortController();
    const mailNotifications = makeMailNotifications({
      transaction,
      mailQueue: makeMailQueue(boss, parts.publicUrl),
      cipher: parts.cipher,
      clock,
      isStopping: () => stopping.signal.aborted,
    });
    const stopMails = startNotificationMails({ hub: parts.hub, mailNotifications, log });
    onStop('the mails of notifications', () => {
      stopping.abort();
      return stopMails();
    });
    startPushes(parts);
    startReports(parts);
  }

  const webhookQueue = makeWebhookQueue(boss, jobTraces);
  const announce = makeAnnounceEvents({ webhookQueue });
  const recordChanges = makeRecordChanges({
    publishQueue: makePublishQueue(boss, jobTraces),
    announce,
    afterFailure: notifyOfFailures,
  });

  const worker: WorkerParts = { ...parts, queues, jobTraces, webhookQueue, announce, recordChanges };
  const media = await startMedia(worker);
  const publishing = startPublishing(worker, media);
  await startWebhooks(worker);
  if (workerQueues.has('maintenance')) {
    await startMaintenanceJobs(worker, publishing, media);
    await startRecurrences(worker, media);
    startFeeds(worker, media);
    await startMetrics(worker);
    await startImports(worker, media);
  }

  // During shutdown, the shutdown's own time limit applies.
  onStop('the watchdog', async () => watchdog.stop());
}

/** Sends notifications to browsers. */
function startPushes({ config, log, clock, random, transaction, cipher, hub, publicUrl, onStop }: Parts): void {
  const { http, close } = makeHttp({
    timeoutMs: PUSH_TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    allowPrivate: config.privateAddresses.has('push'),
    resolve: makeDnsResolver(),
  });
  const pushNotifications = makePushNotifications({
    ...{ transaction, cipher, clock, random, http },
    contact: () => (publicUrl().startsWith('https:') ? publicUrl() : LOCAL_CONTACT),
    report(report) {
      log.info(report, 'Push message');
    },
  });
  onStop('the client of push services', close);
  onStop('the push messages', startNotificationPushes({ hub, pushNotifications, log }));
}
