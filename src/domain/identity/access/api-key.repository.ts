import { In, IsNull } from 'typeorm';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { ApiKeyEntity } from './api-key.entity.js';

export type ApiKey = ApiKeyEntity;

type NewApiKey = Omit<ApiKey, 'lastUsedAt' | 'revokedAt' | 'createdById'> & Partial<Pick<ApiKey, 'createdById'>>;

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await db.insert(ApiKeyEntity, key);
}

/** A user's active keys, oldest first. */
export const activeApiKeys = (db: Db, userId: string): Promise<ApiKey[]> =>
  db.find(ApiKeyEntity, { where: { userId, revokedAt: IsNull() }, order: { createdAt: 'ASC', id: 'ASC' } });

/** Active keys by their ids, in any order. */
export const activeApiKeysById = (db: Db, ids: string[]): Promise<ApiKey[]> =>
  db.findBy(ApiKeyEntity, { id: In(ids), revokedAt: IsNull() });

export const findApiKey = (db: Db, id: string): Promise<ApiKey | null> => db.findOneBy(ApiKeyEntity, { id });

/** Updates the user's matching active keys; returns their number. */
export async function updateApiKeys(
  db: Db,
  where: { userId: string; id?: string },
  changes: Partial<Pick<ApiKey, 'name' | 'revokedAt'>>,
): Promise<number> {
  const { affected } = await db.update(ApiKeyEntity, { ...where, revokedAt: IsNull() }, changes);
  return affected ?? 0;
}

/** Revokes the keys that a person created for an account and the users that it manages; returns their number. */
export async function revokeApiKeysOfCreator(
  db: Db,
  userIds: readonly string[],
  personId: string,
  now: Date,
): Promise<number> {
  const [, revoked] = await db.query(
    `UPDATE api_keys SET revoked_at = $3 WHERE created_by_id = $2 AND revoked_at IS NULL
        AND user_id IN (SELECT id FROM users WHERE id = ANY($1) OR managed_by_id = ANY($1))`,
    [userIds, personId, now],
  );
  return revoked;
}

/** Records uses of keys; a recorded time never decreases. */
export async function recordApiKeyUses(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.query(
    `UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, u.at)
       FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at) WHERE k.id = u.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}
