import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { findUser } from '../identity/account/user.repository.js';
import { notify } from '../notifications/notify.step.js';
import { accountRefused } from './account-notices.js';
import { revokeConnection } from './connection.repository.js';
import type { StoredCredentials } from './load-account.use-case.js';

export type MarkRevoked = (opened: StoredCredentials) => Promise<void>;

/**
 * Records that the platform permanently rejected the account's credentials, unless it was reconnected meanwhile. Those who
 * can connect it again are notified.
 */
export const makeMarkRevoked =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): MarkRevoked =>
  ({ connectionId, stored }) =>
    transaction(async (db) => {
      const now = clock();
      const connection = await revokeConnection(db, connectionId, stored, now);
      const account = connection && (await findUser(db, connection.userId));
      if (account) await notify(db, now, [accountRefused(connection, account)]);
    });
