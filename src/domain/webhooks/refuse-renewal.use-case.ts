import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { accountExpiring } from '../accounts/account-notices.js';
import { refuseRenewal } from '../accounts/connection.repository.js';
import type { RefuseRenewal } from '../accounts/renew-accounts.use-case.js';
import { findUser } from '../identity/account/user.repository.js';
import { notify } from '../notifications/notify.step.js';
import type { AnnounceEvents } from './announce-events.use-case.js';
import { claimExpiryNotice } from './expiry-notice.repository.js';
import { tokenExpiring } from './webhook-event.js';

/**
 * Records that a platform refuses to renew access that still works: the connection expires soon. `token.expiring` is sent
 * immediately, once per expiry, and those who can connect it again are notified.
 */
export const makeRefuseRenewal =
  (needs: { transaction: Transaction; clock: () => Date; announce: AnnounceEvents }): RefuseRenewal =>
  ({ connectionId, stored }, accessEndsAt) =>
    needs.transaction(async (db) => {
      const now = needs.clock();
      const connection = await refuseRenewal(db, { id: connectionId, credentials: stored, accessEndsAt, now });
      if (!connection) return;
      const claimed = await claimExpiryNotice(db, connection.id, accessEndsAt);
      if (claimed) await needs.announce(db, [tokenExpiring(claimed)], now);
      const account = await findUser(db, connection.userId);
      if (!account) return;
      await notify(db, now, [accountExpiring(connection, account, { expiresAt: accessEndsAt, isRefused: true })]);
    });
