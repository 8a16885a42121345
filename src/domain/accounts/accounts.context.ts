import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import {
  type Connection,
  type ConnectionKey,
  connectionsById,
  connectionsByKey,
  keyOf,
} from './connection.repository.js';
import { activityOfConnections, type ConnectionActivity } from './connection-activity.repository.js';

export interface AccountLoaders {
  connection: DataLoader<string, Connection | null>;
  connectionByKey: DataLoader<ConnectionKey, Connection | null, string>;
  /** By the connection's id. */
  activityOfConnection: DataLoader<string, ConnectionActivity>;
}

/** What the resolvers of connected accounts find in the context of an operation. */
export interface AccountsContext {
  loaders: AccountLoaders;
}

export const makeAccountLoaders = (db: Db): AccountLoaders => ({
  connection: loaderById((ids) => connectionsById(db, ids)),
  connectionByKey: new DataLoader((keys) => connectionsByKey(db, keys), { cacheKeyFn: keyOf }),
  activityOfConnection: new DataLoader((ids) => activityOfConnections(db, ids)),
});
