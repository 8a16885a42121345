import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { refuseRenewal } from '../accounts/connection.repository.js';
import type { RefuseRenewal } from '../accounts/renew-accounts.use-case.js';
import { findUser } from '../identity/account/user.repository.js';
import type { AnnounceEvents } from './announce-events.use-case.js';
import { claimExpiryNotice } from './expiry-notice.repository.js';
import { tokenExpiring } from './webhook-event.js';

/**
 * Records that a platform refuses to renew access that still works: the connection expires soon. `token.expiring` is sent
 * immediately, once per expiry, and the owner of the account gets an e-mail.
 */
export const makeRefuseRenewal =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    announce: AnnounceEvents;
    mailQueue: MailQueue;
  }): RefuseRenewal =>
  ({ connectionId, stored }, accessEndsAt) =>
    needs.transaction(async (db) => {
      const now = needs.clock();
      const connection = await refuseRenewal(db, { id: connectionId, credentials: stored, accessEndsAt, now });
      if (!connection) return;
      const claimed = await claimExpiryNotice(db, connection.id, accessEndsAt);
      if (claimed) await needs.announce(db, [tokenExpiring(claimed)], now);
      const user = await findUser(db, connection.userId);
      const owner = user?.managedById ? await findUser(db, user.managedById) : user;
      if (!owner) return;
      const account = `${connection.username} on ${connection.platform}`;
      await needs.mailQueue.enqueue(db, {
        to: owner.email,
        subject: `Reconnect ${account}`,
        text: [
          'Hello,',
          `${connection.platform} does not renew the access to ${account}. Posts to it are published until ${accessEndsAt.toISOString().slice(0, 16).replace('T', ' ')} (UTC); after that they fail.`,
          'Connect the account again to keep publishing to it.',
        ].join('\n\n'),
      });
    });
