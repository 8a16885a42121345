import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import { findApproval, policyOf } from './approval.repository.js';
import { ApprovalNeed, assertApproved } from './approvals.js';

/**
 * Where everybody needs an approval, people schedule only what was approved, as it was approved. Programs have their scopes
 * instead: REST and its integrators notice nothing of approvals. Error: APPROVAL_REQUIRED.
 */
export const guardSchedule: GuardSchedule = async (db, viewer, group) => {
  if (!viewer.session) return;
  if ((await policyOf(db, viewer)).neededFor !== ApprovalNeed.EVERYBODY) return;
  assertApproved(group, group && (await findApproval(db, group.id)));
};
