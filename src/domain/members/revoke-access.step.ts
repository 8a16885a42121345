import type { Db } from '../../foundation/database/unit-of-work.js';
import { revokeApiKeysOfCreator } from '../identity/access/api-key.repository.js';
import { deleteApplicationsOfCreator } from '../identity/access/application.repository.js';

/** Ends the API keys and applications that a person created for an account; returns how many they were. */
export async function revokeAccessOf(db: Db, userId: string, personId: string, now: Date): Promise<number> {
  const keys = await revokeApiKeysOfCreator(db, userId, personId, now);
  return keys + (await deleteApplicationsOfCreator(db, userId, personId));
}
