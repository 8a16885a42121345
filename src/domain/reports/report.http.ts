import { Router } from 'express';
import type { Logger } from 'pino';
import { pageErrors, pageHeaders } from '../../foundation/http/page.js';
import { noteRequest } from '../../foundation/http/request-log.js';
import { type RateLimiter, rateLimited } from '../../foundation/request-limits/rate-limiter.js';
import { networkOf } from '../identity/account/network-of.js';
import type { ReadSharedReport } from './read-shared-report.use-case.js';
import { reportPage } from './report.html.js';
import { reportPath } from './reports.js';

/** Reports at secret addresses. Anyone who has the address may read it; search engines may not list it. */
export function makeReportRouter(needs: {
  readSharedReport: ReadSharedReport;
  /** By network. */
  limitNetwork: RateLimiter;
  log: Logger;
}): Router {
  const { readSharedReport, limitNetwork, log } = needs;
  const router = Router();
  router.get<string, { token: string }>(reportPath(':token'), pageHeaders, async ({ params, ip }, response) => {
    response.set({ 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' });
    const { allowed, resetsInSeconds } = await limitNetwork(`reports ${networkOf(ip ?? '')}`, 1);
    if (!allowed) throw rateLimited(resetsInSeconds);
    const { userId, ...report } = await readSharedReport(params.token);
    noteRequest(response, { userId });
    response.send(reportPage(report));
  });
  router.use(pageErrors(log));
  return router;
}
