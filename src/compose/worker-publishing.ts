import { setImmediate } from 'node:timers/promises';
import { startPublishWorker } from '../../jobs/publish-worker.js';
import { type MarkRevoked, makeMarkRevoked } from '../domain/accounts/mark-revoked.use-case.js';
import { finishTexts } from '../domain/additions/finish-texts.step.js';
import { makePrepareMedia } from '../domain/media/prepare-media.use-case.js';
import { upcomingDueTimes } from '../domain/posts/state/post-group.repository.js';
import { type CommitRun, makeCommitRun } from '../domain/publishing/commit-runs.js';
import { makeLinkCards } from '../domain/publishing/link-card.use-case.js';
import { makePublishPost } from '../domain/publishing/publish-post.use-case.js';
import { makePublishStore } from '../domain/publishing/publish-store.repository.js';
import { makeCpuQueue } from '../foundation/concurrency/cpu-queue.js';
import { openWebClient } from '../foundation/http-client/web-client.js';
import type { WorkerMedia } from './worker-media.js';
import { sleep, type WorkerParts } from './worker-parts.js';

/** What maintenance shares with publishing. */
export interface WorkerPublishing {
  commitRun: CommitRun;
  markRevoked: MarkRevoked;
  /** Aborted once this process stops. */
  stopping: AbortSignal;
}

/** Publishes what is due, with link cards. */
export function startPublishing(
  parts: WorkerParts,
  { readMedia, convertImage, files, temporary }: WorkerMedia,
): WorkerPublishing {
  const { config, log, clock, earliestTime, random, db, transaction, hub, storage, watchdog, pause, onStop } = parts;
  const { platformDirectory, loadAccount, metrics, traces, queues, jobTraces, recordChanges } = parts;
  const { boss, dueQueues } = queues;
  const { publishing, workerQueues } = config;
  const web = openWebClient({ allowPrivate: config.privateAddresses.has('link-cards'), purpose: 'link preview' });
  onStop('the requests to web pages', web.close);

  // Runs share transactions.
  const store = makePublishStore({
    db,
    transaction: traces?.untraced(transaction) ?? transaction,
    recordChanges,
    finishTexts,
  });
  const commit = makeCommitRun({ store, clock, sleep, turn: setImmediate });
  const commitRun = traces?.commitRun(commit) ?? commit;
  const stopping = new AbortController();
  const markRevoked = makeMarkRevoked({ transaction, clock });
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
    files,
    prepareMedia: makePrepareMedia({ db, storage, readMedia, convertImage, files }),
    makeLinkCard: makeLinkCards({ fetchWeb: web.fetchWeb, convertImage, temporary }),
    markRevoked,
    cpuQueue: makeCpuQueue(),
    plans: config.plans,
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
  return { commitRun, markRevoked, stopping: stopping.signal };
}
