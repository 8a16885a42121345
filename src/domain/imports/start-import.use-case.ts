import { newId } from '../../foundation/database/id.js';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { countLabels, insertLabel, labelsOfUser } from '../labels/label.repository.js';
import { LabelColor, labelSubject, MAX_LABELS, parseLabelName } from '../labels/labels.js';
import {
  countRunning,
  type Import,
  insertImport,
  type KnownRow,
  knownRows,
  type NewImportRow,
  restoreKept,
  saveRows,
  updateImport,
} from './import.repository.js';
import { excerptOf, ImportStatus, isReady, MAX_RUNNING, type ReadRow, RowStatus, sentenceOf } from './imports.js';
import type { ImportOptions, ReadImport } from './read-import.use-case.js';

/** Queues the work of an import as part of the caller's transaction. */
export type QueueImport = (db: Db, started: Pick<Import, 'id' | 'userId'>) => Promise<void>;

export interface StartOptions extends ImportOptions {
  fileName: string;
  /** Import the rows without problems, and leave the others out. */
  skipInvalid: boolean;
}

export type StartImport = (viewer: Viewer, options: StartOptions) => Promise<Import>;

const MAX_FILE_NAME = 200;
/** Rows that an error names. */
const MAX_NAMED = 100;

/**
 * Starts the import of a file: its rows are stored, and a worker makes their groups. The same file again goes on with the
 * rows that have no group; while it runs, and once each has one, the import is returned as it is.
 */
export const makeStartImport =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    readImport: ReadImport;
    queueImport: QueueImport;
  }): StartImport =>
  async (viewer, { fileName, skipInvalid, ...options }) => {
    const { rows, fileKey, newLabels } = await needs.readImport(viewer, options);
    const invalid = rows.filter((row) => !isReady(row));
    const open = rows.filter(({ groupId }) => groupId === null);
    if (invalid.length > 0 && (!skipInvalid || invalid.length === open.length)) {
      const numbers = invalid.slice(0, MAX_NAMED).map(({ number }) => number);
      throw new AppError('IMPORT_HAS_PROBLEMS', { rows: numbers, problems: invalid.length });
    }
    const name =
      storableText(fileName).replace(/\p{C}/gu, '').trim().slice(0, MAX_FILE_NAME).toWellFormed() || 'posts.csv';
    return needs.transaction(async (db) => {
      // One import of an account begins at a time; labels are created under the same lock.
      await lockPlan(db, viewer.userId);
      const now = needs.clock();
      const running = await countRunning(db, viewer.userId);
      const given: Import = {
        id: newId(now),
        userId: viewer.userId,
        fileKey,
        fileName: name,
        status: ImportStatus.RUNNING,
        personId: viewer.session?.personId ?? null,
        publishes: mayDo(viewer, 'PUBLISH'),
        createdAt: now,
        endedAt: null,
      };
      const stored = await insertImport(db, given);
      const isNew = stored.id === given.id;
      if (stored.status === ImportStatus.UNDOING) throw new AppError('IMPORT_BEING_UNDONE');
      if (!isNew && (stored.status === ImportStatus.RUNNING || open.length === 0)) return stored;
      if (running >= MAX_RUNNING) throw new AppError('IMPORT_LIMIT_REACHED');
      const { status, personId, publishes, endedAt } = given;
      if (!isNew) {
        await updateImport(db, stored.id, { status, personId, publishes, fileName: name, endedAt });
        await restoreKept(db, stored.id);
      }
      const keys = rows.map(({ key }) => key);
      const known = await knownRows(db, viewer.userId, keys);
      await saveRows(
        db,
        stored.id,
        rows.map((row) => toStored(row, known.get(row.key), stored.id)),
      );
      await createLabels(db, viewer, newLabels, now);
      const details = { file: name, rows: open.length - invalid.length };
      await recordAudit(db, viewer, { action: 'posts_imported', details });
      await needs.queueImport(db, stored);
      return isNew ? stored : { ...stored, status, personId, publishes, fileName: name, endedAt };
    });
  };

/** A row that has its post, or gets it by another import, makes none. */
function toStored(row: ReadRow, known: KnownRow | undefined, importId: string): NewImportRow {
  const { number, key, post } = row;
  const stored = { number, key, excerpt: excerptOf(post.content), post: null, groupId: null, reason: null };
  if (known && known.status !== RowStatus.PENDING) {
    return { ...stored, status: RowStatus.CREATED, groupId: known.groupId };
  }
  if (known && known.importId !== importId) {
    return { ...stored, status: RowStatus.SKIPPED, reason: 'Another import is creating this post.' };
  }
  if (isReady(row)) return { ...stored, status: RowStatus.PENDING, post };
  const reason = row.problems
    .filter(({ isWarning }) => !isWarning)
    .slice(0, 5)
    .map(sentenceOf)
    .join(' ');
  return { ...stored, status: RowStatus.SKIPPED, reason };
}

/** Those that were created meanwhile are there. */
async function createLabels(db: Db, viewer: Viewer, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  const { userId } = viewer;
  const known = new Set((await labelsOfUser(db, userId)).map(({ nameKey }) => nameKey));
  let count = await countLabels(db, userId);
  for (const named of names.map(parseLabelName)) {
    if (known.has(named.nameKey)) continue;
    count += 1;
    if (count > MAX_LABELS) throw new AppError('LABEL_LIMIT_REACHED');
    const label = { id: newId(now), userId, ...named, color: LabelColor.GRAY, createdAt: now };
    await insertLabel(db, label);
    await recordAudit(db, viewer, { action: 'label_created', subject: labelSubject(label) });
  }
}
