import { tokenExpiresIn, tokenStatus } from '../../src/domain/accounts/token-expiry.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const now = new Date('2026-03-04T05:06:07.890Z');
/** A connection whose access ends so many milliseconds from now; null: nothing expires. */
const ending = (inMs: number | null, revokedAt: Date | null = null) => ({
  accessTokenExpiresAt: inMs === null ? null : new Date(now.getTime() + inMs),
  revokedAt,
  renewalRefusedAt: null,
});

// [platform-connections/tokenStatus-valid] [test-connection/tokenExpiresIn]
test.each([
  ['nothing that expires', 'unknown', null, null],
  ['a year', 'valid', '365d 0h', 365 * DAY],
  ['7 days and 3 hours', 'valid', '7d 3h', 7 * DAY + 3 * HOUR],
  ['7 days, exactly', 'valid', '7d 0h', 7 * DAY],
  ['a millisecond under 7 days', 'expiring_soon', '6d 23h', 7 * DAY - 1],
  ['a day, exactly', 'expiring_soon', '1d 0h', DAY],
  ['a millisecond under a day', 'expiring_soon', '23h', DAY - 1],
  ['5 hours and 59 minutes', 'expiring_soon', '5h', 6 * HOUR - 60 * SECOND],
  ['an hour, exactly', 'expiring_soon', '1h', HOUR],
  ['a millisecond under an hour', 'expiring_soon', '< 1h', HOUR - 1],
  ['a millisecond', 'expiring_soon', '< 1h', 1],
  ['this very moment', 'expired', 'expired', 0],
  ['a millisecond ago', 'expired', 'expired', -1],
] as const)('%s is left: %s, %s', (_left, status, message, inMs) => {
  expect(tokenStatus(ending(inMs), now)).toBe(status);
  expect(tokenExpiresIn(ending(inMs), now)).toBe(message);
});

test('access that the platform refuses to renew expires soon, until it has expired', () => {
  expect(tokenStatus({ ...ending(30 * DAY), renewalRefusedAt: now }, now)).toBe('expiring_soon');
  expect(tokenStatus({ ...ending(-1), renewalRefusedAt: now }, now)).toBe('expired');
});

test.each([null, 30 * DAY, -DAY])('access that the platform refused is expired, at any time of expiry (%s)', (inMs) => {
  expect(tokenStatus(ending(inMs, now), now)).toBe('expired');
  expect(tokenExpiresIn(ending(inMs, now), now)).toBe('expired');
});
