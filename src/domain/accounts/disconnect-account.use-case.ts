import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { ConnectionOwner } from './attach-accounts.use-case.js';
import { type Connection, deleteConnection } from './connection.repository.js';
import { connectionFacts } from './connection-facts.js';
import { withdrawReconnect } from './withdraw-reconnect.step.js';

/** Null: there is no such connection. */
export type DisconnectAccount = (owner: ConnectionOwner, platformId: string) => Promise<Connection | null>;

/** Removes a connection with its credentials; its posts are kept. */
export const makeDisconnectAccount =
  ({ transaction }: { transaction: Transaction }): DisconnectAccount =>
  (owner, platformId) =>
    transaction(async (db) => {
      const removed = await deleteConnection(db, owner.userId, platformId);
      if (!removed) return null;
      await recordAudit(db, owner, { action: 'account_disconnected', ...connectionFacts(removed) });
      await withdrawReconnect(db, removed);
      return removed;
    });
