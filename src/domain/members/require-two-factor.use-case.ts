import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { lockUser, updateUser } from '../identity/account/user.repository.js';
import { findSecondFactor } from '../identity/second-factor/second-factor.repository.js';

export type RequireTwoFactor = (viewer: Viewer, required: boolean) => Promise<void>;

/**
 * Requires two-factor authentication of all members, or no longer does. Members without it may do nothing in the account
 * until they turn it on. Error: SECOND_FACTOR_OFF, if the person who requires it has none.
 */
export const makeRequireTwoFactor =
  ({ transaction }: { transaction: Transaction }): RequireTwoFactor =>
  async (viewer, required) => {
    assertPermission(viewer, 'OWN');
    const { ownerId: userId } = viewer;
    await transaction(async (db) => {
      const account = await lockUser(db, userId);
      if (!account) throw new AppError('SESSION_REQUIRED');
      if (required && !(await findSecondFactor(db, sessionOf(viewer).personId)))
        throw new AppError('SECOND_FACTOR_OFF');
      if (account.twoFactorRequired === required) return;
      await updateUser(db, { id: userId }, { twoFactorRequired: required });
      await recordAudit(db, { ...viewer, userId }, { action: 'two_factor_requirement_changed', details: { required } });
    });
  };
