import { randomBytes } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { WebhookQueue } from '../src/domain/webhooks/webhook-queue.port.js';
import { bossDatabase } from './boss.js';
import { type JobTraces, NO_JOB_TRACES } from './job-traces.js';
import { WEBHOOK_QUEUE, type WebhookJobData } from './queues.js';

/** Webhook jobs in pg-boss. */
export const makeWebhookQueue = (boss: PgBoss, traces: JobTraces = NO_JOB_TRACES): WebhookQueue => ({
  async enqueue(db, jobs) {
    await boss.insert(
      WEBHOOK_QUEUE,
      jobs.map(({ deliveryId, subject, lane, host, dueAt }) => ({
        id: jobId(deliveryId),
        data: {
          deliveryId,
          ...traces.create(WEBHOOK_QUEUE, { about: [subject], dueAt }),
        } satisfies WebhookJobData,
        singletonKey: lane,
        group: { id: host },
        startAfter: dueAt,
      })),
      { db: bossDatabase(db) },
    );
  },
  async end(db, { id, retryCount }) {
    await boss.complete(WEBHOOK_QUEUE, [{ id, retryCount }], undefined, { db: bossDatabase(db) });
  },
});

/** Jobs of a lane that are made in the same moment run by their ids: in the order of their deliveries. */
const jobId = (deliveryId: string): string =>
  `${deliveryId}${randomBytes(4).toString('hex')}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
