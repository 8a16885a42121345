import { setImmediate, setTimeout } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { makeAccountJobs } from '../../jobs/account-jobs.js';
import { startAccountMailWorker } from '../../jobs/account-mail-worker.js';
import { type DueQueues, makeDueQueues } from '../../jobs/due-queues.js';
import { startExportWorker } from '../../jobs/export-worker.js';
import { startFetchWorker } from '../../jobs/fetch-worker.js';
import { NO_JOB_TRACES } from '../../jobs/job-traces.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { startMailWorker } from '../../jobs/mail-worker.js';
import { liveJobs, startMaintenance } from '../../jobs/maintenance.js';
import { startMediaWorker } from '../../jobs/media-worker.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { startPublishWorker } from '../../jobs/publish-worker.js';
import { PUBLISH_QUEUE } from '../../jobs/queues.js';
import { makeRemoveExpired } from '../../jobs/remove-expired.js';
import { startRenewal } from '../../jobs/renewal.js';
import { makeRetentionRules } from '../../jobs/retention-rules.js';
import { startTokenExpiry } from '../../jobs/token-expiry.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { startWebhookWorker } from '../../jobs/webhook-worker.js';
import { type MarkRevoked, makeMarkRevoked } from '../domain/accounts/load-account.use-case.js';
import { makeRenewAccounts } from '../domain/accounts/renew-accounts.use-case.js';
import { makeComposeAccountMail } from '../domain/identity/account-mail.use-case.js';
import { makeConvertImage } from '../domain/media/convert.js';
import { makeDeleteLeftObjects } from '../domain/media/delete-left-objects.use-case.js';
import { type DeleteObjects, makeDeleteObjects } from '../domain/media/delete-media.use-case.js';
import { makeFetchMedia } from '../domain/media/fetch-media.use-case.js';
import { makeMediaProcesses } from '../domain/media/media-processes.js';
import { makeWithMedia } from '../domain/media/prepare-media.use-case.js';
import { makeProbe } from '../domain/media/probe.js';
import { makeReadMedia } from '../domain/media/read-media.use-case.js';
import { makeSharedFiles } from '../domain/media/shared-files.js';
import { removeLeftoverFolders } from '../domain/media/temporary-folder.js';
import { EXPORT_ABANDONED_MS } from '../domain/owner/account-export.js';
import { expireExports } from '../domain/owner/account-export.repository.js';
import { makeBuildExport } from '../domain/owner/build-export.use-case.js';
import { makeRemoveAccount, makeRemoveAccounts } from '../domain/owner/remove-accounts.use-case.js';
import { duePosts, upcomingDueTimes } from '../domain/posts/post-group.repository.js';
import { makeRecordChanges } from '../domain/posts/record-changes.repository.js';
import { makeAcquireRateLimit } from '../domain/publishing/acquire-rate-limit.use-case.js';
import { type CommitRun, makeCommitRun } from '../domain/publishing/commit-runs.js';
import { makePublishPost } from '../domain/publishing/publish-post.use-case.js';
import { makePublishStore } from '../domain/publishing/publish-store.repository.js';
import { makeRequeueForgotten } from '../domain/publishing/requeue-forgotten.use-case.js';
import { makeWithLinkCard } from '../domain/publishing/with-link-card.use-case.js';
import { makeKeepPostCounts } from '../domain/usage/keep-post-counts.use-case.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeAnnounceExpiringTokens } from '../domain/webhooks/announce-expiring-tokens.use-case.js';
import { makeDeliverWebhook } from '../domain/webhooks/deliver-webhook.use-case.js';
import { makeWebhookClient } from '../domain/webhooks/webhook-client.js';
import { makeCpuQueue } from '../foundation/concurrency/cpu-queue.js';
import { openWebClient } from '../foundation/http-client/web-client.js';
import { makeOutboxMailer } from '../mail/outbox-mailer.js';
import { makeSmtpMailer } from '../mail/smtp-mailer.js';
import type { Parts } from './parts.js';

/** Maintenance requeues a post whose job is this long overdue. */
const FORGOTTEN_AFTER_MS = 120_000;
const FORGOTTEN_AT_ONCE = 1_000;

/** Files that are inspected or converted concurrently. */
const MEDIA_AT_ONCE = 2;

/** A sleep that does not keep the process alive. */
const sleep = (ms: number) => setTimeout(ms, undefined, { ref: false });

/** The `worker` role: publishes posts, sends mails and runs maintenance. */
export async function startWorker(parts: Parts): Promise<void> {
  const {
    config,
    log,
    clock,
    earliestTime,
    random,
    db,
    transaction,
    cipher,
    boss,
    hub,
    platformDirectory,
    loadAccount,
    storage,
  } = parts;
  const { watchdog, pause, metrics, traces, onStop } = parts;
  const jobTraces = traces?.jobs ?? NO_JOB_TRACES;
  const { publishing, webhooks, mail, dataDir, workerQueues, workerPollMs: pollMs } = config;

  const dueQueues = makeDueQueues({ boss, pollMs, log });
  onStop('the looks for due jobs', dueQueues.stop);
  const queues = { boss, dueQueues, pollMs };
  const mailer = mail.smtpUrl
    ? makeSmtpMailer({ url: mail.smtpUrl, from: mail.from })
    : makeOutboxMailer({ dir: `${dataDir}/outbox`, from: mail.from });
  if (!config.embedded && !mail.smtpUrl) {
    log.warn(`SMTP_URL is not set: e-mails are written to ${dataDir}/outbox and not delivered`);
  }
  onStop('the mail server', async () => mailer.close());
  if (workerQueues.has('mail')) {
    onStop('the mail worker', await startMailWorker({ ...queues, mailer, log }));
    const composeAccountMail = makeComposeAccountMail({ transaction, clock });
    onStop('the account mail worker', await startAccountMailWorker({ ...queues, mailer, composeAccountMail, log }));
  }

  const webhookQueue = makeWebhookQueue(boss, jobTraces);
  const announce = makeAnnounceEvents({ webhookQueue });
  const recordChanges = makeRecordChanges({ publishQueue: makePublishQueue(boss, jobTraces), announce });

  const mediaProcesses = makeMediaProcesses({ concurrency: MEDIA_AT_ONCE });
  const measured = metrics?.measured(mediaProcesses) ?? mediaProcesses;
  const runInMediaProcess = traces?.mediaProcess(measured) ?? measured;
  const probe = makeProbe(runInMediaProcess);
  const readMedia = makeReadMedia({ db, transaction, storage, probe, recordChanges, clock });
  if (workerQueues.has('media')) onStop('the media worker', await startMediaWorker({ ...queues, readMedia, log }));
  if (config.allowPrivateMediaUrls) {
    log.warn(
      'MEDIA_URLS_ALLOW_PRIVATE is on: anyone with an account can have this service fetch images and videos from your network. Use it for local development only',
    );
  }
  const mediaSources = openWebClient({ allowPrivate: config.allowPrivateMediaUrls, purpose: 'media of its users' });
  onStop('the requests for media', mediaSources.close);
  const deleteObjects = makeDeleteObjects({ storage, log });
  const { fetchWeb: fetchSource } = mediaSources;
  const fetchMedia = makeFetchMedia({
    transaction,
    storage,
    fetchWeb: fetchSource,
    readMedia,
    deleteObjects,
    recordChanges,
    clock,
  });
  if (workerQueues.has('media')) {
    onStop('the fetches of media', await startFetchWorker({ ...queues, fetchMedia, traces: jobTraces, log }));
  }
  const temporary = `${dataDir}/temporary`;
  await removeLeftoverFolders(temporary);
  const files = makeSharedFiles({ temporary });
  onStop('the temporary files', files.close);
  const convertImage = makeConvertImage(runInMediaProcess);
  if (config.allowPrivateLinkCards) {
    log.warn(
      'LINK_CARDS_ALLOW_PRIVATE is on: anyone with an account can have this service read web pages in your network. Use it for local development only',
    );
  }
  const web = openWebClient({ allowPrivate: config.allowPrivateLinkCards, purpose: 'link preview' });
  onStop('the requests to web pages', web.close);

  // Runs share transactions.
  const store = makePublishStore({ db, transaction: traces?.untraced(transaction) ?? transaction, recordChanges });
  const commit = makeCommitRun({ store, clock, sleep, turn: setImmediate });
  const commitRun = traces?.commitRun(commit) ?? commit;
  const stopping = new AbortController();
  const markRevoked = makeMarkRevoked({ db, clock });
  const publishPost = makePublishPost({
    store,
    commitRun,
    clock,
    earliestTime,
    monotonic: () => performance.now(),
    sleep,
    random,
    config: publishing,
    loadAccount,
    withMedia: makeWithMedia({ db, storage, readMedia, convertImage, files }),
    withLinkCard: makeWithLinkCard({ fetchWeb: web.fetchWeb, convertImage, temporary }),
    markRevoked,
    acquireRateLimit: makeAcquireRateLimit({ transaction, clock, sleep }),
    cpuQueue: makeCpuQueue(),
    blocks: config.blocks,
    isPaused: () => pause.current() !== null,
    isStopping: () => stopping.signal.aborted,
    findPlatform: platformDirectory,
    reportRun(report) {
      log[report.fault === 'service' ? 'warn' : 'info'](report, 'Publishing');
      metrics?.run(report);
      traces?.published(report);
    },
  });
  const { concurrency, otherPlatforms, heartbeatSeconds } = publishing;
  let stopPublishing = async () => {};
  if (workerQueues.has('publish')) {
    stopPublishing = startPublishWorker({
      boss,
      dueQueues,
      hub,
      publishPost,
      pause,
      upcoming: (until: Date) => upcomingDueTimes(db, clock(), until),
      concurrency,
      otherPlatforms,
      heartbeatSeconds,
      pulse: watchdog.watch('publish'),
      clock,
      traces: jobTraces,
      log,
    });
  }
  onStop('the publish worker', () => {
    stopping.abort();
    return stopPublishing();
  });

  if (webhooks.allowPrivate && !config.embedded) {
    log.warn(
      'WEBHOOKS_ALLOW_PRIVATE is on: anyone with an account can make this service send requests into your network. Use it for local development only',
    );
  }
  const client = makeWebhookClient(webhooks);
  onStop('the webhook client', client.close);
  const deliverWebhook = makeDeliverWebhook({
    db,
    transaction,
    cipher,
    clock,
    random,
    webhookQueue,
    mailQueue: makeMailQueue(boss),
    http: traces?.http(client.http) ?? client.http,
    retryDelaysMs: webhooks.retryDelaysMs,
    report(report) {
      log.info(report, 'Webhook delivery');
      metrics?.delivery(report);
      traces?.delivered(report);
    },
  });
  if (workerQueues.has('webhooks')) {
    const pulse = watchdog.watch('webhook');
    const deliveries = { boss, dueQueues, hub, deliverWebhook, heartbeatSeconds, pulse, clock, traces: jobTraces, log };
    onStop('the webhook worker', startWebhookWorker(deliveries));
    const expiring = { db, transaction, clock, loadAccount, findPlatform: platformDirectory, announce, log };
    await startTokenExpiry({ ...queues, announceExpiringTokens: makeAnnounceExpiringTokens(expiring) });
  }
  if (workerQueues.has('maintenance'))
    await startMaintenanceJobs(parts, { queues, commitRun, markRevoked, deleteObjects, stopping: stopping.signal });

  // During shutdown, the shutdown's own time limit applies.
  onStop('the watchdog', async () => watchdog.stop());
}

/** What is due now and then: forgotten posts, access to renew, exports, and what has expired. */
async function startMaintenanceJobs(
  { config, db, transaction, clock, boss, storage, loadAccount, platformDirectory, metrics, log, onStop }: Parts,
  needs: {
    queues: { boss: PgBoss; dueQueues: DueQueues; pollMs: number };
    commitRun: CommitRun;
    markRevoked: MarkRevoked;
    deleteObjects: DeleteObjects;
    stopping: AbortSignal;
  },
): Promise<void> {
  const { queues, commitRun, markRevoked, deleteObjects, stopping } = needs;
  const requeueForgotten = makeRequeueForgotten({
    commitRun,
    clock,
    overdue: (at, after) => duePosts(db, new Date(at.getTime() - FORGOTTEN_AFTER_MS), after, FORGOTTEN_AT_ONCE),
    liveJobs: (jobIds) => liveJobs(boss, PUBLISH_QUEUE, jobIds),
  });
  const renewAccounts = makeRenewAccounts({
    db,
    clock,
    loadAccount,
    markRevoked,
    findPlatform: platformDirectory,
    report(report) {
      const { problem, ...account } = report;
      if (problem) log.warn({ ...account, ...problem }, 'The access of an account was not renewed');
      else log.info(account, 'The access of an account was renewed');
      metrics?.renewal(report);
    },
  });
  onStop('the renewal of access', await startRenewal({ ...queues, renewAccounts }));
  const buildExport = makeBuildExport({ db, transaction, storage, mailQueue: makeMailQueue(boss), clock, log });
  onStop('the exports of accounts', await startExportWorker({ ...queues, buildExport, log }));
  const accountJobs = makeAccountJobs(boss);
  const removeAccounts = makeRemoveAccounts({
    db,
    transaction,
    removeAccount: makeRemoveAccount({ mailQueue: makeMailQueue(boss), jobs: accountJobs, clock }),
    jobs: accountJobs,
    deleteObjects,
    clock,
    monotonic: () => performance.now(),
    log,
  });
  const removeExpired = makeRemoveExpired({
    rules: makeRetentionRules(config.retention, clock),
    transaction,
    clock,
    monotonic: () => performance.now(),
    sleep,
    isStopping: () => stopping.aborted,
    log,
    report: (report) => metrics?.retention(report),
  });
  const deleteLeftObjects = makeDeleteLeftObjects({ db, storage, clock, log });
  await startMaintenance({
    ...queues,
    requeueForgotten,
    keepPostCounts: makeKeepPostCounts({ db, monotonic: () => performance.now(), log }),
    removeAccounts,
    expireExports: () =>
      expireExports(db, { now: clock(), abandonedBefore: new Date(clock().getTime() - EXPORT_ABANDONED_MS) }),
    removeExpired,
    deleteLeftObjects,
    log,
  });
}
