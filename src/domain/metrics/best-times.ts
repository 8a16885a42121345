/** When posts do best, by what those did that were published in each hour of the week. */
import { DAY_MS } from '../../foundation/time/durations.js';
import type { Weekday } from '../schedules/weekly-times.js';

/** Posts of an hour of the week that have a metric. */
export interface HourOfPosts {
  weekday: Weekday;
  hour: number;
  posts: number;
  /** Of the metric. */
  sum: number;
  /** Days in ISO 8601: that of the earliest of them, and that of the latest. */
  first: string;
  last: string;
}

export interface BestHour {
  weekday: Weekday;
  hour: number;
  posts: number;
  average: number;
  confidence: number;
}

export interface BestTimes {
  posts: number;
  isEnough: boolean;
  needed: number;
  hours: BestHour[];
  proposals: BestHour[];
}

/** Posts without which nothing is said about times. */
export const NEEDED_POSTS = 30;
/** They are of at least so many days: one busy week shows no habit. */
const NEEDED_DAYS = 21;
/** An hour without posts counts as so many average ones: a few posts that went well by chance do not lead the list. */
const AVERAGE_POSTS = 5;
const MAX_PROPOSALS = 5;
/** An hour with fewer posts is not proposed. */
const PROPOSED_POSTS = 3;
/** Proposals of one day are so many hours apart. */
const APART_HOURS = 3;

export function bestTimesOf(given: readonly HourOfPosts[]): BestTimes {
  const posts = given.reduce((sum, hour) => sum + hour.posts, 0);
  const mean = posts === 0 ? 0 : given.reduce((sum, hour) => sum + hour.sum, 0) / posts;
  const hours = given.map(({ weekday, hour, posts: count, sum }) => ({
    ...{ weekday, hour, posts: count },
    average: (sum + AVERAGE_POSTS * mean) / (count + AVERAGE_POSTS),
    confidence: count / (count + AVERAGE_POSTS),
  }));
  const isEnough = posts >= NEEDED_POSTS && daysOf(given) >= NEEDED_DAYS;
  return { posts, isEnough, needed: NEEDED_POSTS, hours, proposals: isEnough ? proposalsOf(hours, mean) : [] };
}

function daysOf(given: readonly HourOfPosts[]): number {
  const days = given.flatMap(({ first, last }) => [Date.parse(first), Date.parse(last)]);
  return (Math.max(...days) - Math.min(...days)) / DAY_MS;
}

function proposalsOf(hours: readonly BestHour[], mean: number): BestHour[] {
  const proposals: BestHour[] = [];
  const better = hours.filter(({ average, posts }) => average > mean && posts >= PROPOSED_POSTS);
  for (const one of better.toSorted((a, b) => b.average - a.average || b.posts - a.posts)) {
    if (proposals.length === MAX_PROPOSALS) break;
    const isNear = proposals.some(
      ({ weekday, hour }) => weekday === one.weekday && Math.abs(hour - one.hour) < APART_HOURS,
    );
    if (!isNear) proposals.push(one);
  }
  return proposals;
}
