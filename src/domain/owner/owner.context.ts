import type DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import { type AccountExport, exportsById } from './account-export.repository.js';

export interface OwnerLoaders {
  accountExport: DataLoader<string, AccountExport | null>;
}

/** What resolvers of exports find in the context of an operation. */
export interface OwnerContext {
  loaders: OwnerLoaders;
}

export const makeOwnerLoaders = (db: Db): OwnerLoaders => ({
  accountExport: loaderById((ids) => exportsById(db, ids)),
});
