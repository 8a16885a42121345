import type { Db } from '../../foundation/database/unit-of-work.js';
import { claimDueFeed, type Feed, updateFeed } from './feed.repository.js';
import type { FetchFeed } from './fetch-feed.use-case.js';

/** Fetches feeds that are due, one after the other, until none is or the signal aborts. */
export type FetchDueFeeds = (signal: AbortSignal) => Promise<void>;

export const makeFetchDueFeeds =
  ({
    db,
    clock,
    fetchFeed,
    report,
  }: {
    db: Db;
    clock: () => Date;
    fetchFeed: FetchFeed;
    report: (error: unknown, feed: Feed) => void;
  }): FetchDueFeeds =>
  async (signal) => {
    while (!signal.aborted) {
      const feed = await claimDueFeed(db, clock());
      if (!feed) return;
      try {
        await fetchFeed(feed, signal);
      } catch (error) {
        report(error, feed);
        // It is tried again once the lease would have ended: an error that repeats keeps no other feed waiting.
        const { leaseUntil } = feed;
        if (leaseUntil && !signal.aborted) await updateFeed(db, feed.id, { nextFetchAt: leaseUntil });
      }
    }
  };
