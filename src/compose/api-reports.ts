import type { ReportMetrics } from '../domain/metrics/report-metrics.use-case.js';
import { makeManageReportLinks } from '../domain/reports/manage-report-links.use-case.js';
import { makeReadSharedReport } from '../domain/reports/read-shared-report.use-case.js';
import { makeReportRouter } from '../domain/reports/report.http.js';
import { makeSetReportEmail } from '../domain/reports/set-report-email.use-case.js';
import { makeRateLimiter, rateLimited } from '../foundation/request-limits/rate-limiter.js';
import { makeCountPoints } from '../foundation/request-limits/request-limit.repository.js';
import type { Parts } from './parts.js';

/** Requests in a minute: for one page, and from one network. */
const OF_A_PAGE = 60;
const OF_A_NETWORK = 600;

/** Reports at secret addresses. */
export function makeReports(
  { db, transaction, clock, publicUrl, log }: Parts,
  { reportMetrics }: { reportMetrics: ReportMetrics },
) {
  const count = makeCountPoints(db);
  const limitPage = makeRateLimiter({ limit: OF_A_PAGE, count });
  return {
    reportPages: makeReportRouter({
      readSharedReport: makeReadSharedReport({
        db,
        clock,
        async limitReads(tokenHash) {
          const { allowed, resetsInSeconds } = await limitPage(`report ${tokenHash}`, 1);
          if (!allowed) throw rateLimited(resetsInSeconds);
        },
      }),
      limitNetwork: makeRateLimiter({ limit: OF_A_NETWORK, count }),
      log,
    }),
    useCases: {
      reportLinks: makeManageReportLinks({ db, transaction, publicUrl, clock, reportMetrics }),
      setReportEmail: makeSetReportEmail({ transaction, clock }),
    },
  };
}
