import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { newToken } from '../../foundation/pod.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { AuditCaller } from '../audit/audit-event.js';
import { hashToken } from '../identity/access/session.js';
import type { Viewer } from '../identity/access/viewer.js';
import {
  connectionPagesOf,
  findConnectionPage,
  findPageVisitor,
  type StoredConnectionPage,
  saveConnectionPage,
} from './connection-page.repository.js';
import { assertWorkspace, lockManagedUser, managedUserSubject } from './manage-users.use-case.js';

/** The link with which a managed user connects accounts without a password. */
export interface ConnectionPage {
  url: string;
  expiresAt: Date;
}

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  cipher: CredentialCipher;
  /** Address of the page with this token. */
  pageUrl: (token: string) => string;
}

export type CreateConnectionPage = (
  viewer: Viewer,
  input: { userId: string; expiresInDays: number; rotate: boolean },
) => Promise<ConnectionPage>;

/**
 * The link of a managed user, valid from now for so many days (1 to 365). The address stays the same until it is over
 * or rotated; rotating makes the old one worthless at once.
 */
export const makeCreateConnectionPage =
  ({ transaction, clock, cipher, pageUrl }: Needs): CreateConnectionPage =>
  (viewer, { userId, expiresInDays, rotate }) => {
    assertWorkspace(viewer);
    if (!Number.isInteger(expiresInDays) || expiresInDays < 1 || expiresInDays > 365) {
      throw new AppError('EXPIRY_DAYS_INVALID');
    }
    return transaction(async (db) => {
      const user = await lockManagedUser(db, viewer, userId);
      const now = clock();
      const existing = rotate ? null : await findConnectionPage(db, userId);
      const token = existing && existing.expiresAt > now ? readToken(cipher, existing) : newToken();
      const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MS);
      const stored = { userId, tokenHash: hashToken(token), token: cipher.encrypt({ token }, userId), expiresAt };
      await saveConnectionPage(db, stored);
      const action = rotate ? 'connection_page_rotated' : 'connection_page_created';
      const details = { expiresInDays };
      await recordAudit(db, { ...viewer, userId }, { action, subject: managedUserSubject(user), details });
      return { url: pageUrl(token), expiresAt };
    });
  };

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

/** Who opened a link. */
export interface PageVisitor extends AuditCaller {
  displayName: string;
}

export type OpenConnectionPage = (token: string) => Promise<PageVisitor>;

/** The managed user whom a link belongs to. */
export const makeOpenConnectionPage =
  ({ db, clock }: Pick<Needs, 'db' | 'clock'>): OpenConnectionPage =>
  async (token) => {
    const visitor = await findPageVisitor(db, hashToken(token), clock());
    if (!visitor) throw new AppError('CONNECTION_PAGE_EXPIRED');
    return { ...visitor, by: 'managed_user' };
  };

function readToken(cipher: CredentialCipher, { token: stored, userId }: StoredConnectionPage): string {
  const { token } = cipher.decrypt(stored, userId);
  if (token === undefined) throw new Error('A connection page has no token');
  return token;
}
