import type { Db } from '../../../foundation/database/unit-of-work.js';
import { StartError } from '../../../foundation/errors/start-error.js';
import { type Plans, UNLIMITED_PLANS } from '../../plans/plans.js';
import { countByPlan } from './user.repository.js';

/** Throws a StartError if accounts have plans that are not in force. With `PLANS=unlimited` no account's plan counts. */
export async function assertPlansInForce(db: Db, plans: Plans): Promise<void> {
  if (plans === UNLIMITED_PLANS) return;
  const missing = (await countByPlan(db)).filter(({ plan }) => !plans.byKey.has(plan));
  if (missing.length === 0) return;
  const named = missing.map(({ plan, accounts }) => `${plan} (accounts: ${accounts})`).join(', ');
  throw new StartError(
    `Accounts have plans that are not in force: ${named}. Add these to PLANS_FILE, or move the accounts with npm run admin -- set-plan.`,
  );
}
