import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { claimFeed, type Feed, findFeed } from './feed.repository.js';
import type { FetchFeed } from './fetch-feed.use-case.js';
import { countFetch } from './rules-of-feed.step.js';

/** Reads a feed now, also one that has ended. Errors: FEED_NOT_FOUND, FEED_BUSY, FEED_FETCHES_TOO_MANY. */
export type RefreshFeed = (viewer: Viewer, id: string) => Promise<Feed>;

export const makeRefreshFeed =
  ({ db, clock, fetchFeed }: { db: Db; clock: () => Date; fetchFeed: FetchFeed }): RefreshFeed =>
  async (viewer, id) => {
    const { userId } = viewer;
    if (!(await findFeed(db, userId, id))) throw new AppError('FEED_NOT_FOUND');
    await countFetch(db, viewer);
    const leased = await claimFeed(db, { id, userId }, clock());
    if (!leased) throw new AppError('FEED_BUSY');
    await fetchFeed(leased, new AbortController().signal);
    const feed = await findFeed(db, userId, id);
    if (!feed) throw new AppError('FEED_NOT_FOUND');
    return feed;
  };
