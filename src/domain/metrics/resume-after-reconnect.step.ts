import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Connection } from '../accounts/connection.repository.js';
import { withdraw } from '../notifications/notification.repository.js';
import { resumeAccount } from './due-metrics.repository.js';

/** Reads the numbers of an account again that was connected again: its permissions may be others. */
export async function resumeAfterReconnect(
  db: Db,
  connection: Pick<Connection, 'id' | 'userId' | 'platformId'>,
  now: Date,
): Promise<void> {
  await resumeAccount(db, connection, now);
  await withdraw(db, { kinds: ['METRICS_REFUSED'], subjectIds: [connection.id] });
}
