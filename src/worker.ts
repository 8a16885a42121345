import { startMailWorker } from '../jobs/mail-worker.js';
import { makeHasLiveJob, startMaintenance } from '../jobs/maintenance.js';
import { makePublishQueue } from '../jobs/publish-queue.js';
import { makePublishWorker } from '../jobs/publish-worker.js';
import { PUBLISH_QUEUE } from '../jobs/queues.js';
import type { Parts } from './app.js';
import { makeMarkRevoked } from './connections/open-account.use-case.js';
import { makeOutboxMailer } from './mail/outbox-mailer.js';
import { makeSmtpMailer } from './mail/smtp-mailer.js';
import { overduePosts, upcomingDueTimes } from './posts/post-group.repository.js';
import { makeCommitTurn } from './publishing/commit-turns.js';
import { makePublishPost } from './publishing/publish-post.use-case.js';
import { makeRequeueForgotten } from './publishing/requeue-forgotten.use-case.js';

/** A post whose job should have run this long ago is looked after by the maintenance. */
const FORGOTTEN_AFTER_MS = 120_000;
const FORGOTTEN_AT_ONCE = 200;

/** The `worker` role: publishes, sends mails, and looks after what was forgotten. */
export async function startWorker(parts: Parts): Promise<void> {
  const { config, log, clock, random, db, transaction, boss, hub, reach, openAccount, onStop } = parts;
  const { publishing, mail, dataDir } = config;

  const mailer = mail.smtpUrl
    ? makeSmtpMailer({ url: mail.smtpUrl, from: mail.from })
    : makeOutboxMailer({ dir: `${dataDir}/outbox`, from: mail.from });
  if (!config.embedded && !mail.smtpUrl) {
    log.warn(`SMTP_URL is not set: e-mails are files in ${dataDir}/outbox and reach nobody`);
  }
  onStop(async () => mailer.close());
  onStop(await startMailWorker({ boss, mailer, log }));

  const commitTurn = makeCommitTurn({ transaction, clock, publishQueue: makePublishQueue(boss) });
  const publishPost = makePublishPost({
    db,
    commitTurn,
    clock,
    random,
    config: publishing,
    openAccount,
    markRevoked: makeMarkRevoked({ db, clock }),
    findPlatform: reach,
  });
  const { concurrency, heartbeatSeconds } = publishing;
  const upcoming = (until: Date) => upcomingDueTimes(db, clock(), until);
  const worker = makePublishWorker({ boss, hub, publishPost, upcoming, concurrency, heartbeatSeconds, clock, log });
  worker.start();
  onStop(() => worker.stop());

  const requeueForgotten = makeRequeueForgotten({
    commitTurn,
    clock,
    overdue: () => overduePosts(db, new Date(clock().getTime() - FORGOTTEN_AFTER_MS), FORGOTTEN_AT_ONCE),
    hasLiveJob: makeHasLiveJob(boss, PUBLISH_QUEUE),
  });
  await startMaintenance({ boss, db, requeueForgotten, clock, log });
}
