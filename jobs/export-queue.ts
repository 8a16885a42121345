import type { PgBoss } from 'pg-boss';
import type { QueueExport } from '../src/domain/owner/request-export.use-case.js';
import { bossDatabase } from './boss.js';
import { EXPORT_QUEUE, type ExportJobData } from './queues.js';

/** Jobs of exports in pg-boss. */
export const makeQueueExport =
  (boss: PgBoss): QueueExport =>
  async (db, exportId) => {
    await boss.send(EXPORT_QUEUE, { exportId } satisfies ExportJobData, { db: bossDatabase(db) });
  };
