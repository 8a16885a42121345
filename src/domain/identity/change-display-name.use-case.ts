import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from './access/keep-permission.step.js';
import type { Viewer } from './access/viewer.js';
import { parseDisplayName } from './account/parse-account.js';
import { lockUser, updateUser } from './account/user.repository.js';

export type ChangeDisplayName = (viewer: Viewer, displayName: string) => Promise<void>;

/** Of the viewer, who may be a managed user. A blank name is the e-mail address. */
export const makeChangeDisplayName =
  ({ transaction }: { transaction: Transaction }): ChangeDisplayName =>
  (viewer, given) =>
    transaction(async (db) => {
      const user = await lockUser(db, viewer.userId);
      if (!user) throw new AppError('SESSION_REQUIRED');
      await keepPermission(db, viewer, 'MANAGE');
      const displayName = parseDisplayName(given, user.email);
      await updateUser(db, { id: user.id }, { displayName });
      const details = { from: user.displayName, to: displayName };
      await recordAudit(db, viewer, { action: 'display_name_changed', details });
    });
