import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { findApiKey, updateApiKeys } from './access/api-key.repository.js';
import { keySubject } from './access/key-subject.js';
import { assertSession, type Viewer } from './access/viewer.js';

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
