import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { nameOf } from '../../foundation/http/page.js';
import { nameInMail } from '../../mail/mail-content.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { timeInMail } from '../../mail/mail-time.js';
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
      if (!user || !owner) return;
      const isManaged = owner !== user;
      const platform = nameOf(connection.platform);
      const account = `${nameInMail(connection.username)} on ${platform}`;
      await needs.mailQueue.enqueue(db, {
        to: owner.email,
        subject: `Reconnect ${account}`,
        blocks: [
          `${platform} no longer renews the access to this account. After that time, posts to it fail.`,
          {
            facts: [
              ['Account', account],
              ...(isManaged ? [['Managed user', nameInMail(user.displayName)] as const] : []),
              ['Works until', timeInMail(owner, accessEndsAt)],
            ],
          },
          'Connect the account again to keep publishing to it.',
          isManaged
            ? { label: 'Open the managed user', to: { page: `/managed-users/${user.id}` } }
            : { label: 'Reconnect the account', to: { page: '/accounts' } },
        ],
      });
    });
