import type { JobPollingOptions, JobResult, JobWithMetadata, PgBoss, WorkOptions } from 'pg-boss';
import type { DueQueues } from './due-queues.js';

/** Fetches this often by itself, should the polls for due jobs end. */
const POLLING: JobPollingOptions = { pollingIntervalSeconds: 600 };

/** Workers that fetched at the same time would not see each other's jobs, and exceed what an account may have under way. */
const APART_MS = 50;

/** What a queue needs that pg-boss works on. */
export interface WorkNeeds {
  boss: PgBoss;
  dueQueues: DueQueues;
  /** The interval of polls for due jobs, in milliseconds. */
  pollMs: number;
}

/** Lets pg-boss fetch jobs of a queue when they are due, in so many slots; `work` starts the worker of one. */
export async function workWhenDue(
  { boss, dueQueues, pollMs }: WorkNeeds,
  queue: string,
  work: (polling: JobPollingOptions) => Promise<string>,
  slots = 1,
): Promise<void> {
  const workers = await Promise.all(Array.from({ length: slots }, () => work(POLLING)));
  dueQueues.watch({
    queue,
    everyMs: pollMs,
    polled(due) {
      if (!due) return;
      for (const [slot, id] of workers.entries()) setTimeout(() => boss.notifyWorker(id), slot * APART_MS).unref();
    },
  });
}

/**
 * Handles each job of a queue when it is due. Returns a function that stops it: no more jobs are fetched, and those in
 * progress are handled to their end.
 */
export async function workOnJobs<Data extends object>(
  needs: WorkNeeds,
  queue: string,
  handle: (job: JobWithMetadata<Data>) => Promise<JobResult>,
  {
    slots,
    ...options
  }: Pick<WorkOptions, 'batchSize' | 'burstWhenBatchFull' | 'groupConcurrency'> & { slots?: number },
): Promise<() => Promise<void>> {
  const { boss } = needs;
  const work = (polling: JobPollingOptions) =>
    boss.work(
      queue,
      { ...polling, ...options, includeMetadata: true, perJobResults: true },
      (jobs: JobWithMetadata<Data>[]) => Promise.all(jobs.map(handle)),
    );
  await workWhenDue(needs, queue, work, slots);
  return () => boss.offWork(queue);
}
