import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { currentPushKey } from './push-key.repository.js';
import { subscribedAt } from './push-subscription.repository.js';

/** Web push to the browser of a session. */
export interface PushSubscriptionState {
  /** The public key with which browsers subscribe. */
  key: string;
  /** Null: the browser is not subscribed. */
  subscribedAt: Date | null;
}

export type FindPushSubscription = (sessionId: string) => Promise<PushSubscriptionState>;

export const makeFindPushSubscription =
  (needs: { db: Db; cipher: CredentialCipher; clock: () => Date }): FindPushSubscription =>
  async (sessionId) => ({
    key: await currentPushKey(needs.db, needs),
    subscribedAt: await subscribedAt(needs.db, sessionId),
  });
