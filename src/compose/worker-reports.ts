import { makeMailQueue } from '../../jobs/mail-queue.js';
import { startReportMails } from '../../jobs/report-mails.js';
import { makeReportMetrics } from '../domain/metrics/report-metrics.use-case.js';
import { makeMailReports } from '../domain/reports/mail-reports.use-case.js';
import type { Parts } from './parts.js';

/** Sends reports by e-mail. */
export function startReports({ db, transaction, boss, publicUrl, cipher, clock, log, onStop }: Parts): void {
  const mailReports = makeMailReports({
    ...{ db, transaction, cipher, clock },
    mailQueue: makeMailQueue(boss, publicUrl),
    reportMetricsIn: (tx) => makeReportMetrics({ db: tx }),
    report: (error, key) => log.warn({ err: error, ...key }, 'A report was not queued; it is tried again'),
  });
  onStop('the reports by e-mail', startReportMails({ mailReports, log }));
}
