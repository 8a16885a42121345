import type { PlatformPostStatus } from '../posts/state/platform-post.js';
import type { PostGroupStatus } from '../posts/state/post-group.js';

/** What a feed has at most, so that its size does not depend on the size of the account. */
export const FEED_BOUNDS = {
  /** Posts that are still to come, the next ones first. */
  upcoming: 800,
  /** Posts whose time has passed, the latest first. */
  past: 200,
  pastDays: 30,
  /** Characters of a post's text. */
  text: 1_000,
  /** Targets of a post. */
  targets: 20,
  /** Characters of the reason why a target failed. */
  failure: 200,
} as const;

/** A secret address as its owner sees it afterwards; the secret itself is stored nowhere. */
export interface CalendarFeed {
  createdAt: Date;
  /** When a calendar last read it, to the minute; null: never. */
  lastReadAt: Date | null;
}

/** What became of a post at one target. */
export interface CalendarTarget {
  platform: string;
  /** Statuses of its parts, each once. */
  statuses: (PlatformPostStatus | 'deleted')[];
  /** Address of its first published part. */
  url: string | null;
  /** Why its first failed part failed. */
  failure: string | null;
}

/** A post group as a calendar shows it. */
export interface CalendarPost {
  id: string;
  status: PostGroupStatus;
  at: Date;
  /** At most FEED_BOUNDS.text characters. */
  text: string;
  isCut: boolean;
  /** Grows with every change. */
  sequence: number;
  createdAt: Date;
  updatedAt: Date;
  targets: CalendarTarget[];
}

export const calendarFeedPath = (secret: string): string => `/calendar-feeds/${secret}.ics`;

/** Whether it could be a secret; of anything else the database is not asked. */
export const isFeedSecret = (given: string): boolean => /^[\w-]{43}$/.test(given);
