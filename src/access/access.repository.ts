import type { Db } from '../database/unit-of-work.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { UserEntity } from './user.entity.js';

export interface KeyWithOwner {
  key: Pick<ApiKeyEntity, 'id' | 'hash' | 'mcpAccess' | 'workspaceAccess' | 'revokedAt'>;
  owner: Pick<UserEntity, 'id' | 'plan' | 'mcpAccess' | 'workspaceAccess'> | null;
}

/** A key and its owner in one query. */
export async function findKeyByPrefix(db: Db, prefix: string): Promise<KeyWithOwner | undefined> {
  const [row] = await db.query(
    `SELECT k.id, k.hash, k.mcp_access, k.workspace_access, k.revoked_at,
            u.id AS owner_id, u.plan, u.mcp_access AS owner_mcp, u.workspace_access AS owner_workspace
       FROM api_keys k LEFT JOIN users u ON u.id = k.user_id
      WHERE k.prefix = $1`,
    [prefix],
  );
  if (!row) return undefined;
  return {
    key: {
      id: row.id,
      hash: row.hash,
      mcpAccess: row.mcp_access,
      workspaceAccess: row.workspace_access,
      revokedAt: row.revoked_at,
    },
    owner:
      row.owner_id === null
        ? null
        : { id: row.owner_id, plan: row.plan, mcpAccess: row.owner_mcp, workspaceAccess: row.owner_workspace },
  };
}

export const isManagedBy = (db: Db, userId: string, ownerId: string): Promise<boolean> =>
  db.existsBy(UserEntity, { id: userId, managedById: ownerId });

export const findUser = (db: Db, userId: string): Promise<UserEntity | null> =>
  db.findOneBy(UserEntity, { id: userId });

export async function insertUser(db: Db, user: UserEntity): Promise<void> {
  await db.insert(UserEntity, user);
}

export async function insertApiKey(db: Db, key: ApiKeyEntity): Promise<void> {
  await db.insert(ApiKeyEntity, key);
}
