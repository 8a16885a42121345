import type { Day } from './days.js';
import type { PlacedPost } from './placed-post.js';
import type { FreeTime } from './use-free-times.js';

/** What the month, the hours and the list have in common. `CalendarFrame` handles clicks, keys and drags. */
export interface GridProps {
  days: Day[];
  date: Day;
  /** In the order of their times. */
  placed: PlacedPost[];
  /** Times that posts can take from queues. */
  free: ReadonlyMap<Day, FreeTime[]>;
  today: Day;
  timeZone: string;
  selected: ReadonlySet<string>;
  moving: ReadonlyMap<string, string>;
  /** The proposed time of a new post on a day. */
  proposeAt: (day: Day) => string;
  /** Opens the card of a post beside an element. */
  onOpen: (postId: string, anchor: HTMLElement) => void;
}
