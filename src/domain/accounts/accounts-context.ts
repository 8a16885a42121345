import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { activityOfConnections, type ConnectionActivity } from './connection-activity.repository.js';

export interface AccountLoaders {
  /** By the connection's id. */
  activityOfConnection: DataLoader<string, ConnectionActivity>;
}

/** What the resolvers of connected accounts find in the context of an operation. */
export interface AccountsContext {
  loaders: AccountLoaders;
}

export const makeAccountLoaders = (db: Db): AccountLoaders => ({
  activityOfConnection: new DataLoader((ids) => activityOfConnections(db, ids)),
});
