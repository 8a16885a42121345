import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { AuditSubject } from '../audit/audit-event.js';
import { PLANS } from '../plans/plans.js';
import { generateApiKey } from './access/api-key.js';
import { type ApiKey, activeApiKeys, findApiKey, insertApiKey, updateApiKeys } from './access/api-key.repository.js';
import { assertSession, type Viewer } from './access/viewer.js';
import { parseKeyName } from './account/parse-account.js';
import { lockUser } from './account/user.repository.js';

/** Of a user [api-keys/maximum]. */
const MAX_ACTIVE_KEYS = 10;

export interface CreateApiKeyInput {
  name: string;
  mcpAccess: boolean;
  workspaceAccess: boolean;
}

/** A created key. `rawKey` is only available at creation. */
export type CreatedApiKey = ApiKey & { rawKey: string };

export type CreateApiKey = (viewer: Viewer, input: CreateApiKeyInput) => Promise<CreatedApiKey>;

/** Creates a key for the viewer; at most ten can be active, even under concurrency. */
export const makeCreateApiKey =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): CreateApiKey =>
  (viewer, input) => {
    assertSession(viewer);
    const name = parseKeyName(input.name);
    if (!PLANS[viewer.plan].apiAccess) throw new AppError('API_KEY_PLAN_REQUIRED');
    return transaction(async (db) => {
      await lockUser(db, viewer.userId);
      if ((await activeApiKeys(db, viewer.userId)).length >= MAX_ACTIVE_KEYS)
        throw new AppError('API_KEY_LIMIT_REACHED');
      const key = await storeNewKey(db, { ...input, name, userId: viewer.userId }, clock());
      const { mcpAccess, workspaceAccess } = input;
      const details = { mcpAccess, workspaceAccess };
      await recordAudit(db, viewer, { action: 'api_key_created', subject: keySubject(key), details });
      return key;
    });
  };

export const keySubject = ({ id, name }: Pick<ApiKey, 'id' | 'name'>): AuditSubject => ({ type: 'api_key', id, name });

/** Stores a new key; the result is the only place where it is available in plain text. */
export async function storeNewKey(
  db: Db,
  owned: CreateApiKeyInput & { userId: string },
  now: Date,
): Promise<CreatedApiKey> {
  const { rawKey, prefix, hash } = generateApiKey(now);
  const key = { id: newId(now), ...owned, prefix, hash, createdAt: now };
  await insertApiKey(db, key);
  return { ...key, lastUsedAt: null, revokedAt: null, rawKey };
}

export type RenameApiKey = (viewer: Viewer, input: { id: string; name: string }) => Promise<ApiKey>;

export const makeRenameApiKey =
  ({ transaction }: { transaction: Transaction }): RenameApiKey =>
  async (viewer, { id, name: given }) => {
    assertSession(viewer);
    const name = parseKeyName(given);
    return transaction(async (db) => {
      const before = await findApiKey(db, id);
      const changed = await updateApiKeys(db, { userId: viewer.userId, id }, { name });
      if (!before || changed === 0) throw new AppError('API_KEY_NOT_FOUND');
      const key = { ...before, name };
      const details = { from: before.name };
      await recordAudit(db, viewer, { action: 'api_key_renamed', subject: keySubject(key), details });
      return key;
    });
  };

export type RevokeApiKey = (viewer: Viewer, id: string) => Promise<void>;

/** Effective from the next request. */
export const makeRevokeApiKey =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): RevokeApiKey =>
  async (viewer, id) => {
    assertSession(viewer);
    await transaction(async (db) => {
      const key = await findApiKey(db, id);
      const revoked = await updateApiKeys(db, { userId: viewer.userId, id }, { revokedAt: clock() });
      if (!key || revoked === 0) throw new AppError('API_KEY_NOT_FOUND');
      await recordAudit(db, viewer, { action: 'api_key_revoked', subject: keySubject(key) });
    });
  };
