import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { newToken } from '../../foundation/pod.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import { hashToken } from '../identity/access/session.js';
import type { Viewer } from '../identity/access/viewer.js';
import { type ConnectionPage, readToken } from './connection-page.js';
import { findConnectionPage, saveConnectionPage } from './connection-page.repository.js';
import { lockManagedUser } from './lock-managed-user.step.js';
import { assertWorkspace, managedUserSubject } from './managed-user.js';

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
 * The link of a managed user, valid from now for so many days (1 to 365). The address stays the same until it expires
 * or is rotated. Rotation invalidates the old one immediately.
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
      await keepPermission(db, viewer, 'MANAGE');
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
