import { newId } from '../../../foundation/database/id.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { networkOf } from '../account/network-of.js';
import { recordOfPerson } from '../people/record-of-person.step.js';
import { addDeviceToken } from './device.js';
import { insertDevice, touchDevice } from './device.repository.js';
import { type Browser, generateSession, hashToken, type NewSession } from './session.js';
import { deleteSession, insertSession } from './session.repository.js';

/** A started session: the values for the browser's cookies. */
export type BegunSession = Pick<NewSession, 'token' | 'expiresAt'> & { id: string; devices: readonly string[] };

/**
 * Starts a session in an account of the person, ends the browser's previous one, and remembers the browser. The caller holds the person's row lock,
 * so that the limits on sessions and browsers hold.
 */
export async function beginSession(
  db: Db,
  { personId, userId }: { personId: string; userId: string },
  browser: Browser,
  now: Date,
): Promise<BegunSession> {
  if (browser.token) await deleteSession(db, hashToken(browser.token));
  const { deviceId, devices } = await knowBrowser(db, personId, browser.devices, now);
  const { token, tokenHash, expiresAt } = generateSession(now);
  const id = newId(now);
  await insertSession(db, {
    id,
    tokenHash,
    personId,
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    userAgent: browser.userAgent,
    address: networkOf(browser.address),
    deviceId,
  });
  await recordOfPerson(db, personId, { session: { id } }, { action: 'signed_in' });
  return { id, token, expiresAt, devices };
}

async function knowBrowser(
  db: Db,
  personId: string,
  devices: readonly string[],
  now: Date,
): Promise<{ deviceId: string; devices: readonly string[] }> {
  const known = await touchDevice(db, personId, devices.map(hashToken), now);
  if (known !== undefined) return { deviceId: known, devices };
  const { token, tokens } = addDeviceToken(devices);
  const deviceId = newId(now);
  await insertDevice(db, { id: deviceId, personId, tokenHash: hashToken(token), lastSignInAt: now });
  return { deviceId, devices: tokens };
}
