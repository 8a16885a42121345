import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { hashToken } from '../identity/access/session.js';
import { type OpenedReport, openedReport } from './report-link.repository.js';
import { isReportToken } from './reports.js';

/** The report at a secret address. */
export type ReadSharedReport = (token: string) => Promise<OpenedReport>;

/** REPORT_LINK_INVALID for any token that opens nothing, whether it ever did or not; RATE_LIMITED; SERVICE_BUSY. */
export const makeReadSharedReport =
  (needs: {
    db: Db;
    clock: () => Date;
    /** Throws when a page is read too often. */
    limitReads: (tokenHash: string) => Promise<void>;
  }): ReadSharedReport =>
  async (token) => {
    if (!isReportToken(token)) throw new AppError('REPORT_LINK_INVALID');
    const tokenHash = hashToken(token);
    const found = await openedReport(needs.db, tokenHash, needs.clock());
    if (!found) {
      await assertNotMoving(needs.db, 'report_links', tokenHash);
      throw new AppError('REPORT_LINK_INVALID');
    }
    await needs.limitReads(tokenHash);
    return found;
  };
