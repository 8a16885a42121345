import { newId } from '../../../foundation/database/id.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { recordAudit } from '../../audit/audit.repository.js';
import { networkOf } from '../account/network-of.js';
import { addDeviceToken } from './device.js';
import { insertDevice, touchDevice } from './device.repository.js';
import { type Browser, generateSession, hashToken, type NewSession } from './session.js';
import { deleteSession, insertSession } from './session.repository.js';

/** A started session: the values for the browser's cookies. */
export type BegunSession = Pick<NewSession, 'token' | 'expiresAt'> & { devices: readonly string[] };

/**
 * Starts a session, ends the browser's previous one, and remembers the browser. The caller holds the user's row lock,
 * so that the limits on sessions and browsers hold.
 */
export async function beginSession(db: Db, userId: string, browser: Browser, now: Date): Promise<BegunSession> {
  if (browser.token) await deleteSession(db, hashToken(browser.token));
  const { deviceId, devices } = await knowBrowser(db, userId, browser.devices, now);
  const { token, tokenHash, expiresAt } = generateSession(now);
  const id = newId(now);
  await insertSession(db, {
    id,
    tokenHash,
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    userAgent: browser.userAgent,
    address: networkOf(browser.address),
    deviceId,
  });
  await recordAudit(db, { userId, ownerId: userId, session: { id } }, { action: 'signed_in' });
  return { token, expiresAt, devices };
}

async function knowBrowser(
  db: Db,
  userId: string,
  devices: readonly string[],
  now: Date,
): Promise<{ deviceId: string; devices: readonly string[] }> {
  const known = await touchDevice(db, userId, devices.map(hashToken), now);
  if (known !== undefined) return { deviceId: known, devices };
  const { token, tokens } = addDeviceToken(devices);
  const deviceId = newId(now);
  await insertDevice(db, { id: deviceId, userId, tokenHash: hashToken(token), lastSignInAt: now });
  return { deviceId, devices: tokens };
}
