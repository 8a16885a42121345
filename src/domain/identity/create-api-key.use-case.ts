import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { type Plans, planOf } from '../plans/plans.js';
import { activeApiKeys } from './access/api-key.repository.js';
import { keepPermission } from './access/keep-permission.step.js';
import { keySubject } from './access/key-subject.js';
import { type CreateApiKeyInput, type CreatedApiKey, storeNewKey } from './access/store-new-key.step.js';
import { assertSession, type Viewer } from './access/viewer.js';
import { parseKeyName } from './account/parse-account.js';
import { lockUser } from './account/user.repository.js';

/** Of a user [api-keys/maximum]. */
const MAX_ACTIVE_KEYS = 10;

export type CreateApiKey = (viewer: Viewer, input: CreateApiKeyInput) => Promise<CreatedApiKey>;

/** Creates a key for the viewer; at most ten can be active, even under concurrency. */
export const makeCreateApiKey =
  ({ transaction, plans, clock }: { transaction: Transaction; plans: Plans; clock: () => Date }): CreateApiKey =>
  (viewer, input) => {
    assertSession(viewer);
    const name = parseKeyName(input.name);
    if (!planOf(plans, viewer).apiAccess) throw new AppError('API_KEY_PLAN_REQUIRED');
    return transaction(async (db) => {
      await lockUser(db, viewer.userId);
      await keepPermission(db, viewer, 'ADMINISTER');
      if ((await activeApiKeys(db, viewer.userId)).length >= MAX_ACTIVE_KEYS)
        throw new AppError('API_KEY_LIMIT_REACHED');
      const key = await storeNewKey(
        db,
        {
          ...input,
          name,
          userId: viewer.userId,
          createdById: viewer.session?.personId ?? null,
        },
        clock(),
      );
      const details = { scopes: key.scopes };
      await recordAudit(db, viewer, { action: 'api_key_created', subject: keySubject(key), details });
      return key;
    });
  };
