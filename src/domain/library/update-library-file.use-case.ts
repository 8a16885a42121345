import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { Media } from '../media/media.js';
import { parseAltText, parseFileName } from './library.js';
import { lockLibraryFile, updateLibraryFile } from './library.repository.js';

export interface UpdateLibraryFileInput {
  id: string;
  /** Null: unchanged. */
  name: string | null;
  /** Null: unchanged. Empty: none. */
  altText: string | null;
}

export type UpdateLibraryFile = (viewer: Viewer, input: UpdateLibraryFileInput) => Promise<Media>;

/** Changes what a file of the library is called, and says it shows. Posts that use it keep what they were given. */
export const makeUpdateLibraryFile =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): UpdateLibraryFile =>
  ({ userId }, { id, name, altText }) => {
    const given = {
      ...(name !== null && { name: parseFileName(name) }),
      ...(altText !== null && { altText: parseAltText(altText) }),
    };
    return transaction(async (db) => {
      const file = await lockLibraryFile(db, userId, id);
      if (!file) throw new AppError('LIBRARY_FILE_NOT_FOUND');
      const changes = { ...given, updatedAt: clock() };
      await updateLibraryFile(db, id, changes);
      return { ...file, ...changes };
    });
  };
