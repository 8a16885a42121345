/** Imports and their rows. */
import { In } from 'typeorm';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ImportEntity } from './import.entity.js';
import { ImportRowEntity } from './import-row.entity.js';
import { ImportStatus, RowStatus } from './imports.js';

export type Import = ImportEntity;

const ROW = table(ImportRowEntity);
const IMPORT = table(ImportEntity);
const SHOWN_ROW = ROW.except('post', 'key', 'groupUpdatedAt');
const KNOWN = ROW.only('importId', 'key', 'status', 'groupId');
const READ_ROW = ROW.except('importId', 'groupUpdatedAt');

export type ImportRow = RowIn<typeof SHOWN_ROW>;
export type NewImportRow = RowIn<typeof READ_ROW>;

export const importsById = (db: Db, ids: readonly string[]): Promise<Import[]> =>
  db.findBy(ImportEntity, { id: In([...ids]) });

export const findImport = (db: Db, userId: string, id: string): Promise<Import | null> =>
  db.findOneBy(ImportEntity, { id, userId });

/** A page of a user's imports, newest first. */
export async function importPage(
  db: Db,
  userId: string,
  { after, limit }: { after: { time: Date; id: string } | null; limit: number },
): Promise<Import[]> {
  const rows = await db.query(
    `SELECT ${IMPORT.list} FROM imports
      WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3))
      ORDER BY created_at DESC, id DESC LIMIT $4`,
    [userId, after?.time ?? null, after?.id ?? null, limit],
  );
  return IMPORT.rows(rows);
}

export const countImports = (db: Db, userId: string): Promise<number> => db.countBy(ImportEntity, { userId });

export const countRunning = (db: Db, userId: string): Promise<number> =>
  db.countBy(ImportEntity, { userId, status: ImportStatus.RUNNING });

/** A row that has made its group, or is about to. */
export type KnownRow = RowIn<typeof KNOWN>;

/** The rows with these keys that have their group or wait for their turn, of all imports of a user, by their keys. */
export async function knownRows(db: Db, userId: string, keys: readonly string[]): Promise<Map<string, KnownRow>> {
  const rows = await db.query(
    `SELECT ${KNOWN.of('r').list} FROM import_rows r JOIN imports i ON i.id = r.import_id
      WHERE i.user_id = $1 AND r.key = ANY($2)
        AND r.status IN ('${RowStatus.CREATED}', '${RowStatus.KEPT}', '${RowStatus.PENDING}')
      ORDER BY r.status <> '${RowStatus.PENDING}'`,
    [userId, keys],
  );
  return new Map(KNOWN.rows(rows).map((row) => [row.key, row]));
}

/** Stores an import, unless the user has one of the same file; returns the stored one, locked. */
export async function insertImport(db: Db, row: Import): Promise<Import> {
  await db.createQueryBuilder().insert().into(ImportEntity).values(row).orIgnore().updateEntity(false).execute();
  const where = { userId: row.userId, fileKey: row.fileKey };
  return db.findOneOrFail(ImportEntity, { where, lock: { mode: 'pessimistic_write' } });
}

export async function updateImport(
  db: Db,
  id: string,
  changes: Partial<Pick<Import, 'status' | 'personId' | 'publishes' | 'fileName' | 'endedAt'>>,
): Promise<void> {
  await db.update(ImportEntity, id, changes);
}

/** Stores rows of an import in place of those that have made no group. */
export async function saveRows(db: Db, importId: string, rows: readonly NewImportRow[]): Promise<void> {
  await db.query(
    `INSERT INTO import_rows (import_id, ${READ_ROW.names})
     SELECT $1, ${READ_ROW.from('r')} FROM jsonb_to_recordset($2::jsonb) AS r(${READ_ROW.record})
     ON CONFLICT (import_id, number) DO UPDATE
        SET (key, status, excerpt, post, group_id, reason) = (excluded.key, excluded.status, excluded.excerpt,
             excluded.post, excluded.group_id, excluded.reason)
      WHERE import_rows.status <> '${RowStatus.CREATED}'`,
    [importId, READ_ROW.toJson(rows)],
  );
}

const PENDING = ROW.only('number', 'post');

/** Rows that have not been worked on, in order; none once the import is being undone. */
export async function pendingRows(db: Db, importId: string, limit: number): Promise<RowIn<typeof PENDING>[]> {
  const rows = await db.query(
    `SELECT ${PENDING.list} FROM import_rows WHERE import_id = $1 AND status = '${RowStatus.PENDING}'
        AND EXISTS (SELECT FROM imports WHERE id = $1 AND status = '${ImportStatus.RUNNING}')
      ORDER BY number LIMIT $2`,
    [importId, limit],
  );
  return PENDING.rows(rows);
}

/** Locks a row that has not been worked on; false: another worker has done it. */
export async function lockPending(db: Db, importId: string, number: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM import_rows WHERE import_id = $1 AND number = $2 AND status = '${RowStatus.PENDING}' FOR UPDATE`,
    [importId, number],
  );
  return rows.length > 0;
}

/** Ends a row that was locked, with the group as it was stored. */
export async function setCreated(
  db: Db,
  { importId, number }: Pick<ImportRowEntity, 'importId' | 'number'>,
  group: { id: string; updatedAt: Date },
): Promise<void> {
  await db.update(
    ImportRowEntity,
    { importId, number },
    { status: RowStatus.CREATED, groupId: group.id, groupUpdatedAt: group.updatedAt, post: null, reason: null },
  );
}

export async function setFailed(db: Db, importId: string, number: number, reason: string): Promise<void> {
  await db.update(
    ImportRowEntity,
    { importId, number, status: RowStatus.PENDING },
    { status: RowStatus.FAILED, post: null, reason },
  );
}

export async function failPending(db: Db, importId: string, reason: string): Promise<void> {
  await db.update(
    ImportRowEntity,
    { importId, status: RowStatus.PENDING },
    { status: RowStatus.FAILED, post: null, reason },
  );
}

/** Rows that wait for their turn get none: the import is undone. One that a worker has locked is waited for. */
export async function skipPending(db: Db, importId: string, reason: string): Promise<void> {
  await db.update(
    ImportRowEntity,
    { importId, status: RowStatus.PENDING },
    { status: RowStatus.SKIPPED, post: null, reason },
  );
}

const CREATED = ROW.only('number', 'key', 'groupId', 'groupUpdatedAt');

/** A row that has its group. */
export type CreatedRow = RowIn<typeof CREATED>;

/** Rows of an import that have their group, in order, and were not undone. */
export async function createdRows(db: Db, importId: string, limit: number): Promise<CreatedRow[]> {
  const rows = await db.query(
    `SELECT ${CREATED.list} FROM import_rows WHERE import_id = $1 AND status = '${RowStatus.CREATED}'
      ORDER BY number LIMIT $2`,
    [importId, limit],
  );
  return CREATED.rows(rows);
}

/** Ends rows whose groups are gone, in all imports of a user that have them. */
export async function setRemoved(
  db: Db,
  userId: string,
  { rows, reason }: { rows: readonly Pick<CreatedRow, 'key' | 'groupId'>[]; reason: string | null },
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `UPDATE import_rows r SET status = '${RowStatus.REMOVED}', reason = $4 FROM imports i
      WHERE i.id = r.import_id AND i.user_id = $1 AND r.key = ANY($2) AND r.group_id = ANY($3)
        AND r.status IN ('${RowStatus.CREATED}', '${RowStatus.KEPT}')`,
    [userId, rows.map(({ key }) => key), rows.map(({ groupId }) => groupId), reason],
  );
}

const KEPT = ROW.only('number', 'reason');

/** Ends rows whose groups stay, each with the reason. */
export async function setKept(db: Db, importId: string, rows: readonly RowIn<typeof KEPT>[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `UPDATE import_rows r SET status = '${RowStatus.KEPT}', reason = k.reason
       FROM jsonb_to_recordset($2::jsonb) AS k(${KEPT.record})
      WHERE r.import_id = $1 AND r.number = k.number AND r.status = '${RowStatus.CREATED}'`,
    [importId, KEPT.toJson(rows)],
  );
}

/** Rows whose groups stayed when the import was undone are as before: the file is imported again. */
export async function restoreKept(db: Db, importId: string): Promise<void> {
  await db.update(ImportRowEntity, { importId, status: RowStatus.KEPT }, { status: RowStatus.CREATED, reason: null });
}

/** An import of a user under its row lock; null when there is none. */
export const lockImport = (db: Db, userId: string, id: string): Promise<Import | null> =>
  db.findOne(ImportEntity, { where: { id, userId }, lock: { mode: 'pessimistic_write' } });

/** Ends the undoing of an import; nothing if it has ended. */
export async function endUndo(db: Db, id: string, endedAt: Date): Promise<void> {
  await db.update(ImportEntity, { id, status: ImportStatus.UNDOING }, { status: ImportStatus.UNDONE, endedAt });
}

/** Ends an import all of whose rows have been worked on; false: it has ended, or a row is left. */
export async function endImport(db: Db, id: string, endedAt: Date): Promise<boolean> {
  const { affected } = await db
    .createQueryBuilder()
    .update(ImportEntity)
    .set({ status: ImportStatus.DONE, endedAt })
    .where('id = :id AND status = :running', { id, running: ImportStatus.RUNNING })
    .andWhere(`NOT EXISTS (SELECT FROM import_rows WHERE import_id = :id AND status = '${RowStatus.PENDING}')`)
    .execute();
  return affected === 1;
}

const COUNTS = computed({
  importId: expression<string>('import_id'),
  status: expression<RowStatus>('status'),
  count: expression<number>('count(*)::int'),
});

/** How many rows of imports have each status. */
export async function countRows(db: Db, importIds: readonly string[]): Promise<RowIn<typeof COUNTS>[]> {
  const rows = await db.query(
    `SELECT ${COUNTS.list} FROM import_rows WHERE import_id = ANY($1) GROUP BY import_id, status`,
    [importIds],
  );
  return COUNTS.rows(rows);
}

/** A page of the rows of an import, in order; null: of any status. */
export async function rowPage(
  db: Db,
  { importId, statuses }: { importId: string; statuses: readonly RowStatus[] | null },
  { after, limit }: { after: { number: number } | null; limit: number },
): Promise<ImportRow[]> {
  const rows = await db.query(
    `SELECT ${SHOWN_ROW.list} FROM import_rows
      WHERE import_id = $1 AND number > $2 AND ($3::text[] IS NULL OR status = ANY($3)) ORDER BY number LIMIT $4`,
    [importId, after?.number ?? 0, statuses, limit],
  );
  return SHOWN_ROW.rows(rows);
}

export async function countRowsOf(
  db: Db,
  { importId, statuses }: { importId: string; statuses: readonly RowStatus[] | null },
): Promise<number> {
  const [{ count }] = await db.query(
    `SELECT count(*)::int AS count FROM import_rows
      WHERE import_id = $1 AND ($2::text[] IS NULL OR status = ANY($2))`,
    [importId, statuses],
  );
  return count;
}
