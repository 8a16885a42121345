import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from './access/viewer.js';
import { parseTimeZone } from './account/parse-account.js';
import { lockUser, updateUser } from './account/user.repository.js';

export type ChangeTimeZone = (viewer: Viewer, timeZone: string | null) => Promise<void>;

/** Of the viewer, who may be a managed user. Null: that of the browser. */
export const makeChangeTimeZone =
  ({ transaction }: { transaction: Transaction }): ChangeTimeZone =>
  (viewer, given) =>
    transaction(async (db) => {
      const timeZone = given === null ? null : parseTimeZone(given);
      const user = await lockUser(db, viewer.userId);
      if (!user) throw new AppError('SESSION_REQUIRED');
      if (user.timeZone === timeZone) return;
      await updateUser(db, { id: user.id }, { timeZone });
      const details = { from: user.timeZone, to: timeZone };
      await recordAudit(db, viewer, { action: 'time_zone_changed', details });
    });
