import type { Logger } from 'pino';
import type { MailReports } from '../src/domain/reports/mail-reports.use-case.js';

/** How often a worker looks for reports that are due. */
const LOOK_EVERY_MS = 30_000;

/** Queues the e-mails of reports that are due. Returns a function that stops it after the report in progress. */
export function startReportMails({
  mailReports,
  log,
}: {
  mailReports: MailReports;
  log: Pick<Logger, 'warn'>;
}): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const look = () => {
    running ??= mailReports(stopping.signal)
      .catch((error) => log.warn({ err: error }, 'Reports were not queued; they are tried again'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
