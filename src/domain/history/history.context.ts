import DataLoader from 'dataloader';
import type { Read } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Texts } from '../posts/reading/texts.io.js';
import type { Snapshot } from './post-version.js';
import {
  comparedVersions,
  type PostVersion,
  type VersionKey,
  type VersionPage,
  versionCounts,
  versionPages,
} from './post-version.repository.js';

/** Versions that one operation reads have at most so many bytes at a time. */
const MAX_READ_BYTES = 15_000_000;

interface Compared {
  snapshot: Snapshot;
  before: Snapshot | null;
}

export interface HistoryLoaders {
  versionPage: DataLoader<VersionPage, PostVersion[], string>;
  versionCount: DataLoader<string, number>;
  /** A version, and the one before it. Error: ANSWER_TOO_LARGE. */
  comparedVersion: DataLoader<VersionKey, Compared | null, string>;
}

/** What the resolvers of history find in the context of an operation. */
export interface HistoryContext {
  loaders: HistoryLoaders;
}

export const makeHistoryLoaders = (read: Read, texts: Texts): HistoryLoaders => ({
  versionPage: new DataLoader((pages) => read((db) => versionPages(db, pages)), {
    cacheKeyFn: (page) => JSON.stringify(page),
  }),
  versionCount: new DataLoader((groupIds) => read((db) => versionCounts(db, groupIds))),
  comparedVersion: new DataLoader<VersionKey, Compared | null, string>(
    async (keys) => {
      // In turn with the other large reads of the account.
      const found = await texts.readPosts(async () => {
        const versions = await read((db) => comparedVersions(db, keys, MAX_READ_BYTES));
        await texts.reserve(versions.reduce((sum, version) => sum + (version?.snapshot ? version.bytes : 0), 0));
        return versions;
      });
      return found.map((version) => {
        // Dropped meanwhile.
        if (!version) return null;
        const { snapshot, before } = version;
        return snapshot ? { snapshot, before } : new AppError('ANSWER_TOO_LARGE');
      });
    },
    { cacheKeyFn: ({ groupId, number }) => `${groupId} ${number}` },
  ),
});
