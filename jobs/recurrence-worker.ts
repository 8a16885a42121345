import type { CreateDueOccurrences } from '../src/domain/recurrences/create-due-occurrences.use-case.js';
import { MINUTE_MS } from '../src/foundation/time/durations.js';
import { RECURRENCE_QUEUE } from './queues.js';
import { type WorkNeeds, workWhenDue } from './work-when-due.js';

/** How long one turn goes on; the next one takes up where it ended. */
const TURN_MS = 10 * MINUTE_MS;

/**
 * Every minute, and after a change of a recurrence: creates the posts of due occurrences, on one worker. Returns a function
 * that stops it after the post in progress.
 */
export async function startRecurrenceWorker(
  needs: WorkNeeds & { createDueOccurrences: CreateDueOccurrences },
): Promise<() => Promise<void>> {
  const { boss, createDueOccurrences } = needs;
  const stopping = new AbortController();
  await boss.schedule(RECURRENCE_QUEUE, '* * * * *');
  await workWhenDue(needs, RECURRENCE_QUEUE, (polling) =>
    boss.work(RECURRENCE_QUEUE, polling, () =>
      createDueOccurrences(AbortSignal.any([stopping.signal, AbortSignal.timeout(TURN_MS)])),
    ),
  );
  return () => {
    stopping.abort();
    return boss.offWork(RECURRENCE_QUEUE);
  };
}
