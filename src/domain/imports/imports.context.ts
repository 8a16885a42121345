import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import { countRows, type Import, importsById } from './import.repository.js';
import { RowStatus } from './imports.js';

/** How many rows of an import have each status. */
export type RowCounts = Readonly<Record<RowStatus, number>>;

export interface ImportLoaders {
  import: DataLoader<string, Import | null>;
  rowsOfImport: DataLoader<string, RowCounts>;
}

/** What the resolvers of imports find in the context of an operation. */
export interface ImportsContext {
  loaders: ImportLoaders;
}

export const makeImportLoaders = (db: Db): ImportLoaders => ({
  import: loaderById((ids) => importsById(db, ids)),
  rowsOfImport: new DataLoader<string, RowCounts>(async (ids) => {
    const counts = await countRows(db, ids);
    const countOf = (id: string, status: RowStatus) =>
      counts.find((one) => one.importId === id && one.status === status)?.count ?? 0;
    return ids.map(
      (id) => Object.fromEntries(Object.values(RowStatus).map((status) => [status, countOf(id, status)])) as RowCounts,
    );
  }),
});
