import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { lockPerson } from '../identity/people/person.repository.js';
import { preferencesOf, savePreferences } from './notification-preference.repository.js';
import { defaultPreference, EmailFrequency, NOTIFICATION_KINDS, type NotificationKind } from './notifications.js';
import { readUnsubscribeToken } from './unsubscribe.js';
import type { StoppedMails, Unsubscribe } from './unsubscribe.port.js';

const stopped = (kinds: readonly NotificationKind[]): StoppedMails => ({
  which: 'an e-mail when this happens, in any of your accounts',
  names: kinds.map((kind) => NOTIFICATION_KINDS[kind].description),
});

/** The e-mails of notifications, by their kinds. */
export const makeUnsubscribe = ({
  transaction,
  cipher,
}: {
  transaction: Transaction;
  cipher: CredentialCipher;
}): Unsubscribe => ({
  async read(token) {
    const unsubscription = readUnsubscribeToken(cipher, token);
    return unsubscription && stopped(unsubscription.kinds);
  },
  async carryOut(token) {
    const unsubscription = readUnsubscribeToken(cipher, token);
    if (!unsubscription) return null;
    const { personId, kinds } = unsubscription;
    return transaction(async (db) => {
      if (!(await lockPerson(db, personId))) return null;
      const chosen = await preferencesOf(db, personId);
      const changed = kinds.map((kind) => ({
        ...(chosen.find((one) => one.kind === kind) ?? defaultPreference(kind)),
        email: EmailFrequency.NEVER,
      }));
      await savePreferences(db, personId, changed);
      return stopped(kinds);
    });
  },
});
