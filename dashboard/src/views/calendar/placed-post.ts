import { excerpt } from '../../parts/excerpt.js';
import { toEntered } from '../../parts/time.js';
import type { CalendarPost } from './calendar.operations.js';
import type { Day } from './days.js';

/** A post at its time, or at the time it is being moved to. */
export interface PlacedPost {
  post: CalendarPost;
  at: string;
  day: Day;
  /** On the clock of the time zone: `2035-03-14 09:30:00`. */
  wallTime: string;
}

/** Posts in the order of their times. */
export function placePosts(posts: CalendarPost[], moving: ReadonlyMap<string, string>, timeZone: string): PlacedPost[] {
  return posts
    .flatMap((post) => {
      const at = moving.get(post.id) ?? post.scheduledTime;
      if (!at) return [];
      const wallTime = toEntered(at, timeZone);
      return [{ post, at, wallTime, day: wallTime.slice(0, 10) }];
    })
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** A move can be undone, so only a post whose publishing has not begun is moved. */
export const isMovable = ({ status, processingStatus }: CalendarPost): boolean =>
  (status === 'SCHEDULED' || status === 'DRAFT') && processingStatus === 'PENDING';

/** The beginning of the text, in one line. */
export const titleOf = ({ content }: CalendarPost): string => excerpt(content.replace(/\s+/g, ' ').trim(), 80);

/** The platforms of a post, each once. */
export const platformsOf = ({ posts }: CalendarPost): string[] => [
  ...new Set(posts.map(({ platformKey }) => platformKey)),
];
