import type { PgBoss } from 'pg-boss';
import type { CreateSoon } from '../src/domain/recurrences/recurrence-queue.port.js';
import { bossDatabase } from './boss.js';
import { RECURRENCE_QUEUE } from './queues.js';

/** One waiting job is enough: it creates the posts of all due occurrences. */
export const makeCreateSoon =
  (boss: PgBoss): CreateSoon =>
  async (db) => {
    await boss.send(RECURRENCE_QUEUE, {}, { db: bossDatabase(db) });
  };
