import type { CallOptions } from './call-options.js';
import { type Feed, type FeedEntry, ListFeedEntries, ListFeeds } from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { runOperation } from './run-operation.js';

export interface FeedsApi {
  /** Web feeds whose entries become posts, oldest first. */
  list(options?: CallOptions): AsyncGenerator<Feed, void, undefined>;
  /** The entries of a feed, newest first, with what became of each. */
  entries(feedId: string, options?: CallOptions): AsyncGenerator<FeedEntry, void, undefined>;
}

const PAGE_SIZE = 100;

export const makeFeeds = (endpoint: Endpoint): FeedsApi => ({
  list: ({ signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { first: PAGE_SIZE, after };
      return (await runOperation(endpoint, ListFeeds, variables, { signal, isRepeatable: true })).feeds;
    }),
  entries: (feedId, { signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { feedId, first: PAGE_SIZE, after };
      return (await runOperation(endpoint, ListFeedEntries, variables, { signal, isRepeatable: true })).feedEntries;
    }),
});
