import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import { type Import, lockImport, updateImport } from './import.repository.js';
import { ImportStatus } from './imports.js';
import type { QueueImport } from './start-import.use-case.js';

export type UndoImport = (viewer: Viewer, id: string) => Promise<Import>;

/**
 * Begins to undo an import, which a worker does; also one that is running. One that is undone is returned as it is, and
 * undoing goes on if it had stopped. Error: IMPORT_NOT_FOUND.
 */
export const makeUndoImport =
  (needs: { transaction: Transaction; queueImport: QueueImport }): UndoImport =>
  (viewer, id) =>
    needs.transaction(async (db) => {
      const stored = await lockImport(db, viewer.userId, id);
      if (!stored) throw new AppError('IMPORT_NOT_FOUND');
      if (stored.status === ImportStatus.UNDONE) return stored;
      await needs.queueImport(db, stored);
      if (stored.status === ImportStatus.UNDOING) return stored;
      const changes = {
        status: ImportStatus.UNDOING,
        personId: viewer.session?.personId ?? null,
        publishes: mayDo(viewer, 'PUBLISH'),
        endedAt: null,
      };
      await updateImport(db, id, changes);
      await recordAudit(db, viewer, { action: 'import_undone', details: { file: stored.fileName } });
      return { ...stored, ...changes };
    });
