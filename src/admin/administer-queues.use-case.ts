import type { ServiceProcess } from '../foundation/database/processes.repository.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import type { QueueState, WaitingMail } from '../foundation/job-state.js';

/** The operator's view of queues, e-mails and processes. */
export interface AdministerQueues {
  /** Queues with jobs, by name and platform. */
  queues(): Promise<QueueState[]>;
  /** The oldest e-mails that wait or were given up, at most 100. */
  mails(): Promise<WaitingMail[]>;
  /** Those that are connected to the database. */
  processes(): Promise<ServiceProcess[]>;
}

const MAX_MAILS = 100;

export const makeAdministerQueues = (needs: {
  db: Db;
  queueStates: (db: Db) => Promise<QueueState[]>;
  waitingMails: (db: Db, limit: number) => Promise<WaitingMail[]>;
  listProcesses: (db: Db) => Promise<ServiceProcess[]>;
}): AdministerQueues => ({
  queues: () => needs.queueStates(needs.db),
  mails: () => needs.waitingMails(needs.db, MAX_MAILS),
  processes: () => needs.listProcesses(needs.db),
});
