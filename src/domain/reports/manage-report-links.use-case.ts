import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { newToken } from '../../foundation/pod.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import { hashToken } from '../identity/access/session.js';
import { sessionOf, type Viewer } from '../identity/access/viewer.js';
import { parseDisplayName } from '../identity/account/parse-account.js';
import { lockUser } from '../identity/account/user.repository.js';
import type { MetricsFilter } from '../metrics/metrics-filter.js';
import type { ReportMetrics } from '../metrics/report-metrics.use-case.js';
import { freezeReport } from './freeze-report.step.js';
import { deleteReportLink, insertReportLink, openReportLinks, type ReportLink } from './report-link.repository.js';
import { reportPath } from './reports.js';

/** Valid links of an account. */
const MAX_LINKS = 100;
const MAX_DAYS = 90;

export interface ManageReportLinks {
  /**
   * Creates a secret page with the report of a period as of now. Its address is available here only. Errors:
   * PERMISSION_REQUIRED, REPORT_LINK_INPUT_INVALID, DISPLAY_NAME_INVALID, REPORT_LINK_LIMIT_REACHED.
   */
  create(
    viewer: Viewer,
    input: { filter: MetricsFilter; name: string; days: number },
  ): Promise<{ link: ReportLink; url: string }>;
  /** Makes the address invalid. Error: REPORT_LINK_NOT_FOUND. */
  revoke(viewer: Viewer, id: string): Promise<void>;
}

export function makeManageReportLinks(needs: {
  db: Db;
  transaction: Transaction;
  publicUrl: () => string;
  clock: () => Date;
  reportMetrics: ReportMetrics;
}): ManageReportLinks {
  const { transaction, publicUrl, clock } = needs;
  return {
    async create(viewer, { filter, name: given, days }) {
      const name = parseDisplayName(given, '');
      if (name === '' || days < 1 || days > MAX_DAYS) throw new AppError('REPORT_LINK_INPUT_INVALID');
      const { userId } = viewer;
      const report = await freezeReport(needs, userId, filter);
      return transaction(async (db) => {
        await lockUser(db, userId);
        await keepPermission(db, viewer, 'PUBLISH');
        const now = clock();
        if ((await openReportLinks(db, userId, now)).length >= MAX_LINKS)
          throw new AppError('REPORT_LINK_LIMIT_REACHED');
        const token = newToken();
        const link = {
          ...{ id: newId(now), userId, tokenHash: hashToken(token), name, report },
          ...{ createdById: sessionOf(viewer).personId, createdAt: now },
          expiresAt: new Date(now.getTime() + days * DAY_MS),
        };
        await insertReportLink(db, link);
        const details = { name, from: filter.from, to: filter.to };
        await recordAudit(db, viewer, { action: 'report_link_created', details });
        return { link, url: publicUrl() + reportPath(token) };
      });
    },
    async revoke(viewer, id) {
      await transaction(async (db) => {
        await keepPermission(db, viewer, 'PUBLISH');
        const name = await deleteReportLink(db, viewer.userId, id);
        if (name === null) throw new AppError('REPORT_LINK_NOT_FOUND');
        await recordAudit(db, viewer, { action: 'report_link_revoked', details: { name } });
      });
    },
  };
}
