import { AppError } from '../../../foundation/errors/app-error.js';
import type { Caller } from './caller.repository.js';

/** Its rows may still be there for a moment. */
export const isRemoved = (removalAt: Date | null, now: Date) => removalAt !== null && removalAt <= now;

/** A hold with an end date ends automatically. */
export const isOnHold = ({ heldAt, holdExpiresAt }: Pick<Caller, 'heldAt' | 'holdExpiresAt'>, now: Date): boolean =>
  heldAt !== null && (holdExpiresAt === null || holdExpiresAt > now);

/** Inactive accounts and accounts on hold cannot use the dashboard. */
export function assertMaySignIn(
  user: Pick<Caller, 'deactivatedAt' | 'removalAt' | 'heldAt' | 'holdExpiresAt' | 'holdReason'>,
  now: Date,
): void {
  if (user.deactivatedAt !== null || isRemoved(user.removalAt, now)) throw new AppError('ACCOUNT_INACTIVE');
  if (!isOnHold(user, now)) return;
  throw new AppError('ACCOUNT_ON_HOLD', {
    holdExpiresAt: user.holdExpiresAt?.toISOString() ?? null,
    holdReason: user.holdReason,
  });
}
