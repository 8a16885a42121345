/** Links at the end of reports by e-mail with which their reader gets no more of them, without signing in. */
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { UNSUBSCRIBE_PAGES } from '../notifications/unsubscribe.js';
import type { ReportEmailKey } from './report-email.repository.js';

/** Authenticated with the token: other secrets of the service are none. */
const PURPOSE = 'stop-reports';

/** The path is the token: nothing is stored, and it does nothing else. */
export const stopReportsPath = (cipher: CredentialCipher, { personId, userId }: ReportEmailKey): string =>
  `${UNSUBSCRIBE_PAGES}/${cipher.encrypt({ personId, userId }, PURPOSE)}`;

/** Whose reports a token ends; null: it is a token for something else. */
export function readStopToken(cipher: CredentialCipher, token: string): ReportEmailKey | null {
  try {
    const { personId = '', userId = '' } = cipher.decrypt(token, PURPOSE);
    return { personId, userId };
  } catch {
    return null;
  }
}
