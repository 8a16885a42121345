import { In } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ConnectionPageEntity } from './connection-page.entity.js';

/** The link of a managed user; its token is encrypted. */
export type StoredConnectionPage = ConnectionPageEntity;

export async function saveConnectionPage(db: Db, page: StoredConnectionPage): Promise<void> {
  await db.upsert(ConnectionPageEntity, page, ['userId']);
}

export const findConnectionPage = (db: Db, userId: string): Promise<StoredConnectionPage | null> =>
  db.findOneBy(ConnectionPageEntity, { userId });

export const connectionPagesOf = (db: Db, userIds: readonly string[]): Promise<StoredConnectionPage[]> =>
  db.findBy(ConnectionPageEntity, { userId: In([...userIds]) });

export async function deleteConnectionPage(db: Db, userId: string): Promise<void> {
  await db.delete(ConnectionPageEntity, { userId });
}

/** The user and owner of a link; undefined if it is unknown or expired, or its user is no longer managed. */
export async function findPageVisitor(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ userId: string; ownerId: string; displayName: string } | undefined> {
  const [row] = await db.query(
    `SELECT u.id AS "userId", u.managed_by_id AS "ownerId", u.display_name AS "displayName"
       FROM connection_pages p JOIN users u ON u.id = p.user_id JOIN users o ON o.id = u.managed_by_id
      WHERE p.token_hash = $1 AND p.expires_at > $2 AND u.deactivated_at IS NULL AND o.deactivated_at IS NULL`,
    [tokenHash, now],
  );
  return row;
}
