import type { JobPollingOptions, PgBoss } from 'pg-boss';
import type { DueQueues } from './due-queues.js';

/** Fetches this often by itself, should the polls for due jobs end. */
const POLLING: JobPollingOptions = { pollingIntervalSeconds: 600 };

/** Places that fetched at once would not see each other's jobs, and exceed what an account may have under way. */
const APART_MS = 50;

/** What a queue needs that pg-boss works on. */
export interface WorkNeeds {
  boss: PgBoss;
  dueQueues: DueQueues;
  /** The interval of polls for due jobs, in milliseconds. */
  pollMs: number;
}

/** Lets pg-boss fetch jobs of a queue when they are due, in so many places; `work` starts one of them. */
export async function workWhenDue(
  { boss, dueQueues, pollMs }: WorkNeeds,
  queue: string,
  work: (polling: JobPollingOptions) => Promise<string>,
  places = 1,
): Promise<void> {
  const workers = await Promise.all(Array.from({ length: places }, () => work(POLLING)));
  dueQueues.watch({
    queue,
    everyMs: pollMs,
    polled(due) {
      if (!due) return;
      for (const [place, id] of workers.entries()) setTimeout(() => boss.notifyWorker(id), place * APART_MS).unref();
    },
  });
}
