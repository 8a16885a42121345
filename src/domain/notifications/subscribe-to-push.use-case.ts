import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { lockSession } from '../identity/access/session.repository.js';
import { hasPushKey } from './push-key.repository.js';
import { hashEndpoint, type PushReceiver, parseReceiver } from './push-subscription.js';
import { saveSubscription } from './push-subscription.repository.js';

/** What a browser subscribed with: `key` is the public key of the service that it was given. */
export type PushSubscriptionInput = PushReceiver & { key: string };

/** Subscribes the browser of a session. Errors: PUSH_SUBSCRIPTION_INVALID, SESSION_REQUIRED. */
export type SubscribeToPush = (sessionId: string, input: PushSubscriptionInput) => Promise<void>;

/** Doing it again changes nothing. */
export const makeSubscribeToPush =
  (needs: {
    transaction: Transaction;
    cipher: CredentialCipher;
    clock: () => Date;
    allowPrivate: boolean;
  }): SubscribeToPush =>
  (sessionId, { key: pushKey, ...input }) => {
    const receiver = parseReceiver(input, needs.allowPrivate);
    return needs.transaction(async (db) => {
      // A push service takes messages with this key alone.
      if (!(await hasPushKey(db, pushKey))) throw new AppError('PUSH_SUBSCRIPTION_INVALID');
      // It may just have ended.
      if (!(await lockSession(db, sessionId))) throw new AppError('SESSION_REQUIRED');
      const now = needs.clock();
      await saveSubscription(db, {
        sessionId,
        pushKey,
        endpointHash: hashEndpoint(receiver.endpoint),
        receiver: needs.cipher.encrypt({ ...receiver }, sessionId),
        createdAt: now,
        tryAt: now,
      });
    });
  };
