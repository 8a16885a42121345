import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { HOUR_SECONDS, MINUTE_MS } from '../../foundation/time/durations.js';
import { PostGroupStatus } from '../posts/state/post-group.js';
import type { CalendarPost, CalendarTarget } from './calendar-feed.js';

/** A post takes no time; an event without an end is hardly visible in a calendar. */
const EVENT_MS = 15 * MINUTE_MS;
const MAX_SUMMARY = 80;

const STATE = {
  [PostGroupStatus.DRAFT]: '',
  [PostGroupStatus.SCHEDULED]: '',
  [PostGroupStatus.PUBLISHED]: '',
  [PostGroupStatus.PARTIALLY_PUBLISHED]: 'Partly failed: ',
  [PostGroupStatus.FAILED]: 'Failed: ',
};

/**
 * Writes a calendar with one event per post, in the given order. The same posts give the same bytes, so a hash shows
 * whether anything has changed.
 */
export function writeCalendar(
  name: string,
  posts: readonly CalendarPost[],
  postUrl: ((groupId: string) => string) | null,
): string {
  const calendar = ical({
    name: nameOf(name),
    prodId: { company: 'Social publishing service', product: 'Posts' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: HOUR_SECONDS,
  });
  for (const post of posts) {
    calendar.createEvent({
      id: `${post.id}@post-groups`,
      sequence: post.sequence,
      stamp: post.updatedAt,
      created: post.createdAt,
      lastModified: post.updatedAt,
      start: post.at,
      end: new Date(post.at.getTime() + EVENT_MS),
      summary: summaryOf(post),
      description: descriptionOf(post),
      // Not TENTATIVE while it is scheduled: it will be published.
      status: STATE[post.status] === '' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      categories: platformsOf(post).map((platform) => ({ name: platform })),
      url: postUrl?.(post.id) ?? null,
    });
  }
  // Every line ends so [RFC 5545, 3.1], and the library leaves out the end of the last.
  return `${calendar.toString()}\r\n`;
}

function summaryOf(post: CalendarPost): string {
  const line = printable(post.text).trim().split('\n', 1)[0] ?? '';
  const characters = [...line];
  const short = characters.length > MAX_SUMMARY ? `${characters.slice(0, MAX_SUMMARY).join('')}…` : line;
  return `${STATE[post.status]}${short || 'Post without text'} (${platformsOf(post).join(', ')})`;
}

const descriptionOf = (post: CalendarPost): string =>
  `${printable(post.text)}${post.isCut ? '…' : ''}\n\n${post.targets.map(describeTarget).join('\n')}`.trim();

function describeTarget({ platform, statuses, url, failure }: CalendarTarget): string {
  const more = [failure, url].filter((part) => part !== null).map(printable);
  return [`${printable(platform)}: ${statuses.join(', ')}`, ...more].join(' · ');
}

const platformsOf = ({ targets }: CalendarPost): string[] => [
  ...new Set(targets.map(({ platform }) => printable(platform))),
];

/** One line, escaped: the library escapes texts of events, but not the name of a calendar. */
const nameOf = (name: string): string =>
  printable(name)
    .replaceAll('\n', ' ')
    .replace(/[\\;,]/g, '\\$&');

/** Without control characters, which RFC 5545 forbids in texts, and with one kind of line end. */
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '');
