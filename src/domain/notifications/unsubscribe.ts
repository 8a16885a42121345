/** Links at the end of e-mails with which their reader gets no more of the kind, without signing in. */
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { ALL_KINDS, type NotificationKind } from './notifications.js';

/** Who gets no more e-mails, and of which kinds. */
export interface Unsubscription {
  personId: string;
  kinds: readonly NotificationKind[];
}

export const UNSUBSCRIBE_PAGES = '/unsubscribe';

/** Authenticated with the token: other secrets of the service are none. */
const PURPOSE = 'unsubscribe';

/** The path is the token: nothing is stored, and it does nothing else. */
export const unsubscribePath = (cipher: CredentialCipher, { personId, kinds }: Unsubscription): string =>
  `${UNSUBSCRIBE_PAGES}/${cipher.encrypt({ personId, kinds: kinds.join(' ') }, PURPOSE)}`;

/** Null: it is a token for something else, or was cut off. */
export function readUnsubscribeToken(cipher: CredentialCipher, token: string): Unsubscription | null {
  try {
    const { personId = '', kinds = '' } = cipher.decrypt(token, PURPOSE);
    const named = new Set(kinds.split(' '));
    return { personId, kinds: ALL_KINDS.filter((kind) => named.has(kind)) };
  } catch {
    return null;
  }
}
