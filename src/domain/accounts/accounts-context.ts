import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { activityOfConnections, type ConnectionActivity, type ConnectionKey } from './connection.repository.js';

export interface AccountLoaders {
  activityOfConnection: DataLoader<ConnectionKey, ConnectionActivity, string>;
}

/** What the resolvers of connected accounts find in the context of an operation. */
export interface AccountsContext {
  loaders: AccountLoaders;
}

export const makeAccountLoaders = (db: Db): AccountLoaders => ({
  activityOfConnection: new DataLoader((keys) => activityOfConnections(db, keys), {
    cacheKeyFn: ({ userId, platformId }) => `${userId} ${platformId}`,
  }),
});
