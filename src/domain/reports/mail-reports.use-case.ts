import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { MetricsFilter } from '../metrics/metrics-filter.js';
import type { ReportMetrics } from '../metrics/report-metrics.use-case.js';
import { freezeReport } from './freeze-report.step.js';
import {
  type DueReport,
  dueReports,
  lockDueReport,
  passReport,
  type ReportEmailKey,
  zonesOfReports,
} from './report-email.repository.js';
import { reportMail } from './report-mail.js';
import {
  dueDay,
  isTooLate,
  latestDay,
  nextSendingDay,
  periodOf,
  ReportFrequency,
  type SentFrequency,
  sendingDay,
} from './report-periods.js';
import { stopReportsPath } from './stop-reports.js';

/** Queues the e-mails of reports that are due, each by itself. */
export type MailReports = (signal: AbortSignal) => Promise<void>;

/** How many reports one run sends; the next run sends the rest. */
const AT_MOST = 200;

/**
 * Each report is in one e-mail: the day of the next one is stored in the transaction that queues it. A report of which
 * nothing was published, that is too late, or whose person may not see the account now is left out.
 */
export function makeMailReports(needs: {
  db: Db;
  transaction: Transaction;
  mailQueue: MailQueue;
  cipher: CredentialCipher;
  clock: () => Date;
  /** In a transaction: one that waited for a second connection of the pool could wait forever. */
  reportMetricsIn: (db: Db) => ReportMetrics;
  /** One that fails stops no other, and is tried again. */
  report: (error: unknown, key: ReportEmailKey) => void;
}): MailReports {
  const { db, transaction, mailQueue, cipher, clock } = needs;

  async function mail(due: DueReport, sentOn: string, frequency: SentFrequency, tx: Db): Promise<void> {
    const { personId, userId, timeZone } = due;
    const filter: MetricsFilter = {
      ...periodOf(frequency, sentOn),
      ...{ timeZone, platforms: null, platformIds: null, labelIds: null, authorIds: null },
    };
    const report = await freezeReport({ db: tx, reportMetrics: needs.reportMetricsIn(tx) }, userId, filter);
    if (report.total.posts === 0) return;
    const unsubscribe = stopReportsPath(cipher, { personId, userId });
    const content = reportMail(due, { ...due, frequency, report }, unsubscribe);
    await mailQueue.enqueue(tx, { ...content, report: { personId, userId, frequency } });
  }

  const handle = (key: ReportEmailKey & { nextOn: string }, now: Date): Promise<void> =>
    transaction(async (tx) => {
      const due = await lockDueReport(tx, key);
      if (!due || due.frequency === ReportFrequency.NEVER) return;
      const { frequency, nextOn, timeZone, maySee } = due;
      const today = dueDay(now, timeZone);
      // Of several that were missed, the last one is sent. The time zone may have changed since the look.
      const sentOn = sendingDay(frequency, today);
      if (sentOn < nextOn) return;
      if (maySee && !isTooLate(sentOn, today)) await mail(due, sentOn, frequency, tx);
      await passReport(tx, { ...key, lastOn: sentOn, nextOn: nextSendingDay(frequency, sentOn) });
    });

  return async (signal) => {
    const now = clock();
    const zones = await zonesOfReports(db, latestDay(now));
    if (zones.length === 0) return;
    const due = await dueReports(db, new Map(zones.map((zone) => [zone, dueDay(now, zone)])), AT_MOST);
    for (const key of due) {
      if (signal.aborted) return;
      await handle(key, now).catch((error) => needs.report(error, key));
    }
  };
}
