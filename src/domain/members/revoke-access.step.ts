import type { Db } from '../../foundation/database/unit-of-work.js';
import { revokeApiKeysOfCreator } from '../identity/access/api-key.repository.js';
import { deleteApplicationsOfCreator } from '../identity/access/application.repository.js';

/** Ends the API keys and applications that a person created for accounts and their managed users; returns how many. */
export async function revokeAccessOf(db: Db, userIds: readonly string[], personId: string, now: Date): Promise<number> {
  const keys = await revokeApiKeysOfCreator(db, userIds, personId, now);
  return keys + (await deleteApplicationsOfCreator(db, userIds, personId));
}
