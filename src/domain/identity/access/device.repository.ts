/** Known browsers of people. */
import { In } from 'typeorm';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { DeviceEntity } from './device.entity.js';
import { MAX_DEVICES } from './device.js';
import { idleSince } from './session.js';

/**
 * What a browser is known by to the person with this e-mail address: the device of one of its tokens, or the session
 * that it has. Undefined for an unknown browser. Runs before the password check, as one query that is the same for an
 * unknown address.
 */
export async function findKnownBrowser(
  db: Db,
  email: string,
  { deviceHashes, sessionHash }: { deviceHashes: readonly string[]; sessionHash: string | null },
  now: Date,
): Promise<string | undefined> {
  if (deviceHashes.length === 0 && sessionHash === null) return undefined;
  const [known] = await db.query(
    `SELECT d.id FROM people p JOIN devices d ON d.person_id = p.id WHERE p.email = $1 AND d.token_hash = ANY($2)
      UNION ALL
     SELECT s.id FROM people p JOIN sessions s ON s.person_id = p.id
      WHERE p.email = $1 AND s.token_hash = $3 AND s.expires_at > $4 AND s.last_used_at > $5
      LIMIT 1`,
    [email, deviceHashes, sessionHash, now, idleSince(now)],
  );
  return known?.id;
}

/** Records a sign-in from a known browser; returns its id, or undefined for an unknown browser. */
export async function touchDevice(
  db: Db,
  personId: string,
  tokenHashes: readonly string[],
  now: Date,
): Promise<string | undefined> {
  if (tokenHashes.length === 0) return undefined;
  const { raw } = await db
    .createQueryBuilder()
    .update(DeviceEntity)
    .set({ lastSignInAt: now })
    .where({ personId, tokenHash: In([...tokenHashes]) })
    .returning('id')
    .execute();
  return raw[0]?.id;
}

/** Stores a browser; beyond the limit, those with the oldest sign-in are deleted. */
export async function insertDevice(db: Db, device: Omit<DeviceEntity, 'person'>): Promise<void> {
  await db.insert(DeviceEntity, device);
  await db.query(
    `DELETE FROM devices WHERE id IN
       (SELECT id FROM devices WHERE person_id = $1 ORDER BY last_sign_in_at DESC, id DESC OFFSET $2)`,
    [device.personId, MAX_DEVICES],
  );
}
