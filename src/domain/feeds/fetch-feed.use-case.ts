import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { HOUR_MS } from '../../foundation/time/durations.js';
import { notify } from '../notifications/notify.step.js';
import { endLease, type Feed, lockFeed, updateFeed } from './feed.repository.js';
import { insertEntries, keepSeen, knownIdentities, skipWaiting, waitingEntries } from './feed-entry.repository.js';
import { feedFailed } from './feed-notices.js';
import type { FeedResponse, RequestFeed } from './feed-source.io.js';
import { FeedState, NOTIFIED_AFTER_MS, nextFetch, nextTry } from './feeds.js';
import { newEntries } from './new-entries.js';
import type { PostEntries } from './post-entries.use-case.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  /** 0 to 1. */
  random: () => number;
  requestFeed: RequestFeed;
  postEntries: PostEntries;
}

/** Fetches a feed that is leased, stores its new entries, makes posts of them, and ends the lease. */
export type FetchFeed = (feed: Feed, signal: AbortSignal) => Promise<void>;

export const makeFetchFeed =
  (needs: Needs): FetchFeed =>
  async (feed, signal) => {
    const { db } = needs;
    try {
      const response = await needs.requestFeed(feed, signal);
      const stored = await store(needs, feed, response);
      if (!stored) return;
      await needs.postEntries(stored, signal);
      await planNext(needs, stored);
    } finally {
      await endLease(db, feed);
    }
  };

/** Stores a response; null: the feed was changed, paused or deleted meanwhile, and is fetched again. */
const store = ({ transaction, clock, random }: Needs, feed: Feed, response: FeedResponse): Promise<Feed | null> =>
  transaction(async (db) => {
    const current = await lockFeed(db, feed.id);
    const isSame = current?.updatedAt.getTime() === feed.updatedAt.getTime();
    if (!current || !isSame || current.state === FeedState.PAUSED) return null;
    const now = clock();
    const changes = await changesOf(db, current, response, { now, random: random() });
    // Until its entries are posts: a process that dies before leaves them to the next one, once its lease has ended.
    await updateFeed(db, feed.id, { ...changes, nextFetchAt: feed.leaseUntil ?? changes.nextFetchAt });
    return { ...current, ...changes };
  });

async function changesOf(
  db: Db,
  feed: Feed,
  response: FeedResponse,
  { now, random }: { now: Date; random: number },
): Promise<Partial<Feed>> {
  if (response.kind === 'failed') return failed(db, feed, response, { now, random });
  const { cacheControl } = response;
  const isRead = response.kind === 'read';
  if (isRead) {
    const { entries } = response.document;
    const identities = entries.map(({ identity }) => identity);
    const known = await knownIdentities(db, feed.id, identities);
    const unknown = entries.filter(({ identity }) => !known.has(identity));
    await insertEntries(db, newEntries(feed, unknown, now));
    await keepSeen(db, feed.id, identities, now);
  }
  const ttlMinutes = isRead ? response.document.ttlMinutes : null;
  return {
    ...{ state: FeedState.ACTIVE, problem: null, failures: 0, failingSince: null, notifiedAt: null, fetchedAt: now },
    ...(isRead && { etag: response.etag, lastModified: response.lastModified }),
    nextFetchAt: nextFetch(now, { ttlMinutes, cacheControl }, random),
  };
}

async function failed(
  db: Db,
  feed: Feed,
  { reason, isGone, retryAfterMs }: Extract<FeedResponse, { kind: 'failed' }>,
  { now, random }: { now: Date; random: number },
): Promise<Partial<Feed>> {
  const failures = feed.failures + 1;
  const failingSince = feed.failingSince ?? now;
  const isDue = isGone || now.getTime() - failingSince.getTime() >= NOTIFIED_AFTER_MS;
  const notifies = isDue && feed.notifiedAt === null;
  if (notifies) await notify(db, now, [feedFailed(feed, reason, { hasEnded: isGone })]);
  if (isGone) await skipWaiting(db, feed.id, new Date(now.getTime() + HOUR_MS), reason);
  return {
    state: isGone ? FeedState.ENDED : FeedState.FAILING,
    ...{ problem: reason, failures, failingSince, notifiedAt: notifies ? now : feed.notifiedAt },
    nextFetchAt: nextTry(now, failures, retryAfterMs, random),
  };
}

/** Stores when it is fetched next. Entries that wait for the next day, or for a limit, are looked at every hour. */
const planNext = ({ transaction, clock }: Needs, { id, nextFetchAt, updatedAt }: Feed): Promise<void> =>
  transaction(async (db) => {
    const current = await lockFeed(db, id);
    if (current?.updatedAt.getTime() !== updatedAt.getTime()) return;
    const soon = new Date(clock().getTime() + HOUR_MS);
    const isSooner = soon < nextFetchAt && (await waitingEntries(db, id, 1)).length > 0;
    await updateFeed(db, id, { nextFetchAt: isSooner ? soon : nextFetchAt });
  });
