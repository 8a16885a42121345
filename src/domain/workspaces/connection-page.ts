import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { StoredConnectionPage } from './connection-page.repository.js';

/** The link with which a managed user connects accounts without a password. */
export interface ConnectionPage {
  url: string;
  expiresAt: Date;
}

export function readToken(cipher: CredentialCipher, { token: stored, userId }: StoredConnectionPage): string {
  const { token } = cipher.decrypt(stored, userId);
  if (token === undefined) throw new Error('A connection page has no token');
  return token;
}
