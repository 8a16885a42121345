/**
 * How long a connection's access lasts, in words
 * [platform-connections/tokenStatus-valid] [test-connection/tokenExpiresIn].
 */
import { DAY_MS, HOUR_MS } from '../../foundation/time/durations.js';

/** What ends earlier expires soon. */
export const SOON_MS = 7 * DAY_MS;

export enum TokenStatus {
  VALID = 'valid',
  EXPIRING_SOON = 'expiring_soon',
  EXPIRED = 'expired',
  /** `unknown` in REST. */
  NOT_EXPIRING = 'unknown',
}

interface Expiry {
  accessTokenExpiresAt: Date | null;
  revokedAt: Date | null;
}

/**
 * `expired` also when the platform refused the credentials; `expiring_soon` is strictly under seven days, or that the
 * platform refuses to renew it.
 */
export function tokenStatus(
  { accessTokenExpiresAt, revokedAt, renewalRefusedAt }: Expiry & { renewalRefusedAt: Date | null },
  now: Date,
): TokenStatus {
  if (revokedAt !== null) return TokenStatus.EXPIRED;
  if (accessTokenExpiresAt === null) return TokenStatus.NOT_EXPIRING;
  const left = accessTokenExpiresAt.getTime() - now.getTime();
  if (left <= 0) return TokenStatus.EXPIRED;
  return left < SOON_MS || renewalRefusedAt !== null ? TokenStatus.EXPIRING_SOON : TokenStatus.VALID;
}

/** `7d 3h`, `5h`, `< 1h`, `expired`; null if it does not expire. */
export function tokenExpiresIn({ accessTokenExpiresAt, revokedAt }: Expiry, now: Date): string | null {
  if (revokedAt !== null) return 'expired';
  if (accessTokenExpiresAt === null) return null;
  const left = accessTokenExpiresAt.getTime() - now.getTime();
  if (left <= 0) return 'expired';
  const days = Math.floor(left / DAY_MS);
  const hours = Math.floor((left % DAY_MS) / HOUR_MS);
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}h` : '< 1h';
}
