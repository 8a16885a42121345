import type { PgBoss } from 'pg-boss';
import type { AfterReconnect } from '../src/domain/accounts/after-reconnect.port.js';
import { bossDatabase } from './boss.js';
import { RECOVERY_QUEUE, type RecoveryJobData } from './queues.js';

/** Jobs of reconnects in pg-boss. */
export const makeQueueRecovery =
  (boss: PgBoss): AfterReconnect =>
  async (db, { id, userId }) => {
    const data: RecoveryJobData = { connectionId: id, userId };
    await boss.send(RECOVERY_QUEUE, data, { db: bossDatabase(db) });
  };
