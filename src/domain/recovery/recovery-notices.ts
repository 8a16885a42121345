/** What people read about posts that failed while an account had no access. */
import { nameOf } from '../../foundation/http/page.js';
import { type MailBlock, nameInMail } from '../../mail/mail-content.js';
import { timeInMail } from '../../mail/mail-time.js';
import { type NoticeAccount, ofManagedUser } from '../accounts/account-notices.js';
import type { Connection } from '../accounts/connection.repository.js';
import type { Notice } from '../notifications/notifications.js';

/** Posts that a notification names. */
export const MAX_NAMED = 10;

interface Recovered {
  count: number;
  /** The first of them, with their original times. */
  named: readonly { time: Date; excerpt: string }[];
  /** Posts that can be published: those, or others that wait beside them. */
  offered: number;
}

const about = (
  { id, userId, platform, username }: Pick<Connection, 'id' | 'userId' | 'platform' | 'username'>,
  account: NoticeAccount,
  { count, named }: Recovered,
): Omit<Notice, 'blocks'> & { posts: MailBlock[] } => {
  const left = count - named.length;
  const name = `${nameInMail(username)} on ${nameOf(platform)}`;
  return {
    ...{ kind: 'POSTS_RECOVERED', userId, subjectId: id },
    to: { permission: 'PUBLISH' },
    subject: `${count === 1 ? '1 post' : `${count} posts`} failed while ${name} had no access`,
    posts: [
      {
        facts: [
          ...ofManagedUser(account),
          ...named.map(({ time, excerpt }) => [timeInMail(account, time), excerpt] as const),
        ],
      },
      ...(left > 0 ? [`And ${left} more.`] : []),
    ],
  };
};

/** That they go out now. */
export const postsGoOut = (connection: Connection, account: NoticeAccount, recovered: Recovered): Notice => {
  const { posts, ...notice } = about(connection, account, recovered);
  return {
    ...notice,
    blocks: [
      'The account is connected again, and they are published now, in the order of their original times.',
      ...posts,
      ...(recovered.offered > 0
        ? [`${recovered.offered} more failed while it was disconnected: publish them, or leave them.`]
        : []),
      { label: 'Open your accounts', to: { page: '/accounts' } },
    ],
  };
};

/** That they wait for a person. */
export const postsCanGoOut = (connection: Connection, account: NoticeAccount, recovered: Recovered): Notice => {
  const { posts, ...notice } = about(connection, account, recovered);
  return {
    ...notice,
    blocks: [
      'The account is connected again. Publish them, in the order of their original times, or leave them: nothing goes out by itself.',
      ...posts,
      { label: 'Publish them', to: { page: '/accounts' } },
    ],
  };
};
