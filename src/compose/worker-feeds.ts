import { startFeedFetches } from '../../jobs/feed-fetches.js';
import { makeMediaQueue } from '../../jobs/media-queue.js';
import { guardSchedule } from '../domain/approvals/guard-schedule.step.js';
import { makeFetchDueFeeds } from '../domain/feeds/fetch-due-feeds.use-case.js';
import { makeInspectFiles, makeMediaOfGroup } from '../domain/media/media-of-group.step.js';
import { makeCreatePostGroup } from '../domain/posts/create-post-group.use-case.js';
import { findPlace } from '../domain/schedules/find-place.step.js';
import { makeNotifyLimitExceeded } from '../domain/usage/notify-limit-exceeded.use-case.js';
import { makeFeeds } from './feeds.js';
import type { WorkerMedia } from './worker-media.js';
import type { WorkerParts } from './worker-parts.js';
import { makeWorkerValidator } from './worker-validator.js';

/** Reads web feeds that are due, and makes posts of their entries. */
export function startFeeds(parts: WorkerParts, { readMedia, deleteObjects }: WorkerMedia): void {
  const { config, db, transaction, clock, boss, storage, recordChanges, jobTraces, log, onStop } = parts;
  const { plans } = config;
  const createPostGroup = makeCreatePostGroup({
    ...{ db, transaction, clock, plans, recordChanges, guardSchedule, findPlace },
    notifyLimitExceeded: makeNotifyLimitExceeded({ transaction, clock, log }),
    validator: makeWorkerValidator(parts),
    mediaOfGroup: makeMediaOfGroup({ plans, deleteObjects, storage, mediaQueue: makeMediaQueue(boss, jobTraces) }),
    inspectFiles: makeInspectFiles({ db, readMedia }),
    uploadGraceMs: config.uploadGraceMs,
  });
  const { fetchFeed } = makeFeeds(parts, createPostGroup);
  const fetchDueFeeds = makeFetchDueFeeds({
    ...{ db, clock, fetchFeed },
    report: (error, { id }) =>
      log.warn({ err: error, feedId: id }, 'A feed was not read to its end; it is tried again'),
  });
  onStop('the fetches of feeds', startFeedFetches({ fetchDueFeeds, log }));
}
