import type { MeasureDue } from '../src/domain/metrics/measure-due.use-case.js';
import { MINUTE_MS } from '../src/foundation/time/durations.js';
import { METRICS_QUEUE } from './queues.js';
import { type WorkNeeds, workWhenDue } from './work-when-due.js';

/** How long one turn goes on; the next one takes up where it ended. */
const TURN_MS = 5 * MINUTE_MS;

/**
 * Every minute: reads the numbers of posts and accounts that are due, on one worker. Returns a function that stops it after
 * the requests in progress.
 */
export async function startMetricsWorker(needs: WorkNeeds & { measureDue: MeasureDue }): Promise<() => Promise<void>> {
  const { boss, measureDue } = needs;
  const stopping = new AbortController();
  await boss.schedule(METRICS_QUEUE, '* * * * *');
  await workWhenDue(needs, METRICS_QUEUE, (polling) =>
    boss.work(METRICS_QUEUE, polling, () =>
      measureDue(AbortSignal.any([stopping.signal, AbortSignal.timeout(TURN_MS)])),
    ),
  );
  return () => {
    stopping.abort();
    return boss.offWork(METRICS_QUEUE);
  };
}
