import type { FetchOptions, Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { LiveHub } from '../src/domain/events/live-hub.js';
import { RESYNC } from '../src/domain/events/live-hub.js';
import type { PublishPost } from '../src/domain/publishing/publish-post.use-case.js';
import { makeDueAlarm } from './due-alarm.js';
import { priorityOf } from './publish-queue.js';
import { PUBLISH_QUEUE, type PublishJobData } from './queues.js';
import type { Heartbeat } from './watchdog.js';

type Bound = 'minPriority' | 'maxPriority';

export interface PublishWorker {
  start(): void;
  /** Takes no more jobs and waits for the ones under way. */
  stop(): Promise<void>;
}

/** The poll is a floor under the alarm: a job that no notice told of starts this late at most. */
const POLL_MS = 1_000;
/**
 * A post that is later than this comes out of an outage. Such posts go out oldest first and in a tenth of the places
 * (document 3: "paced, oldest first"), so that they neither flood a platform nor make the posts of this minute late.
 */
const LATE_AFTER_MS = 60_000;
const LATE_SHARE = 0.1;
/** Under load, places that become free this close together are filled by one fetch. */
const REFILL_MS = 5;
/** The alarm knows the times up to here, and reads on before they run out. */
const HORIZON_MS = 15 * 60_000;
const READ_AHEAD_MS = 10 * 60_000;

/**
 * Fetches due publish jobs and runs each by itself. pg-boss's own `work()` settles a batch as one, so a platform that
 * hangs would hold up the posts fetched beside it; and it looks every half second at best. Here a job is fetched as
 * soon as it is due and a place is free, and ended in the transaction that stores its outcome.
 */
export function makePublishWorker(needs: {
  boss: PgBoss;
  hub: LiveHub;
  publishPost: PublishPost;
  /** Moments up to `until` at which jobs fall due. */
  upcoming: (until: Date) => Promise<Date[]>;
  concurrency: number;
  heartbeatSeconds: number;
  pulse: Heartbeat;
  clock: () => Date;
  log: Logger;
}): PublishWorker {
  const { boss, hub, publishPost, concurrency, pulse, clock, log } = needs;
  const active = new Map<string, { job: Job<PublishJobData>; late: boolean; done: Promise<void> }>();
  const maxLate = Math.max(1, Math.floor(concurrency * LATE_SHARE));
  const alarm = makeDueAlarm(fetchDue, clock);
  let fetching = false;
  let fetchAgain = false;
  let fetched = Promise.resolve();
  /** There may be due jobs that found no place. */
  let more = false;
  let stopped = false;
  let refill: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  let readAhead: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let unfollow: (() => void) | undefined;

  /** Fills the free places; a call during a fetch makes one more fetch. */
  function fetchDue(): void {
    clearTimeout(refill);
    refill = undefined;
    fetchAgain = true;
    if (!fetching) fetched = fillPlaces();
  }

  async function fillPlaces(): Promise<void> {
    fetching = true;
    try {
      while (fetchAgain && !stopped && active.size < concurrency) {
        fetchAgain = false;
        const lateBefore = priorityOf(new Date(clock().getTime() - LATE_AFTER_MS));
        const onTime = await fetchInto(concurrency - active.size, { maxPriority: lateBefore }, false);
        const latePlaces = Math.min(concurrency - active.size, maxLate - lateActive());
        const late = await fetchInto(latePlaces, { minPriority: lateBefore + 1 }, true);
        more = onTime || late || latePlaces <= 0;
        pulse.fetched();
      }
      pulse.fetched();
    } catch (error) {
      pulse.failed();
      log.error({ err: error }, 'Due posts could not be fetched');
    } finally {
      fetching = false;
    }
  }

  /** Fetches jobs into free places and runs them; true when they filled the places, so that there may be more. */
  async function fetchInto(places: number, priority: Pick<FetchOptions, Bound>, late: boolean): Promise<boolean> {
    if (places <= 0) return false;
    const jobs = await boss.fetch<PublishJobData>(PUBLISH_QUEUE, { batchSize: places, ...priority });
    for (const job of jobs) run(job, late);
    return jobs.length === places;
  }

  const lateActive = () => [...active.values()].filter(({ late }) => late).length;

  function run(job: Job<PublishJobData>, late: boolean): void {
    const done = publishPost(job.data, job)
      .catch(async (error) => {
        log.error({ err: error, ...job.data }, 'Publishing was interrupted; the job is tried again');
        await boss
          .fail(PUBLISH_QUEUE, job)
          .catch((failure) => log.error({ err: failure }, 'The job stays for the heartbeat'));
      })
      .finally(() => {
        active.delete(job.id);
        if (fetchAgain || more) refill ??= setTimeout(fetchDue, REFILL_MS);
      });
    active.set(job.id, { job, late, done });
  }

  /** Tells the alarm what no notice told this process: posts scheduled before it started, or long ago. */
  async function readUpcoming(): Promise<void> {
    try {
      for (const due of await needs.upcoming(new Date(clock().getTime() + HORIZON_MS))) alarm.add(due.getTime());
    } catch (error) {
      log.warn({ err: error }, 'Upcoming posts could not be read; the poll finds them');
    }
  }

  /** Says that this process is alive; jobs of a process that does not are given to another. */
  async function touch(): Promise<void> {
    const jobs = [...active.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    await boss.touch(PUBLISH_QUEUE, jobs).catch((error) => log.warn({ err: error }, 'The heartbeat was not stored'));
  }

  return {
    start() {
      unfollow = hub.follow(null, (notice) => {
        if (notice === RESYNC) {
          void readUpcoming();
          return fetchDue();
        }
        const now = clock().getTime();
        for (const due of notice.due) {
          if (due < now + HORIZON_MS) alarm.add(due);
        }
      });
      poll = setInterval(fetchDue, POLL_MS);
      readAhead = setInterval(() => void readUpcoming(), READ_AHEAD_MS);
      heartbeat = setInterval(() => void touch(), (needs.heartbeatSeconds * 1000) / 3);
      void readUpcoming();
      fetchDue();
    },
    async stop() {
      stopped = true;
      unfollow?.();
      alarm.stop();
      clearTimeout(refill);
      clearInterval(poll);
      clearInterval(readAhead);
      // What it has been given meanwhile is under way, too.
      await fetched;
      await Promise.all([...active.values()].map(({ done }) => done));
      clearInterval(heartbeat);
    },
  };
}
