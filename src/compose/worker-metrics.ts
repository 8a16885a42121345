import { startMetricsWorker } from '../../jobs/metrics-worker.js';
import { makeFindConnectedAccount } from '../domain/engagement/connected-account.use-case.js';
import { makeMeasureAccount } from '../domain/metrics/measure-account.use-case.js';
import { makeMeasureDue } from '../domain/metrics/measure-due.use-case.js';
import type { ConfiguredPlatform } from '../platforms/platform-directory.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import type { WorkerParts } from './worker-parts.js';

/** Reads what posts and accounts have achieved. */
export async function startMetrics(parts: WorkerParts): Promise<void> {
  const { db, transaction, clock, random, announce, loadAccount, platformDirectory, queues, log, onStop } = parts;
  const findMetricsAccount = makeFindConnectedAccount({
    ...{ db, loadAccount, findPlatform: platformDirectory },
    // A refused request for numbers alone does not make anyone connect an account again.
    markRevoked: async () => undefined,
    featureOf: ({ metrics }: ConfiguredPlatform) => metrics,
    notFound: 'CONNECTION_NOT_FOUND',
  });
  const measureAccount = makeMeasureAccount({
    ...{ db, transaction, clock, random, announce, findMetricsAccount, findPlatform: platformDirectory },
    report({ account: { userId, platformId }, failure: { code, message } }) {
      log.info({ userId, platformId, failure: code, reason: message }, 'Numbers were not read');
    },
  });
  const measureDue = makeMeasureDue({
    ...{ db, clock, measureAccount },
    platforms: PLATFORM_KEYS.filter((key) => platformDirectory(key)?.metrics),
    report: (error, account) =>
      log.warn({ err: error, ...account }, 'Reading numbers was interrupted; it is tried again'),
  });
  onStop('the numbers of posts and accounts', await startMetricsWorker({ ...queues, measureDue }));
}
