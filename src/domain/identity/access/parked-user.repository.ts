/** Users whose account moves to another pod: what is asked once no user was found. */
import type { Db } from '../../../foundation/database/unit-of-work.js';

/** Whether an API key belongs to such a user. */
export const isKeyParked = (db: Db, keyId: string): Promise<boolean> =>
  exists(db, 'SELECT FROM api_keys k JOIN parked_users p ON p.user_id = k.user_id WHERE k.id = $1', keyId);

/** Whether a session does. */
export const isSessionParked = (db: Db, tokenHash: string): Promise<boolean> =>
  exists(db, 'SELECT FROM sessions s JOIN parked_users p ON p.user_id = s.user_id WHERE s.token_hash = $1', tokenHash);

async function exists(db: Db, query: string, value: string): Promise<boolean> {
  const [row] = await db.query(`SELECT EXISTS (${query}) AS found`, [value]);
  return row.found;
}
