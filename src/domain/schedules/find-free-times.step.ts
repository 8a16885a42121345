import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PostingSchedule } from './posting-schedule.repository.js';
import { upcomingTimes } from './posting-schedules.js';
import { freeAmong } from './queue.repository.js';

/** Times that are looked at first, at least. Each next look is twice as far: a long queue takes few statements. */
const FIRST_LOOK = 64;

/**
 * The next `count` times of a schedule that no group has, or fewer if its times end. The times of the groups `placed` count
 * as free. Under the schedule's lock, they stay free.
 */
export async function findFreeTimes(
  db: Db,
  schedule: Pick<PostingSchedule, 'id' | 'userId' | 'platformIds' | 'times' | 'timeZone'>,
  {
    now,
    after = now,
    placed = [],
    count,
  }: { now: Date; after?: Date | undefined; placed?: readonly string[]; count: number },
): Promise<Date[]> {
  const upcoming = upcomingTimes(schedule, now, after);
  const free: Date[] = [];
  for (let look = Math.max(FIRST_LOOK, count); free.length < count; look *= 2) {
    const times = next(upcoming, look);
    if (times.length === 0) break;
    free.push(...(await freeAmong(db, schedule, { times, placed, limit: count - free.length })));
  }
  return free;
}

function next<Item>(items: Generator<Item>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const { value, done } = items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
