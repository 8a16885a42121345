import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { updateApiKeys } from '../identity/access/api-key.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import { keySubject } from '../identity/access/key-subject.js';
import type { CreatedApiKey } from '../identity/access/store-new-key.step.js';
import { storeNewKey } from '../identity/access/store-new-key.step.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import { type Plans, planOf } from '../plans/plans.js';
import { lockManagedUser } from './lock-managed-user.step.js';
import { assertWorkspace, type ManagedUser } from './managed-user.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  plans: Plans;
}

export type CreateManagedUserKey = (viewer: Viewer, userId: string) => Promise<CreatedApiKey & { user: ManagedUser }>;

/** A key with which a managed user calls for itself. It replaces the one that it had. */
export const makeCreateManagedUserKey =
  ({ transaction, clock, plans }: Needs): CreateManagedUserKey =>
  (viewer, userId) => {
    assertWorkspace(viewer);
    if (!planOf(plans, viewer).apiAccess) throw new AppError('WORKSPACE_OWNER_WITHOUT_API');
    return transaction(async (db) => {
      const user = await lockManagedUser(db, viewer, userId);
      await keepPermission(db, viewer, 'MANAGE');
      const now = clock();
      const replaced = await updateApiKeys(db, { userId }, { revokedAt: now });
      // It may do no more than the key that makes it.
      const drafting = mayDo(viewer, 'PUBLISH') ? 'PUBLISH' : 'DRAFT';
      const scopes = (['READ', drafting, 'MANAGE'] as const).filter((scope) => mayDo(viewer, scope));
      const key = await storeNewKey(
        db,
        {
          userId,
          name: 'Default',
          scopes,
          createdById: viewer.session?.personId ?? null,
        },
        now,
      );
      const details = { scopes: key.scopes, replaced };
      await recordAudit(db, { ...viewer, userId }, { action: 'api_key_created', subject: keySubject(key), details });
      return { ...key, user };
    });
  };
