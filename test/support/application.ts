import { newId } from '../../src/foundation/database/id.js';
import type { TestDatabase } from './database.js';

/** Stores an application that a user has connected, with tokens that nobody has; returns its id. */
export async function storeApplication(db: TestDatabase, userId: string): Promise<string> {
  const id = newId();
  const [family, code, access, refresh] = [newId(), newId(), newId(), newId()];
  await db.query(
    `INSERT INTO applications (id, user_id, client_id, name, redirect_uri, scopes, family_hash, code_hash, code_challenge,
                               access_hash, access_expires_at, refresh_hash, created_at, expires_at)
     VALUES ($1, $2, 'c_x', 'Test', 'https://app.example/cb', '{READ}', $3, $4, 'x', $5, now() + interval '1 hour', $6,
             now(), now() + interval '30 days')`,
    [id, userId, family, code, access, refresh],
  );
  return id;
}
