import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { signaturesOf } from './addition.repository.js';

export interface AdditionLoaders {
  signature: DataLoader<string, string | null>;
}

/** What the resolvers of signatures find in the context of an operation. */
export interface AdditionsContext {
  loaders: AdditionLoaders;
}

export const makeAdditionLoaders = (db: Db): AdditionLoaders => ({
  signature: new DataLoader(async (connectionIds) => {
    const found = await signaturesOf(db, connectionIds);
    return connectionIds.map((id) => found.get(id) ?? null);
  }),
});
