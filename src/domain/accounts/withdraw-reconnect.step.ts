import type { Db } from '../../foundation/database/unit-of-work.js';
import { withdraw } from '../notifications/notification.repository.js';
import type { Connection } from './connection.repository.js';

/** Withdraws the notices to reconnect an account that was connected again or removed. */
export const withdrawReconnect = (db: Db, { id }: Pick<Connection, 'id'>): Promise<void> =>
  withdraw(db, { kinds: ['ACCOUNT_EXPIRING', 'ACCOUNT_REFUSED'], subjectIds: [id] });
