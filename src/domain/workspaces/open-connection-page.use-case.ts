import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { AuditCaller } from '../audit/audit-event.js';
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
    const visitor = await findPageVisitor(db, hashToken(token), clock());
    if (!visitor) throw new AppError('CONNECTION_PAGE_EXPIRED');
    return { ...visitor, by: 'managed_user' };
  };
