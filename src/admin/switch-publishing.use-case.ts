import { recordAudit } from '../domain/audit/audit.repository.js';
import { dueBacklog } from '../domain/posts/state/post-group.repository.js';
import { deletePause, readPause, storePause } from '../domain/publishing/publishing-pause.repository.js';
import { readDatabaseTime } from '../foundation/database/database-clock.js';
import { type ServiceProcess, workersOf } from '../foundation/database/processes.repository.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import type { QueueState } from '../foundation/job-state.js';

/** Whether the installation publishes. */
export interface PublishingStatus {
  /** Since when it is paused by `admin pause`; null when it is not. */
  pausedSince: Date | null;
  /** Whether PUBLISH_PAUSED is set for the workers that run; `admin resume` does not change that. */
  pausedByConfiguration: boolean;
  /** Whether at least one fetches. */
  workersRunning: boolean;
  /** Names of workers that are connected and have fetched nothing for 30 seconds. */
  silentWorkers: string[];
  /** Platform posts whose time has come and that are not published yet. */
  duePosts: number;
  /** Since when the oldest of them is due; null without one. */
  oldestDueSince: Date | null;
  /** E-mails that wait to be sent. */
  waitingMails: number;
  /** Since when the oldest of them waits; null without one. */
  oldestMailSince: Date | null;
  /** Active jobs whose worker is gone or blocked, in all queues. */
  stuckJobs: number;
  /** Those that are connected to the database. */
  processes: ServiceProcess[];
}

/** The operator's view of publishing as a whole, and its switch. */
export interface SwitchPublishing {
  /** Begins no more attempts, in every worker; again: no change. */
  pause(): Promise<PublishingStatus>;
  /** Publishes what is due; again: no change. */
  resume(): Promise<PublishingStatus>;
  status(): Promise<PublishingStatus>;
}

export function makeSwitchPublishing(needs: {
  db: Db;
  transaction: Transaction;
  listProcesses: () => Promise<ServiceProcess[]>;
  queueStates: () => Promise<Pick<QueueState, 'stuck'>[]>;
  mailBacklog: () => Promise<{ count: number; oldest: Date | null }>;
}): SwitchPublishing {
  const { db, transaction } = needs;
  async function status(): Promise<PublishingStatus> {
    const mails = await needs.mailBacklog();
    const due = await dueBacklog(db, await readDatabaseTime(db));
    const queues = await needs.queueStates();
    const processes = await needs.listProcesses();
    const workers = workersOf(processes);
    return {
      pausedSince: await readPause(db),
      pausedByConfiguration: workers.arePaused,
      workersRunning: workers.areRunning,
      silentWorkers: workers.silent,
      duePosts: due.count,
      oldestDueSince: due.oldest,
      waitingMails: mails.count,
      oldestMailSince: mails.oldest,
      stuckJobs: queues.reduce((sum, { stuck }) => sum + stuck, 0),
      processes,
    };
  }
  return {
    status,
    async pause() {
      await transaction(async (tx) => {
        if (await storePause(tx)) await recordAudit(tx, null, { action: 'publishing_paused' });
      });
      return status();
    },
    async resume() {
      await transaction(async (tx) => {
        if (await deletePause(tx)) await recordAudit(tx, null, { action: 'publishing_resumed' });
      });
      return status();
    },
  };
}
