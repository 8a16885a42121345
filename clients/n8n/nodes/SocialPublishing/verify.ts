import { createHmac, timingSafeEqual } from 'node:crypto';

/** The tolerance of Standard Webhooks. */
const TOLERANCE_SECONDS = 300;

/**
 * Returns the id of a valid delivery; undefined if its signature is wrong, or its time is more than five minutes away.
 * `secret`: `whsec_…`.
 */
export function verify(secret: string, headers: Record<string, unknown>, body: Buffer, now: Date): string | undefined {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return undefined;
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isGenuine = signatures
    .split(' ')
    .slice(0, 10)
    .some((signature) => {
      const [version, value = ''] = signature.split(',', 2);
      const given = Buffer.from(value, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
  return isGenuine && age <= TOLERANCE_SECONDS ? id : undefined;
}
