import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { AuditCaller } from '../audit/audit-event.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { hashToken } from '../identity/access/session.js';
import { findPageVisitor } from './connection-page.repository.js';

interface Needs {
  db: Db;
  clock: () => Date;
}

/** Who opened a link. */
export interface PageVisitor extends AuditCaller {
  displayName: string;
}

export type OpenConnectionPage = (token: string) => Promise<PageVisitor>;

/** The managed user whom a link belongs to. */
export const makeOpenConnectionPage =
  ({ db, clock }: Needs): OpenConnectionPage =>
  async (token) => {
    const tokenHash = hashToken(token);
    const visitor = await findPageVisitor(db, tokenHash, clock());
    if (!visitor) await assertNotMoving(db, 'connection_pages', tokenHash);
    if (!visitor) throw new AppError('CONNECTION_PAGE_EXPIRED');
    return { ...visitor, by: 'managed_user' };
  };
