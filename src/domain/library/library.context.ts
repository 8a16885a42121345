import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { usesOfFiles } from './library.repository.js';

export interface LibraryLoaders {
  /** The ids of the posts that use a file, newest first. */
  usesOfFile: DataLoader<string, string[]>;
}

/** What the resolvers of the library find in the context of an operation. */
export interface LibraryContext {
  loaders: LibraryLoaders;
}

export const makeLibraryLoaders = (db: Db): LibraryLoaders => ({
  usesOfFile: new DataLoader(async (fileIds) => {
    const uses = await usesOfFiles(db, fileIds);
    return fileIds.map((id) => [...new Set(uses.filter(({ fileId }) => fileId === id).map(({ groupId }) => groupId))]);
  }),
});
