import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import { policyOf } from './approval.repository.js';
import { assertSchedulable } from './approvals.js';

/**
 * Where everybody needs an approval, people neither schedule a post themselves nor change a scheduled one. Programs have
 * their scopes instead: REST and its integrators notice nothing of approvals. Error: APPROVAL_REQUIRED.
 */
export const guardSchedule: GuardSchedule = async (db, viewer) => {
  if (viewer.session) assertSchedulable(await policyOf(db, viewer));
};
