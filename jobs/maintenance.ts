import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { deleteLoginsBefore } from '../src/domain/accounts/login-attempt.repository.js';
import { deleteAuditBefore } from '../src/domain/audit/audit.repository.js';
import { ANSWERS_KEPT_MS } from '../src/domain/engagement/fetch-once.use-case.js';
import { deleteAnswersBefore } from '../src/domain/engagement/network-answer.repository.js';
import { deleteExpiredAccess } from '../src/domain/identity/access.repository.js';
import { deleteExpiredEmailTokens } from '../src/domain/identity/email-token.repository.js';
import type { SweepMedia } from '../src/domain/media/sweep.use-case.js';
import { EXPORT_ABANDONED_MS } from '../src/domain/owner/account-export.js';
import { expireExports } from '../src/domain/owner/account-export.repository.js';
import type { RemoveAccounts } from '../src/domain/owner/remove-accounts.use-case.js';
import { deleteExpiredIdempotencyKeys } from '../src/domain/posts/idempotency-key.repository.js';
import { EVENTS_KEPT_MS } from '../src/domain/posts/live-event.js';
import { deleteEventsBefore } from '../src/domain/posts/live-event.repository.js';
import type { RequeueForgotten } from '../src/domain/publishing/requeue-forgotten.use-case.js';
import { deleteProcessesBefore } from '../src/domain/usage/live-usage.repository.js';
import { deleteExpiryNoticesBefore } from '../src/domain/webhooks/expiry-notice.repository.js';
import { deleteDeliveriesBefore } from '../src/domain/webhooks/webhook-delivery.repository.js';
import type { Db } from '../src/foundation/database/unit-of-work.js';
import { deleteEndedRequestLimits } from '../src/foundation/request-limits/request-limit.repository.js';
import { DAY_MS, HOUR_MS } from '../src/foundation/time/durations.js';
import { MAINTENANCE_QUEUE } from './queues.js';

/** Kept beyond their end, so that a late client gets the reason. */
const LOGINS_KEPT_MS = DAY_MS;
/** Much longer than their lease: one that was only paused finds what it held. */
const PROCESSES_KEPT_MS = HOUR_MS;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** Every minute, on one worker: posts without a job are requeued, and expired data is deleted. */
export async function startMaintenance(needs: {
  boss: PgBoss;
  db: Db;
  requeueForgotten: RequeueForgotten;
  removeAccounts: RemoveAccounts;
  sweepMedia: SweepMedia;
  /** How long the audit log is kept. */
  auditLogKeptMs: number;
  /** How often it checks whether its minute has come. */
  pollMs: number;
  clock: () => Date;
  log: Logger;
}): Promise<void> {
  const { boss, db, pollMs, clock, log } = needs;
  await boss.schedule(MAINTENANCE_QUEUE, '* * * * *');
  await boss.work(MAINTENANCE_QUEUE, { pollingIntervalSeconds: pollMs / 1000 }, async () => {
    const requeued = await needs.requeueForgotten();
    if (requeued > 0) log.warn({ requeued }, 'Requeued posts without a job');
    await needs.removeAccounts();
    await deleteExpiredIdempotencyKeys(db, clock());
    await deleteExpiredAccess(db, clock());
    await deleteEndedRequestLimits(db);
    await deleteExpiredEmailTokens(db, clock());
    await deleteLoginsBefore(db, new Date(clock().getTime() - LOGINS_KEPT_MS));
    const abandonedBefore = new Date(clock().getTime() - EXPORT_ABANDONED_MS);
    await expireExports(db, { now: clock(), abandonedBefore });
    await needs.sweepMedia();
    await deleteEventsBefore(db, new Date(clock().getTime() - EVENTS_KEPT_MS));
    await deleteProcessesBefore(db, new Date(clock().getTime() - PROCESSES_KEPT_MS));
    await deleteDeliveriesBefore(db, new Date(clock().getTime() - DELIVERIES_KEPT_MS));
    await deleteExpiryNoticesBefore(db, clock());
    await deleteAuditBefore(db, new Date(clock().getTime() - needs.auditLogKeptMs));
    await deleteAnswersBefore(db, new Date(clock().getTime() - ANSWERS_KEPT_MS));
  });
}

/** Whether a publish job still waits or runs. */
export const makeHasLiveJob =
  (boss: PgBoss, queue: string) =>
  async (jobId: string): Promise<boolean> => {
    const [job] = await boss.findJobs(queue, { id: jobId });
    return job !== undefined && ['created', 'retry', 'active'].includes(job.state);
  };
