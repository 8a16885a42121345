import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Connection } from './connection.repository.js';

/**
 * What follows when a connected account gets new credentials. It is called in their transaction, under the locks of the
 * plan and of the connection.
 */
export type AfterReconnect = (db: Db, connection: Connection) => Promise<void>;
