/** What people read about comments while they are away. */
import { nameInMail } from '../../mail/mail-content.js';
import type { Notice, NotificationKind } from '../notifications/notifications.js';
import type { Comment } from './comment.repository.js';

interface About {
  userId: string;
  comment: Pick<Comment, 'id' | 'groupId' | 'personId' | 'author' | 'body'>;
  /** The beginning of the text of the post. */
  excerpt: string;
}

const noticeOf = (
  kind: NotificationKind,
  subject: string,
  { userId, comment: { id, groupId, personId, body }, excerpt }: About,
  personIds: readonly string[],
): Notice => ({
  ...{ kind, userId, subjectId: id, groupId, to: { personIds }, except: personId },
  subject,
  blocks: [
    `${subject}.`,
    {
      facts: [
        ['Comment', body],
        ['Post', excerpt],
      ],
    },
    { label: 'Open the post', to: { page: `/posts/${groupId}` } },
  ],
});

/** For the people whom a comment mentions. */
export const mentioned = (about: About, personIds: readonly string[]): Notice =>
  noticeOf('MENTION', `${nameInMail(about.comment.author)} mentioned you in a comment`, about, personIds);

/** For the others who have to do with the post. */
export const commented = (about: About, personIds: readonly string[]): Notice =>
  noticeOf('COMMENT', `${nameInMail(about.comment.author)} commented on a post`, about, personIds);
