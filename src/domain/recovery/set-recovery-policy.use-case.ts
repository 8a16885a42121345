import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { MAX_HOURS, type RecoveryPolicy } from './recovery.js';
import { savePolicy } from './recovery.repository.js';

export type SetRecoveryPolicy = (viewer: Viewer, policy: RecoveryPolicy) => Promise<void>;

/** Sets what happens after reconnects of the account, or of the managed user. Error: RECOVERY_HOURS_INVALID. */
export const makeSetRecoveryPolicy =
  ({ transaction }: { transaction: Transaction }): SetRecoveryPolicy =>
  async (viewer, { mode, hours }) => {
    assertPermission(viewer, 'ADMINISTER');
    if (hours < 1 || hours > MAX_HOURS) throw new AppError('RECOVERY_HOURS_INVALID');
    await transaction(async (db) => {
      await savePolicy(db, viewer.userId, { mode, hours });
      await recordAudit(db, viewer, { action: 'recovery_policy_changed', details: { mode, hours } });
    });
  };
