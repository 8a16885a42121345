import type DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import { type Feed, feedsById } from './feed.repository.js';

export interface FeedLoaders {
  feed: DataLoader<string, Feed | null>;
}

export const makeFeedLoaders = (db: Db): FeedLoaders => ({
  feed: loaderById((ids) => feedsById(db, ids)),
});

/** What the resolvers of nodes find in the context of an operation. */
export interface FeedsContext {
  loaders: FeedLoaders;
}
