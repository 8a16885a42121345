import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type ConnectionPage, readToken } from './connection-page.js';
import { connectionPagesOf } from './connection-page.repository.js';

interface Needs {
  db: Db;
  clock: () => Date;
  cipher: CredentialCipher;
  /** Address of the page with this token. */
  pageUrl: (token: string) => string;
}

export type FindConnectionPages = (userIds: readonly string[]) => Promise<(ConnectionPage | null)[]>;

/** The links of several users, in order; null for those without a valid link. */
export const makeFindConnectionPages =
  ({ db, clock, cipher, pageUrl }: Needs): FindConnectionPages =>
  async (userIds) => {
    const pages = (await connectionPagesOf(db, userIds)).filter(({ expiresAt }) => expiresAt > clock());
    return userIds.map((id) => {
      const page = pages.find(({ userId }) => userId === id);
      return page ? { url: pageUrl(readToken(cipher, page)), expiresAt: page.expiresAt } : null;
    });
  };
