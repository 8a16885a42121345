import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type ClientOverview, overviewsOf } from './client-overview.repository.js';

export interface ClientLoaders {
  overviewOfUser: DataLoader<string, ClientOverview>;
}

/** What the resolvers of clients find in the context of an operation. */
export interface ClientsContext {
  loaders: ClientLoaders;
}

export const makeClientLoaders = (db: Db): ClientLoaders => ({
  overviewOfUser: new DataLoader((userIds) => overviewsOf(db, userIds, new Date())),
});
