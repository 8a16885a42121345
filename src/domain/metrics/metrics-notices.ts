import { nameOf } from '../../foundation/http/page.js';
import { nameInMail } from '../../mail/mail-content.js';
import { type NoticeAccount, ofManagedUser } from '../accounts/account-notices.js';
import type { Connection } from '../accounts/connection.repository.js';
import type { Notice } from '../notifications/notifications.js';

/** For those who can connect the account again with the permission. */
export function metricsRefused(
  { id, userId, platform, username }: Pick<Connection, 'id' | 'userId' | 'platform' | 'username'>,
  account: NoticeAccount,
): Notice {
  const named = `${nameInMail(username)} on ${nameOf(platform)}`;
  return {
    ...{ kind: 'METRICS_REFUSED', userId, subjectId: id, to: { permission: 'MANAGE' } },
    subject: `Results of ${named} are not read`,
    blocks: [
      `${nameOf(platform)} does not give the numbers of this account or of its posts: the permission is missing, or is no longer valid.`,
      { facts: [['Account', named], ...ofManagedUser(account)] },
      'Connect the account again and grant the permission. What was published in the last 30 days is read then.',
      { label: 'Reconnect the account', to: { page: '/accounts' } },
    ],
  };
}
