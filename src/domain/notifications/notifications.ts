import { DAY_MS, HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../../foundation/time/durations.js';
import type { MailContent } from '../../mail/mail-content.js';
import type { Permission } from '../identity/access/permission.js';

/** When notifications of a kind go out by e-mail. */
export const EmailFrequency = {
  NEVER: 'NEVER',
  IMMEDIATELY: 'IMMEDIATELY',
  HOURLY: 'HOURLY',
  DAILY: 'DAILY',
} as const;
export type EmailFrequency = (typeof EmailFrequency)[keyof typeof EmailFrequency];

const { IMMEDIATELY, HOURLY, NEVER } = EmailFrequency;

/** What people are notified of: a description for the settings, and how unless they choose otherwise. */
export const NOTIFICATION_KINDS = {
  POST_FAILED: { description: 'A post could not be published.', email: HOURLY, push: true },
  POST_UNKNOWN: {
    description: 'It is unknown whether a post is live: somebody has to look.',
    email: IMMEDIATELY,
    push: true,
  },
  FIRST_COMMENT_FAILED: {
    description: 'The first comment on a live post could not be sent, or it is unknown whether it was sent.',
    email: HOURLY,
    push: true,
  },
  OCCURRENCE_MISSED: {
    description: 'A recurring post could not be created in time.',
    email: IMMEDIATELY,
    push: true,
  },
  ACCOUNT_EXPIRING: { description: 'The access to a connected account ends soon.', email: IMMEDIATELY, push: false },
  ACCOUNT_REFUSED: {
    description: 'A platform refuses the access to a connected account.',
    email: IMMEDIATELY,
    push: true,
  },
  METRICS_REFUSED: {
    description: 'A platform does not give the numbers of a connected account: a permission is missing.',
    email: HOURLY,
    push: false,
  },
  POSTS_RECOVERED: {
    description: 'An account was reconnected, and posts that failed meanwhile go out or can be published.',
    email: HOURLY,
    push: false,
  },
  APPROVAL_REQUESTED: { description: 'A post waits for your approval.', email: IMMEDIATELY, push: true },
  APPROVAL_DECIDED: {
    description: 'A post was approved or rejected for which you asked.',
    email: IMMEDIATELY,
    push: true,
  },
  MENTION: { description: 'Somebody mentioned you in a comment.', email: IMMEDIATELY, push: true },
  COMMENT: {
    description: 'Somebody commented on a post on which you commented, or for which you asked.',
    email: HOURLY,
    push: false,
  },
  FEED_FAILED: {
    description: 'A web feed cannot be read any more: its new entries become no posts.',
    email: IMMEDIATELY,
    push: false,
  },
  IMPORT_DONE: { description: 'An import of posts has ended.', email: NEVER, push: false },
  WEBHOOK_DISABLED: {
    description: 'A webhook was disabled because its deliveries failed.',
    email: IMMEDIATELY,
    push: true,
  },
  LIMIT_REACHED: {
    description: 'A post was rejected because of the monthly limit of the plan.',
    email: IMMEDIATELY,
    push: true,
  },
} as const satisfies Record<string, { description: string; email: EmailFrequency; push: boolean }>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** The kinds, in the order in which they are shown. */
export const ALL_KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

/** How a person is notified of a kind. */
export interface NotificationPreference {
  kind: NotificationKind;
  /** Whether it is listed in the dashboard. */
  listed: boolean;
  email: EmailFrequency;
  /** Whether it goes to the browsers in which the person subscribed to push. */
  push: boolean;
}

export const defaultPreference = (kind: NotificationKind): NotificationPreference => ({
  kind,
  listed: true,
  email: NOTIFICATION_KINDS[kind].email,
  push: NOTIFICATION_KINDS[kind].push,
});

/** What happened, for the people who are to know. Its texts are plain, and written as those of an e-mail. */
export interface Notice extends Omit<MailContent, 'to' | 'unsubscribe'> {
  kind: NotificationKind;
  /** The account that it is about: also a managed user. */
  userId: string;
  /** What it is about, 1 to 64 characters: an unread notification of the same kind and subject is replaced. */
  subjectId: string;
  /** The post that it is about, which may be deleted before it is read. */
  groupId?: string;
  /** Of the members of the account, and of the account that manages it. */
  to: { permission: Permission } | { personIds: readonly string[] };
  /** A person who is not notified: who did it. */
  except?: string | null;
}

/** The hour of the day at which daily e-mails go out, in the time zone of the account. */
const DAILY_AT = '08:00';
const QUARTER_MS = 15 * MINUTE_MS;

/** When a notification that is written now goes out by e-mail; null: never. */
export function mailTime(email: EmailFrequency, now: Date, timeZone: string | null): Date | null {
  if (email === EmailFrequency.NEVER) return null;
  if (email === EmailFrequency.IMMEDIATELY) return now;
  const every = email === EmailFrequency.HOURLY ? HOUR_MS : QUARTER_MS;
  const next = (Math.floor(now.getTime() / every) + 1) * every;
  if (email === EmailFrequency.HOURLY) return new Date(next);
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timeZone ?? 'UTC',
  });
  // Zones differ from each other by multiples of a quarter of an hour.
  for (let time = next; time <= next + DAY_MS; time += QUARTER_MS) {
    if (clock.format(time) === DAILY_AT) return new Date(time);
  }
  // A day without that hour, where clocks were set forward.
  return new Date(next + DAY_MS);
}

/** E-mails of notifications to one person in an hour; more are gathered in the next one. */
export const MAIL_THROTTLE = { keyPrefix: 'notification-mail', points: 10, duration: HOUR_SECONDS };

/** Push messages to one browser in an hour; more are gathered in the next one. */
export const PUSH_THROTTLE = { keyPrefix: 'notification-push', points: 30, duration: HOUR_SECONDS };

/** A message that no browser took in this time is not sent any more: the dashboard has it. */
export const PUSH_KEPT_MS = DAY_MS;

/** How long notifications are kept. */
export const NOTIFICATIONS_KEPT_MS = 90 * DAY_MS;

/** The page of the dashboard with all of them. */
export const NOTIFICATIONS_PAGE = '/notifications';

/** A page of the dashboard, which opens in this account. */
export const pageInAccount = (page: string, userId: string): string =>
  `${page}${page.includes('?') ? '&' : '?'}account=${userId}`;
