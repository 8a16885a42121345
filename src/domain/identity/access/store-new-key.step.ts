import { newId } from '../../../foundation/database/id.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { generateApiKey } from './api-key.js';
import { type ApiKey, insertApiKey } from './api-key.repository.js';
import { type ApiKeyScope, toScopes } from './scope.js';

export interface CreateApiKeyInput {
  name: string;
  scopes: readonly ApiKeyScope[];
}

/** A created key. `rawKey` is only available at creation. */
export type CreatedApiKey = ApiKey & { rawKey: string };

/** Stores a new key; the result is the only place where it is available in plain text. */
export async function storeNewKey(
  db: Db,
  owned: CreateApiKeyInput & { userId: string; createdById: string | null },
  now: Date,
): Promise<CreatedApiKey> {
  const { rawKey, prefix, hash } = generateApiKey(now);
  const key = { id: newId(now), ...owned, scopes: toScopes(owned.scopes), prefix, hash, createdAt: now };
  await insertApiKey(db, key);
  return { ...key, lastUsedAt: null, revokedAt: null, rawKey };
}
