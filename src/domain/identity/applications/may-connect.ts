import { AppError } from '../../../foundation/errors/app-error.js';
import { type Plans, planOf } from '../../plans/plans.js';
import type { User } from '../account/user.repository.js';

/** Connected applications need what a key for MCP needs. */
export function assertMayConnect(plans: Plans, user: Pick<User, 'plan' | 'limitOverrides' | 'mcpAccess'>): void {
  const plan = planOf(plans, user);
  if (!plan.apiAccess) throw new AppError('API_ACCESS_DISABLED');
  if (!(user.mcpAccess || plan.mcpAccess)) throw new AppError('MCP_ACCESS_DISABLED');
}
