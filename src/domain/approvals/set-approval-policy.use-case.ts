import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { savePolicy } from './approval.repository.js';
import { type ApprovalPolicy, MAX_APPROVALS } from './approvals.js';

export type SetApprovalPolicy = (viewer: Viewer, policy: ApprovalPolicy) => Promise<void>;

/** Sets how posts of the account, or of the managed user, are approved. Error: APPROVAL_COUNT_INVALID. */
export const makeSetApprovalPolicy =
  ({ transaction }: { transaction: Transaction }): SetApprovalPolicy =>
  async (viewer, policy) => {
    assertPermission(viewer, 'ADMINISTER');
    const { neededFor, approvers, approvals } = policy;
    if (approvals < 1 || approvals > MAX_APPROVALS) throw new AppError('APPROVAL_COUNT_INVALID');
    await transaction(async (db) => {
      await savePolicy(db, viewer.userId, { neededFor, approvers, approvals });
      const details = { neededFor, approvers, approvals };
      await recordAudit(db, viewer, { action: 'approval_policy_changed', details });
    });
  };
