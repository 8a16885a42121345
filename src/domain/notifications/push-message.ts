/** Notifications as one push message, which dashboard/public/service-worker.js shows. */
import { isButton } from '../../mail/mail-content.js';
import type { Notification } from './notification.repository.js';
import { aboutOf } from './notification-mail.js';
import { NOTIFICATIONS_PAGE, pageInAccount } from './notifications.js';

/** At most 2 KB as JSON: push services take 4 KB, encrypted. */
export interface PushMessage {
  title: string;
  /** Lines. */
  body: string;
  /** A page of the dashboard. */
  path: string;
  /** A message replaces an earlier one with the same tag, also at the push service. At most 32 characters. */
  tag: string;
  /** When it happened, in milliseconds: the same message twice is shown once. */
  time: number;
  /** The notification, to mark it as read when it is opened; null: there are several. */
  id: string | null;
}

const MAX_TITLE = 120;
const MAX_LINE = 200;
/** Titles of a message about several notifications. */
const MAX_LISTED = 4;

export function pushMessage([first, ...others]: readonly [Notification, ...Notification[]]): PushMessage {
  if (others.length > 0) {
    const all = [first, ...others];
    return {
      title: `${all.length} new notifications`,
      body: all
        .slice(-MAX_LISTED)
        .map(({ title }) => cut(title, MAX_TITLE))
        .join('\n'),
      path: NOTIFICATIONS_PAGE,
      tag: 'several',
      time: Math.max(...all.map(({ createdAt }) => createdAt.getTime())),
      id: null,
    };
  }
  const { id, title, blocks, userId, accountName, createdAt } = first;
  const button = blocks.find(isButton);
  return {
    title: cut(title, MAX_TITLE),
    body: `${cut(aboutOf(title, blocks), MAX_LINE)}\n${cut(accountName, MAX_LINE)}`.trim(),
    path: button && 'page' in button.to ? pageInAccount(button.to.page, userId) : NOTIFICATIONS_PAGE,
    tag: id,
    time: createdAt.getTime(),
    id,
  };
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
