/** Notifications as one e-mail. */
import { isButton, type MailBlock, type MailContent, nameInMail } from '../../mail/mail-content.js';
import { NOTIFICATIONS_PAGE, pageInAccount } from './notifications.js';

/** What an e-mail says of a notification. */
export interface MailedNotification extends Pick<MailContent, 'blocks'> {
  userId: string;
  accountName: string;
  title: string;
  count: number;
}

/** Notifications that one e-mail lists; the dashboard has the others. */
const MAX_LISTED = 30;

/** One is the e-mail that it was written as; several are a list. `unsubscribe`: the page to have no more of these. */
export function notificationMail(
  to: { email: string },
  notifications: readonly [MailedNotification, ...MailedNotification[]],
  unsubscribe: string,
): MailContent {
  const [first, ...others] = notifications;
  const common = { to: to.email, unsubscribe };
  if (others.length === 0) {
    const [text, ...blocks] = first.blocks;
    return {
      ...common,
      subject: first.title,
      blocks: [text, ...blocks.map((block) => inAccount(block, first.userId))],
    };
  }
  const accounts = new Set(notifications.map(({ userId }) => userId));
  const listed = notifications.slice(0, MAX_LISTED);
  const left = notifications.length - listed.length;
  return {
    ...common,
    subject: `${first.title}, and ${others.length} more`,
    blocks: [
      `You have ${notifications.length} new notifications.`,
      {
        facts: listed.map(({ title, blocks, accountName, count }) => [
          accounts.size > 1 ? `${nameInMail(accountName)}: ${title}` : title,
          count > 1 ? `${aboutOf(title, blocks)} (${count} times)` : aboutOf(title, blocks),
        ]),
      },
      ...(left > 0 ? [`${left} more are in the dashboard.`] : []),
      { label: 'Open your notifications', to: { page: NOTIFICATIONS_PAGE } },
    ],
  };
}

/** Names of the facts that say which post or comment it is, and are clear without their names. */
const QUOTED = ['Text', 'Comment'];
/** Facts of a notification among several. */
const MAX_FACTS = 4;

/** What differs between notifications with the same title: `Ann asks for approval of a post. · Hello`. */
export function aboutOf(title: string, [text, ...blocks]: MailContent['blocks']): string {
  const facts = blocks.flatMap((block) => (typeof block === 'object' && 'facts' in block ? block.facts : []));
  const named = facts.flatMap(([name, value]) => {
    if (value === '') return [];
    return QUOTED.includes(name) ? value : `${name}: ${value}`;
  });
  const left = named.length - MAX_FACTS;
  const sentence = text === `${title}.` ? [] : [text];
  return [...sentence, ...named.slice(0, MAX_FACTS), ...(left > 0 ? [`and ${left} more`] : [])].join(' · ');
}

const inAccount = (block: MailBlock, userId: string): MailBlock =>
  isButton(block) && 'page' in block.to ? { ...block, to: { page: pageInAccount(block.to.page, userId) } } : block;
