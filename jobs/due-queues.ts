import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { prepared } from '../src/foundation/database/statement.js';

/** The shortest interval of polls, and that of polls for jobs of silent workers, in milliseconds. */
const POLL_MS = 1_000;
const SILENT_POLL_MS = 5_000;
/** How often the job engine maintains its tables, whether or not a worker is silent. */
const SUPERVISE_MS = 60_000;
/** Lower than any priority. */
const ANY_PRIORITY = -(2 ** 31);

/** A subscriber of the due jobs of a queue. */
export interface QueueWatch {
  queue: string;
  /** The interval of polls, in milliseconds; a second at least. */
  everyMs: number;
  /** Jobs below this priority are not due yet, so that those of a full queue are not read. */
  lowestPriority?: () => number;
  /** After each poll: whether jobs are due. */
  polled(due: boolean): void;
  /** A poll has failed. */
  failed?(): void;
}

/**
 * Polls which queues have due jobs, in one statement for all queues of a worker: an idle one does not fetch from each of
 * them again and again. The same statement finds jobs whose worker is silent, and then the job engine is called.
 */
export interface DueQueues {
  watch(queue: QueueWatch): void;
  stop(): Promise<void>;
}

export function makeDueQueues({ boss, pollMs, log }: { boss: PgBoss; pollMs: number; log: Logger }): DueQueues {
  const everyMs = Math.min(POLL_MS, pollMs);
  const watches: QueueWatch[] = [];
  let ticks = 0;
  let polling: Promise<void> | undefined;
  let supervising: Promise<void> | undefined;

  const isTurnOf = (ms: number) => ticks % Math.max(1, Math.round(ms / everyMs)) === 0;

  function tick(): void {
    ticks += 1;
    if (isTurnOf(SUPERVISE_MS)) supervise();
    // While a poll takes longer than a tick, no second one starts.
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  }

  async function poll(): Promise<void> {
    const polled = watches.filter((watch) => isTurnOf(watch.everyMs));
    if (polled.length === 0) return;
    try {
      const { due, silent } = await readDueQueues(boss, polled, isTurnOf(SILENT_POLL_MS));
      if (silent) supervise();
      for (const watch of polled) watch.polled(due.has(watch.queue));
    } catch (error) {
      log.error({ err: error }, 'Queues could not be polled for due jobs');
      for (const { failed } of polled) failed?.();
    }
  }

  /** Requeues the jobs of silent workers, removes old ones, and reports what an operator has to know. */
  function supervise(): void {
    supervising ??= boss
      .supervise()
      .catch((error) => log.error({ err: error }, 'The job engine could not supervise its queues'))
      .finally(() => {
        supervising = undefined;
      });
  }

  const timer = setInterval(tick, everyMs);

  return {
    watch: (queue) => void watches.push(queue),
    async stop() {
      clearInterval(timer);
      await Promise.all([polling, supervising]);
    },
  };
}

/**
 * The order makes Postgres use the index of waiting jobs by priority, independent of statistics. Prepared, because
 * planning takes several times as long as execution.
 */
const READ_DUE_QUEUES = prepared(
  `SELECT q.name FROM unnest($1::text[], $2::int[]) AS q (name, lowest)
       CROSS JOIN LATERAL (SELECT FROM pgboss.job j
                            WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked
                              AND j.priority >= q.lowest AND j.start_after <= now()
                            ORDER BY j.name, j.priority DESC LIMIT 1) AS due
     UNION ALL
     SELECT NULL
      WHERE $3 AND EXISTS (SELECT FROM pgboss.job j WHERE j.state = 'active'
                              AND least(j.heartbeat_on + j.heartbeat_seconds * interval '1 s',
                                        j.started_on + j.expire_seconds * interval '1 s') < now())`,
);

/** Which of the queues have due jobs; and, if wanted, whether a job has a worker that is silent or took too long. */
async function readDueQueues(
  boss: PgBoss,
  watches: readonly QueueWatch[],
  withSilent: boolean,
): Promise<{ due: ReadonlySet<string>; silent: boolean }> {
  const { rows } = await boss
    .getDb()
    .executeSql(READ_DUE_QUEUES, [
      watches.map(({ queue }) => queue),
      watches.map(({ lowestPriority }) => lowestPriority?.() ?? ANY_PRIORITY),
      withSilent,
    ]);
  const names: (string | null)[] = rows.map(({ name }) => name);
  return { due: new Set(names.filter((name) => name !== null)), silent: names.includes(null) };
}
