import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { type AccountExport, exportsOf } from './account-export.repository.js';

export type ListExports = (viewer: Viewer) => Promise<AccountExport[]>;

export const makeListExports =
  ({ db }: { db: Db }): ListExports =>
  (viewer) =>
    exportsOf(db, viewer.ownerId);
