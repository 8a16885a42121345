import { makeOperationReads, readPrimary } from '../api/operation-reads.js';
import { AUDIT_RECORDS } from '../domain/audit/audit.repository.js';
import { watchChanges } from '../domain/events/change-times.js';
import { POST_EVENTS } from '../domain/posts/progress/live-event.repository.js';
import { DELIVERY_CHANGES } from '../domain/webhooks/webhook-delivery.repository.js';
import { databaseIdentity } from '../foundation/database/identity.js';
import { watchReplica } from '../foundation/database/replica.js';
import { makeDataSource } from './data-source.js';
import type { Parts } from './parts.js';

/** Where operations read their lists: on a replica, with DATABASE_READ_URL. */
export function makeReads({ config, db, hub, metrics, log, onStop }: Parts) {
  const { readUrl: url, directUrl, limits, poolSize, maxReadLagMs: maxLagMs } = config.database;
  if (url === null) return readPrimary(db);
  const monotonic = () => performance.now();
  const changes = watchChanges({ hub, monotonic });
  changes.follow(POST_EVENTS);
  changes.follow(DELIVERY_CHANGES);
  changes.follow(AUDIT_RECORDS);
  const replica = watchReplica({
    url,
    limits,
    isPooled: directUrl !== null,
    maxLagMs,
    async open(connect) {
      const dataSource = makeDataSource({ url, poolSize, connect });
      await dataSource.initialize();
      return { db: dataSource.manager, close: () => dataSource.destroy() };
    },
    writtenPosition: hub.catchUp,
    primaryIdentity: () => databaseIdentity(async (text) => ({ rows: await db.query(text) })),
    onProgress: changes.forget,
    monotonic,
    log,
  });
  onStop('the replica', async () => {
    changes.stop();
    await replica.stop();
  });
  metrics?.watch({ replica });
  const observe = metrics?.listRead ?? (() => undefined);
  return makeOperationReads({ db, replica, changes, catchUp: hub.catchUp, observe, log });
}
