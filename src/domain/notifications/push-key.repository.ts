/** The key pairs with which push messages are signed. */
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PushKeyEntity } from './push-key.entity.js';
import { newPushKey, type PushKey } from './push-key.js';

/** The public key for new subscriptions. The first call makes it. */
export async function currentPushKey(
  db: Db,
  { cipher, clock }: { cipher: CredentialCipher; clock: () => Date },
): Promise<string> {
  const [oldest] = await db.find(PushKeyEntity, {
    select: { publicKey: true },
    order: { createdAt: 'ASC', publicKey: 'ASC' },
    take: 1,
  });
  if (oldest) return oldest.publicKey;
  const { publicKey, privateKey } = newPushKey();
  await db.insert(PushKeyEntity, {
    publicKey,
    privateKey: cipher.encrypt({ privateKey }, publicKey),
    createdAt: clock(),
  });
  return publicKey;
}

export const hasPushKey = (db: Db, publicKey: string): Promise<boolean> => db.existsBy(PushKeyEntity, { publicKey });

/** Null: there is no such key here. */
export async function findPushKey(db: Db, cipher: CredentialCipher, publicKey: string): Promise<PushKey | null> {
  const found = await db.findOneBy(PushKeyEntity, { publicKey });
  return found && { publicKey, privateKey: cipher.decrypt(found.privateKey, publicKey).privateKey ?? '' };
}
