import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { type ApiKey, findApiKey, updateApiKeys } from './access/api-key.repository.js';
import { keySubject } from './access/key-subject.js';
import { assertSession, type Viewer } from './access/viewer.js';
import { parseKeyName } from './account/parse-account.js';

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
