/** The limit on connections, when one is added [plans/CHANNEL_LIMIT_REACHED]. */
import { AppError } from '../../foundation/errors/app-error.js';
import type { Plan, PlanKey } from './plans.js';

/** Price of an additional channel, as configured by the operator. */
export interface ChannelPricing {
  amount: string;
  currency: string;
  interval: 'month';
}

/** How many connections an account may have: those that it has paid for, or those of its plan. Null: no cap. */
export const maxConnections = (plan: Plan, channelQuantity: number | null): number | null =>
  channelQuantity ?? plan.connections;

/**
 * Throws if the channel limit is reached. The error includes the price of one more for an account that pays per
 * channel, and hides the counts from managed users.
 */
export function assertChannelRoom(account: {
  planKey: PlanKey;
  plan: Plan;
  channelQuantity: number | null;
  connections: number;
  managed: boolean;
  pricing: ChannelPricing | null;
}): void {
  const { planKey, plan, channelQuantity, connections: connectionCount, managed, pricing } = account;
  const max = maxConnections(plan, channelQuantity);
  if (max === null || connectionCount < max) return;
  if (managed) throw new AppError('CHANNEL_LIMIT_REACHED', { canExpand: false });
  if (channelQuantity === null) throw new AppError('CHANNEL_LIMIT_REACHED', { canExpand: false, connectionCount });
  throw new AppError('CHANNEL_LIMIT_REACHED', {
    canExpand: true,
    planKey,
    planName: plan.name,
    currentQuantity: channelQuantity,
    targetQuantity: connectionCount + 1,
    connectionCount,
    pricing,
    projectedUsed: connectionCount + 1,
  });
}
