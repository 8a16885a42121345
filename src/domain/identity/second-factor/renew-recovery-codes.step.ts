import type { Db } from '../../../foundation/database/unit-of-work.js';
import { generateRecoveryCodes } from './second-factor.js';
import { replaceRecoveryCodes } from './second-factor.repository.js';

export async function renewRecoveryCodes(db: Db, personId: string): Promise<string[]> {
  const { codes, hashes } = generateRecoveryCodes();
  await replaceRecoveryCodes(db, personId, hashes);
  return codes;
}
