import { In } from 'typeorm';
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { isActive } from '../identity/account/in-use.js';
import { UserEntity } from '../identity/account/user.entity.js';
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

const USER = table(UserEntity).of('u');
const VISITOR = USER.only('displayName').plus({
  userId: USER.get('id'),
  ownerId: table(UserEntity).of('o').get('id'),
});

/** The user and owner of a link; null if it is unknown or expired, its user is no longer managed, or one of them is not active. */
export async function findPageVisitor(db: Db, tokenHash: string, now: Date): Promise<RowIn<typeof VISITOR> | null> {
  const rows = await db.query(
    `SELECT ${VISITOR.list}
       FROM connection_pages p JOIN users u ON u.id = p.user_id JOIN users o ON o.id = u.managed_by_id
      WHERE p.token_hash = $1 AND p.expires_at > $2 AND ${isActive('u', '$2')} AND ${isActive('o', '$2')}`,
    [tokenHash, now],
  );
  return VISITOR.first(rows);
}
