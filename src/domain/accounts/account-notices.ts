/** What people read about connected accounts. */
import { nameOf } from '../../foundation/http/page.js';
import { nameInMail } from '../../mail/mail-content.js';
import { timeInMail } from '../../mail/mail-time.js';
import type { Notice } from '../notifications/notifications.js';
import type { Connection } from './connection.repository.js';

/** Whose connection or webhook it is. */
export interface NoticeAccount {
  displayName: string;
  timeZone: string | null;
  managedById: string | null;
}

/** Of a managed user, whose it is: the reader has several. */
export const ofManagedUser = ({ managedById, displayName }: NoticeAccount): [string, string][] =>
  managedById === null ? [] : [['Managed user', nameInMail(displayName)]];

type Named = Pick<Connection, 'id' | 'userId' | 'username'> & { platform: string };

const aboutConnection = (
  { id, userId, platform, username }: Named,
  account: NoticeAccount,
  { kind, reason, facts = [] }: Pick<Notice, 'kind'> & { reason: string; facts?: [string, string][] },
): Notice => {
  const named = `${nameInMail(username)} on ${nameOf(platform)}`;
  return {
    ...{ kind, userId, subjectId: id },
    to: { permission: 'MANAGE' },
    subject: `Reconnect ${named}`,
    blocks: [
      reason,
      { facts: [['Account', named], ...ofManagedUser(account), ...facts] },
      'Connect the account again to keep publishing to it.',
      { label: 'Reconnect the account', to: { page: '/accounts' } },
    ],
  };
};

/** That the access ends at a time: by itself, or because the platform refuses to renew it. */
export const accountExpiring = (
  connection: Named,
  account: NoticeAccount,
  { expiresAt, isRefused }: { expiresAt: Date; isRefused: boolean },
): Notice =>
  aboutConnection(connection, account, {
    kind: 'ACCOUNT_EXPIRING',
    reason: isRefused
      ? `${nameOf(connection.platform)} no longer renews the access to this account. After that time, posts to it fail.`
      : 'The access to this account ends soon. After that time, posts to it fail.',
    facts: [['Works until', timeInMail(account, expiresAt)]],
  });

/** That a platform refuses the credentials. */
export const accountRefused = (connection: Named, account: NoticeAccount): Notice =>
  aboutConnection(connection, account, {
    kind: 'ACCOUNT_REFUSED',
    reason: `${nameOf(connection.platform)} refuses the access to this account. Until it is connected again, posts to it fail.`,
  });
