import type { TestDatabase } from './database.js';
import { eventually } from './eventually.js';

/** Queues a run of the maintenance; one that is at work has to end first, as it has read already. */
export const queueMaintenance = (db: TestDatabase) =>
  eventually(async () => {
    const [job] = await db.query(
      `INSERT INTO pgboss.job (name, policy) VALUES ('maintenance', 'exclusive') ON CONFLICT DO NOTHING RETURNING id`,
    );
    return job;
  });
