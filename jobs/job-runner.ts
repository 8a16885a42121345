import type { FetchOptions, Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { fetchingDatabase, tierName } from './boss.js';
import type { DueQueues } from './due-queues.js';
import { type JobTraces, NO_JOB_TRACES } from './job-traces.js';
import type { Heartbeat } from './watchdog.js';

/** Finds what no notice announced; a due job starts this late at most. */
const POLL_MS = 1_000;
/** Notices that come, and slots that become free, this close together share a fetch. */
const GATHER_MS = 5;

/** Some of a queue's jobs, which may take only so many of the slots. */
export interface Share {
  name: string;
  slots: number;
  /** Which jobs; with `groupConcurrency`, no more than so many of a group, over all processes. */
  options: Pick<FetchOptions, 'minPriority' | 'maxPriority' | 'groupConcurrency' | 'ignoreGroups'>;
}

/** Of the slots that other groups leave, what a group may take: however slow one is, there are slots for the others. */
const GROUP_SHARE = 7 / 8;
/**
 * Of a group's slots that its other tiers leave, what a tier may take: however many jobs one has, there is a slot for
 * those that have few. Alone, it takes three quarters of all slots.
 */
const TIER_SHARE = 6 / 7;

/** With so many slots for each group, one is left to every group that has no job under way, however many are slow. */
const RESERVE_FROM = 2;

const NOBODY = { full: [], room: Number.POSITIVE_INFINITY };

export interface JobRunner {
  /** Fills the free slots with due jobs; a call during a fetch makes one more fetch. */
  fetchNow(): void;
  /** The same with jobs of the first share alone: those that fall due now. */
  fetchFirst(): void;
  /** The same in a moment, once for all calls until then. */
  fetchSoon(): void;
  /** Takes no more jobs and waits for the ones under way. */
  stop(): Promise<void>;
}

/**
 * Runs due jobs of a queue, each by itself. pg-boss's own `work()` settles a batch as one, so a job that hangs would
 * hold up those fetched beside it, and it polls every half second at best. Here a job is fetched as soon as it is due
 * and a slot is free.
 */
export function startJobRunner<Data extends object>(needs: {
  boss: PgBoss;
  dueQueues: DueQueues;
  queue: string;
  /** Does a job and ends it, in the transaction that stores its outcome. A job that rejects is tried again. */
  handle: (job: Job<Data>) => Promise<void>;
  /** How many jobs are under way at most. */
  concurrency: number;
  /** The groups that jobs have: each leaves slots to the others, and each tier of a group to its other tiers. */
  groups?: readonly string[];
  /** In the order in which they are fetched. */
  shares: () => readonly Share[];
  /** Jobs below this priority are not due yet. */
  lowestPriority?: () => number;
  heartbeatSeconds: number;
  pulse: Heartbeat;
  traces?: JobTraces;
  log: Logger;
}): JobRunner {
  const { boss, queue, handle, concurrency, shares, pulse, traces = NO_JOB_TRACES } = needs;
  const log = needs.log.child({ queue });
  const active = new Map<string, { job: Job<Data>; share: string; done: Promise<void> }>();
  let fetching = false;
  let fetchAgain = false;
  /** Whether the next fetch is for all shares, not for the first alone. */
  let fetchAll = false;
  let fetched = Promise.resolve();
  /** Shares that may have due jobs that found no slot. */
  const more = new Set<string>();
  let stopped = false;
  let gathering: NodeJS.Timeout | undefined;

  function fetchNow(): void {
    clearTimeout(gathering);
    gathering = undefined;
    fetchAll = true;
    fetchFirst();
  }

  function fetchFirst(): void {
    if (stopped) return;
    fetchAgain = true;
    if (!fetching) fetched = fillSlots();
  }

  function fetchSoon(): void {
    if (!stopped) gathering ??= setTimeout(fetchNow, GATHER_MS);
  }

  async function fillSlots(): Promise<void> {
    fetching = true;
    try {
      while (fetchAgain && !stopped && active.size < concurrency) {
        fetchAgain = false;
        const wanted = fetchAll ? shares() : shares().slice(0, 1);
        fetchAll = false;
        for (const share of wanted) {
          if (await fetchShare(share)) more.add(share.name);
          else more.delete(share.name);
        }
        pulse.fetched();
      }
      pulse.fetched();
    } catch (error) {
      pulse.failed();
      log.error({ err: error }, 'Due jobs could not be fetched');
    } finally {
      fetching = false;
    }
  }

  /** Fetches jobs of a share into its free slots and runs them; true when there may be more of them. */
  async function fetchShare({ name, slots, options }: Share): Promise<boolean> {
    const taken = [...active.values()].filter(({ share }) => share === name).length;
    const free = Math.min(concurrency - active.size, slots - taken);
    if (free <= 0) return true;
    const { full, room } = needs.groups ? crowding(needs.groups) : NOBODY;
    const batchSize = Math.min(free, room);
    const ignoreGroups = [...(options.ignoreGroups ?? []), ...full];
    const jobs = await boss.fetch<Data>(queue, {
      batchSize,
      ...options,
      ...(ignoreGroups.length > 0 && { ignoreGroups }),
      db: fetchingDatabase(boss, { ignoresGroups: ignoreGroups.length > 0 }),
    });
    for (const job of jobs) run(job, name);
    // There were more, of which the batch would have given a group or a tier too many.
    if (batchSize < free && jobs.length === batchSize) fetchAgain = fetchAll = true;
    // Those of full ones were left.
    if (options.groupConcurrency === undefined) return jobs.length === batchSize || full.length > 0;
    // Jobs of a group that is full now stood in the way of others; those that are left wait for one of theirs to end.
    if (jobs.length > 0) fetchAgain = fetchAll = true;
    return true;
  }

  /**
   * Groups, and tiers as `group/tier`, that have all the slots that they may take, and how many jobs may be fetched that
   * are all of one other tier.
   */
  function crowding(groups: readonly string[]): { full: string[]; room: number } {
    const taken = new Map<string, Map<string, number>>();
    for (const { job } of active.values()) {
      if (!job.groupId) continue;
      const tiers = taken.get(job.groupId) ?? new Map<string, number>();
      taken.set(job.groupId, tiers);
      const tier = job.groupTier ?? '';
      tiers.set(tier, (tiers.get(tier) ?? 0) + 1);
    }
    const free = concurrency - active.size;
    const reserved =
      concurrency >= RESERVE_FROM * groups.length ? groups.filter((group) => !taken.has(group)).length : 0;
    const limitOf = (own: number, left: number) => Math.min(GROUP_SHARE * (free + own), free + own - left);
    const roomOf = (limit: number, own: number) => Math.max(1, Math.floor(limit)) - own;
    const full: string[] = [];
    /** Of a new tier in a new group. */
    let room = roomOf(TIER_SHARE * limitOf(0, reserved - 1), 0);
    for (const [group, tiers] of taken) {
      const own = [...tiers.values()].reduce((sum, count) => sum + count, 0);
      const limit = limitOf(own, reserved);
      const roomOfTier = (count: number) => roomOf(TIER_SHARE * (limit - own + count), count);
      const roomOfGroup = roomOf(limit, own);
      if (roomOfGroup <= 0) {
        full.push(group);
        continue;
      }
      room = Math.min(room, roomOfGroup, roomOfTier(0));
      for (const [tier, count] of tiers) {
        if (roomOfTier(count) <= 0) full.push(tierName(group, tier));
        else room = Math.min(room, roomOfTier(count));
      }
    }
    return { full, room };
  }

  function run(job: Job<Data>, share: string): void {
    const done = traces
      .process(queue, job, () => handle(job))
      .catch(async (error) => {
        log.error({ err: error, ...(job.data as object) }, 'A job was interrupted; it is tried again');
        await boss
          .fail(queue, job)
          .catch((failure) => log.error({ err: failure }, 'The job is tried again when its heartbeat is missed'));
      })
      .finally(() => {
        active.delete(job.id);
        if (fetchAgain || more.size > 0) fetchSoon();
      });
    active.set(job.id, { job, share, done });
  }

  /** Says that this process is alive; jobs of a process that does not are given to another. */
  async function touch(): Promise<void> {
    const jobs = [...active.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    await boss.touch(queue, jobs).catch((error) => log.warn({ err: error }, 'The heartbeat was not stored'));
  }

  needs.dueQueues.watch({
    queue,
    everyMs: POLL_MS,
    lowestPriority: needs.lowestPriority,
    polled(due) {
      if (due) fetchNow();
      // A fetch that never settles is what the watchdog is there for.
      else if (!fetching) pulse.fetched();
    },
    failed: pulse.failed,
  });
  const heartbeat = setInterval(() => void touch(), (needs.heartbeatSeconds * 1000) / 3);
  fetchSoon();

  return {
    fetchNow,
    fetchFirst,
    fetchSoon,
    async stop() {
      stopped = true;
      clearTimeout(gathering);
      // What it has been given meanwhile is under way, too.
      await fetched;
      await Promise.all([...active.values()].map(({ done }) => done));
      clearInterval(heartbeat);
    },
  };
}
