import type { PgBoss } from 'pg-boss';
import type { QueueImport } from '../src/domain/imports/start-import.use-case.js';
import { bossDatabase } from './boss.js';
import { IMPORT_QUEUE, type ImportJobData } from './queues.js';

/** Jobs of imports in pg-boss. */
export const makeQueueImport =
  (boss: PgBoss): QueueImport =>
  async (db, { id, userId }) => {
    await boss.send(IMPORT_QUEUE, { importId: id, userId } satisfies ImportJobData, { db: bossDatabase(db) });
  };
