import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { lockPerson } from '../identity/people/person.repository.js';
import { preferencesOf, savePreferences } from './notification-preference.repository.js';
import { defaultPreference, EmailFrequency, type NotificationKind } from './notifications.js';
import { readUnsubscribeToken } from './unsubscribe.js';

/** Both return the kinds. Error: EMAIL_LINK_INVALID. */
export interface Unsubscribe {
  /** What a link ends. */
  read(token: string): readonly NotificationKind[];
  /** Ends the e-mails. Doing it again changes nothing. */
  carryOut(token: string): Promise<readonly NotificationKind[]>;
}

export const makeUnsubscribe = ({
  transaction,
  cipher,
}: {
  transaction: Transaction;
  cipher: CredentialCipher;
}): Unsubscribe => ({
  read: (token) => readUnsubscribeToken(cipher, token).kinds,
  async carryOut(token) {
    const { personId, kinds } = readUnsubscribeToken(cipher, token);
    await transaction(async (db) => {
      if (!(await lockPerson(db, personId))) throw new AppError('EMAIL_LINK_INVALID');
      const chosen = await preferencesOf(db, personId);
      const changed = kinds.map((kind) => ({
        ...(chosen.find((one) => one.kind === kind) ?? defaultPreference(kind)),
        email: EmailFrequency.NEVER,
      }));
      await savePreferences(db, personId, changed);
    });
    return kinds;
  },
});
