/** What a posting schedule is, and which times it has. */
import { isBlank } from '../../foundation/blank-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { NOT_IN_NAMES } from '../identity/account/parse-account.js';
import { isLongerThan } from '../posts/state/post-bounds.js';
import { instantsOf, type WeeklyTime } from './weekly-times.js';

/** In place of the id of a schedule: the oldest one that is not paused and is for all accounts of the post. */
export const NEXT_FREE = 'NEXT_FREE';

/** Schedules of an account. */
export const MAX_SCHEDULES = 50;
const MAX_NAME = 100;
const MAX_TIMES = 200;
/** Times of a schedule that posts can take: those of two years, and at most so many. */
export const MAX_QUEUE = 10_000;
/** Posts of a queue that one operation reorders. */
export const MAX_REORDERED = 1_000;
const HORIZON_MS = 730 * DAY_MS;
/** A time that is nearer is not taken: the post may be checked and stored only after it. */
const LEAD_MS = MINUTE_MS;

/** Error: POSTING_SCHEDULE_NAME_INVALID. */
export function parseScheduleName(given: string): string {
  const name = publishableText(given, 'name').trim();
  if (isBlank(name) || isLongerThan(name, MAX_NAME) || name.search(NOT_IN_NAMES) >= 0) {
    throw new AppError('POSTING_SCHEDULE_NAME_INVALID');
  }
  return name;
}

/** Weekly times, each once, in the order of the week. Error: POSTING_TIMES_INVALID. */
export function parseTimes(given: readonly WeeklyTime[]): WeeklyTime[] {
  const isValid = given.length > 0 && given.length <= MAX_TIMES;
  if (!isValid || given.some(({ time }) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))) {
    throw new AppError('POSTING_TIMES_INVALID');
  }
  const times = new Map(given.map(({ weekday, time }) => [`${weekday} ${time}`, { weekday, time }]));
  return [...times].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, time]) => time);
}

/** The times that posts can take, later than `after`, in order. */
export function* upcomingTimes(
  { times, timeZone }: { times: readonly WeeklyTime[]; timeZone: string },
  now: Date,
  after: Date = now,
): Generator<Date> {
  const first = new Date(Math.max(now.getTime() + LEAD_MS, after.getTime()));
  let count = 0;
  for (const time of instantsOf(times, timeZone, first, new Date(now.getTime() + HORIZON_MS))) {
    if (count === MAX_QUEUE) return;
    count += 1;
    yield time;
  }
}

/** Whether a schedule is for all of these connections. */
export const isFor = ({ platformIds }: { platformIds: readonly string[] }, targets: readonly string[]): boolean =>
  platformIds.length === 0 || targets.every((target) => platformIds.includes(target));

/** No schedule is for all of these connections, or the one that was named is not. */
export function refuseFor(platformIds: readonly string[]): never {
  throw new AppError('POSTING_SCHEDULE_NOT_FOR_POST', { platformIds: [...platformIds] });
}

/** Groups with a later slot are in the queue. */
export const queueBegins = ({ pausedAt }: { pausedAt: Date | null }, now: Date): Date => pausedAt ?? now;
