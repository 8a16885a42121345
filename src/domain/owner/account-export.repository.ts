import { In } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AccountExportEntity } from './account-export.entity.js';
import { AccountExportStatus } from './account-export.js';

export type AccountExport = AccountExportEntity;

export async function insertExport(db: Db, row: AccountExport): Promise<void> {
  await db.insert(AccountExportEntity, row);
}

export const findExport = (db: Db, id: string): Promise<AccountExport | null> =>
  db.findOneBy(AccountExportEntity, { id });

/** Exports by their ids, in any order. */
export const exportsById = (db: Db, ids: string[]): Promise<AccountExport[]> =>
  db.findBy(AccountExportEntity, { id: In(ids) });

/** Exports of an account, newest first. */
export const exportsOf = (db: Db, userId: string): Promise<AccountExport[]> =>
  db.find(AccountExportEntity, { where: { userId }, order: { requestedAt: 'DESC', id: 'DESC' } });

/** Ends a pending export; false if it is gone, or was ended by another worker. */
export async function endExport(
  db: Db,
  id: string,
  changes: Pick<AccountExport, 'status' | 'endedAt'> & Partial<Pick<AccountExport, 'bytes' | 'expiresAt'>>,
): Promise<boolean> {
  const { affected } = await db.update(AccountExportEntity, { id, status: AccountExportStatus.PENDING }, changes);
  return affected === 1;
}

/** Ends all exports of an account, ready or pending: their archives are deleted with the next `expireExports`. */
export async function endExports(db: Db, userId: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE account_exports
        SET expires_at = $2, status = CASE status WHEN 'pending' THEN 'failed' ELSE status END,
            ended_at = coalesce(ended_at, $2)
      WHERE user_id = $1`,
    [userId, now],
  );
}

/**
 * Deletes exports that have expired and schedules their archives for deletion. Those that nobody makes any more have
 * failed.
 */
export async function expireExports(db: Db, { now, abandonedBefore }: { now: Date; abandonedBefore: Date }) {
  await db.query(
    `WITH gone AS (DELETE FROM account_exports WHERE expires_at <= $1 RETURNING key)
     INSERT INTO object_deletions (key, due_at) SELECT key, $1 FROM gone ON CONFLICT (key) DO NOTHING`,
    [now],
  );
  await db.query(
    `UPDATE account_exports SET status = 'failed', ended_at = $1 WHERE status = 'pending' AND requested_at <= $2`,
    [now, abandonedBefore],
  );
}
