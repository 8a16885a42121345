import { recordAudit } from '../domain/audit/audit.repository.js';
import { onAccount } from '../domain/audit/audit-event.js';
import { type ApiKey, activeApiKeys, findApiKey, updateApiKeys } from '../domain/identity/access/api-key.repository.js';
import { findKeyByPrefix } from '../domain/identity/access/caller.repository.js';
import { keySubject } from '../domain/identity/access/key-subject.js';
import { ROLE_PERMISSIONS } from '../domain/identity/access/permission.js';
import { ALL_SCOPES } from '../domain/identity/access/scope.js';
import type { CreateApiKeyInput, CreatedApiKey } from '../domain/identity/access/store-new-key.step.js';
import { findUser } from '../domain/identity/account/user.repository.js';
import type { CreateApiKey } from '../domain/identity/create-api-key.use-case.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';
import { findAccount } from './find-account.step.js';

/** The operator's actions on API keys. `who` is an e-mail address or an id. */
export interface AdministerKeys {
  create(who: string, input: CreateApiKeyInput): Promise<CreatedApiKey>;
  /** Active keys only, oldest first. */
  list(who: string): Promise<ApiKey[]>;
  /** By its public prefix, or by the whole key. */
  revoke(key: string): Promise<ApiKey>;
}

export const makeAdministerKeys = (needs: {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  createApiKey: CreateApiKey;
}): AdministerKeys => {
  const { db, transaction, clock, createApiKey } = needs;
  return {
    async create(who, input) {
      const user = await findAccount(db, who);
      const { id: userId, managedById, workspaceAccess } = user;
      const owner = managedById ? await findUser(db, managedById) : null;
      const viewer = {
        userId,
        ownerId: managedById ?? userId,
        plan: (owner ?? user).plan,
        limitOverrides: (owner ?? user).limitOverrides,
        additionsRevision: (owner ?? user).additionsRevision,
        keyId: null,
        applicationId: null,
        session: null,
        permissions: ROLE_PERMISSIONS.OWNER,
        scopes: ALL_SCOPES,
        workspaceAccess,
        mayPublish: true,
      };
      return createApiKey(viewer, input);
    },
    list: async (who) => activeApiKeys(db, (await findAccount(db, who)).id),
    async revoke(given) {
      const [prefix = ''] = given.split('.');
      const found = await findKeyByPrefix(db, prefix);
      const key = found && (await findApiKey(db, found.key.id));
      if (!key) throw new AdminError(`There is no API key ${prefix}.`);
      if (key.revokedAt) throw new AdminError(`The API key ${prefix} was revoked on ${key.revokedAt.toISOString()}.`);
      const revokedAt = clock();
      await transaction(async (tx) => {
        const revoked = await updateApiKeys(tx, { userId: key.userId, id: key.id }, { revokedAt });
        const user = revoked === 1 && (await findUser(tx, key.userId));
        if (user) await recordAudit(tx, onAccount(user), { action: 'api_key_revoked', subject: keySubject(key) });
      });
      return { ...key, revokedAt };
    },
  };
};
