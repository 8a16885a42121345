import { setImmediate, setTimeout } from 'node:timers/promises';
import { startEnqueueing } from '../../jobs/boss.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { releaseActiveJobs } from '../../jobs/restored-jobs.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import type { RestoreSteps } from '../admin/administer-publishing.use-case.js';
import { resetTransactions } from '../admin/reset-transactions.repository.js';
import type { Config } from '../config/config.js';
import { makeLoadAccount } from '../domain/accounts/load-account.use-case.js';
import { finishTexts } from '../domain/additions/finish-texts.step.js';
import { notifyOfFailures } from '../domain/alerts/notify-of-failures.step.js';
import { noteRestore } from '../domain/feeds/feed.repository.js';
import { duePosts } from '../domain/posts/state/post-group.repository.js';
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeEndPostsOfBackup } from '../domain/publishing/after-restore.use-case.js';
import { makeCommitRun } from '../domain/publishing/commit-runs.js';
import { makePublishStore } from '../domain/publishing/publish-store.repository.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import type { CredentialCipher } from '../foundation/crypto/credential-cipher.js';
import { makeDatabaseClock, readDatabaseTime } from '../foundation/database/database-clock.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { makePlatformDirectory } from '../platforms/platform-directory.js';
import { openHttp } from './open-http.js';

const DUE_AT_ONCE = 200;

/** Opens what the command after-restore needs: the job engine, and the platforms to ask. */
export async function withRestoreSteps<T>(
  needs: { config: Config; url: string; db: Db; transaction: Transaction; cipher: CredentialCipher },
  work: (steps: RestoreSteps) => Promise<T>,
): Promise<T> {
  const { config, url, db, transaction, cipher } = needs;
  const databaseClock = makeDatabaseClock({
    readTime: () => readDatabaseTime(db),
    monotonic: () => performance.now(),
    wallClock: () => new Date(),
    // Read once.
    holdStepsMs: 0,
  });
  await databaseClock.synchronize();
  const clock = databaseClock.now;
  const { http, close } = openHttp(config, clock);
  const boss = await startEnqueueing({ url });
  try {
    const announce = makeAnnounceEvents({ webhookQueue: makeWebhookQueue(boss) });
    const recordChanges = makeRecordChanges({
      publishQueue: makePublishQueue(boss),
      announce,
      afterFailure: notifyOfFailures,
    });
    const store = makePublishStore({ db, transaction, recordChanges, finishTexts });
    const endPostsOfBackup = makeEndPostsOfBackup({
      store,
      commitRun: makeCommitRun({
        store,
        clock,
        sleep: (ms) => setTimeout(ms, undefined, { ref: false }),
        turn: setImmediate,
      }),
      clock,
      blocks: config.blocks,
      loadAccount: makeLoadAccount({ db, transaction, cipher, clock, renewalsAtOnce: 1, ...config.publishing }),
      duePosts: (until, after) => duePosts(db, until, after, DUE_AT_ONCE),
      findPlatform: makePlatformDirectory(http, config.platforms, clock),
    });
    return await work({
      resetTransactions: () => resetTransactions(transaction),
      releaseActiveJobs: (at) => releaseActiveJobs(boss, db, at),
      endPostsOfBackup,
      noteRestoreOfFeeds: (at) => noteRestore(db, at),
    });
  } finally {
    await boss.stop({ graceful: false });
    await close();
  }
}
