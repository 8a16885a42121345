import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PostingSchedule } from './posting-schedule.repository.js';
import { upcomingTimes } from './posting-schedules.js';
import { freeAmong } from './queue.repository.js';

/** Times that are looked at first. Each next look is twice as far: a long queue takes few statements. */
const FIRST_LOOK = 64;

/** The next times of a schedule that no group has, or this one. Under the schedule's lock, they stay free. */
export async function findFreeTimes(
  db: Db,
  schedule: Pick<PostingSchedule, 'id' | 'times' | 'timeZone'>,
  {
    now,
    after = now,
    groupId = null,
    count,
  }: { now: Date; after?: Date | undefined; groupId?: string | null; count: number },
): Promise<Date[]> {
  const upcoming = upcomingTimes(schedule, now, after);
  const free: Date[] = [];
  for (let look = FIRST_LOOK; free.length < count; look *= 2) {
    const times = next(upcoming, look);
    if (times.length === 0) break;
    free.push(...(await freeAmong(db, schedule.id, { times, groupId, limit: count - free.length })));
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
