import { makeAccountJobs } from '../../jobs/account-jobs.js';
import { startExportWorker } from '../../jobs/export-worker.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { liveJobs, startMaintenance } from '../../jobs/maintenance.js';
import { PUBLISH_QUEUE } from '../../jobs/queues.js';
import { startRecoveryWorker } from '../../jobs/recovery-worker.js';
import { makeRemoveExpired } from '../../jobs/remove-expired.js';
import { startRenewal } from '../../jobs/renewal.js';
import { makeRetentionRules } from '../../jobs/retention-rules.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { makeRenewAccounts } from '../domain/accounts/renew-accounts.use-case.js';
import { makeDeleteLeftObjects } from '../domain/media/delete-left-objects.use-case.js';
import { EXPORT_ABANDONED_MS } from '../domain/owner/account-export.js';
import { expireExports } from '../domain/owner/account-export.repository.js';
import { makeBuildExport } from '../domain/owner/build-export.use-case.js';
import { makeRemoveAccount } from '../domain/owner/remove-account.use-case.js';
import { makeRemoveAccounts } from '../domain/owner/remove-accounts.use-case.js';
import { duePosts } from '../domain/posts/state/post-group.repository.js';
import { makeRequeueForgotten } from '../domain/publishing/requeue-forgotten.use-case.js';
import { makeRecoverAfterReconnect } from '../domain/recovery/recover-after-reconnect.use-case.js';
import { makeKeepPostCounts } from '../domain/usage/keep-post-counts.use-case.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeRefuseRenewal } from '../domain/webhooks/refuse-renewal.use-case.js';
import { makeKeepDirectory } from '../pods/keep-directory.use-case.js';
import type { WorkerMedia } from './worker-media.js';
import { sleep, type WorkerParts } from './worker-parts.js';
import type { WorkerPublishing } from './worker-publishing.js';

/** Maintenance requeues a post whose job is this long overdue. */
const FORGOTTEN_AFTER_MS = 120_000;
const FORGOTTEN_AT_ONCE = 1_000;

/** What is due now and then: forgotten posts, access to renew, exports, and what has expired. */
export async function startMaintenanceJobs(
  parts: WorkerParts,
  { commitRun, markRevoked, stopping }: WorkerPublishing,
  { deleteObjects }: Pick<WorkerMedia, 'deleteObjects'>,
): Promise<void> {
  const { config, log, clock, db, transaction, boss, platformDirectory, loadAccount, storage } = parts;
  const { directory, metrics, publicUrl, queues, recordChanges, onStop } = parts;
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
    refuseRenewal: makeRefuseRenewal({
      transaction,
      clock,
      announce: makeAnnounceEvents({ webhookQueue: makeWebhookQueue(boss) }),
    }),
    findPlatform: platformDirectory,
    report(report) {
      const { problem, ...account } = report;
      if (problem) log.warn({ ...account, ...problem }, 'The access of an account was not renewed');
      else log.info(account, 'The access of an account was renewed');
      metrics?.renewal(report);
    },
  });
  onStop('the renewal of access', await startRenewal({ ...queues, renewAccounts }));
  const recoverAfterReconnect = makeRecoverAfterReconnect({
    transaction,
    clock,
    recordChanges,
    confirmEmail: config.mail.smtpUrl !== null,
  });
  onStop('the work after reconnects', await startRecoveryWorker({ ...queues, recoverAfterReconnect, log }));
  const buildExport = makeBuildExport({
    db,
    transaction,
    storage,
    mailQueue: makeMailQueue(boss, publicUrl),
    clock,
    log,
  });
  onStop('the exports of accounts', await startExportWorker({ ...queues, buildExport, log }));
  const accountJobs = makeAccountJobs(boss);
  const removeAccounts = makeRemoveAccounts({
    db,
    transaction,
    removeAccount: makeRemoveAccount({ mailQueue: makeMailQueue(boss, publicUrl), jobs: accountJobs, clock }),
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
    keepDirectory: directory ? makeKeepDirectory({ db, directory, clock, log }) : async () => undefined,
    log,
  });
}
