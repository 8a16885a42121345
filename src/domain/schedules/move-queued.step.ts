import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import { isScheduled } from '../posts/state/move-posts.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { isHeld, lockQueue, placedAt, placeQueue, type QueuedGroup, timesFor } from './move-queue.step.js';
import type { PostingSchedule } from './posting-schedule.repository.js';

interface Needs {
  plans: Plans;
  recordChanges: RecordChanges;
  guardSchedule: GuardSchedule;
}

/** Gives the posts of a queue the times that its schedule has now, in their order. Returns how many moved. */
export type MoveQueued = (db: Db, viewer: Viewer, schedule: PostingSchedule, now: Date) => Promise<number>;

/** Error: APPROVAL_REQUIRED, where posts of the queue that are scheduled may not be changed: also if they would stay. */
export async function assertMayMove(
  { guardSchedule }: Pick<Needs, 'guardSchedule'>,
  db: Db,
  viewer: Viewer,
  queue: readonly QueuedGroup[],
): Promise<void> {
  const scheduled = queue.find((queued) => isScheduled(queued.group) || isHeld(queued));
  if (scheduled) await guardSchedule(db, viewer, scheduled.group);
}

/** While the schedule is paused, posts have no times to be moved: they get the next ones once it is resumed. */
export const makeMoveQueued =
  (needs: Needs): MoveQueued =>
  async (db, viewer, schedule, now) => {
    if (schedule.pausedAt !== null) return 0;
    const queue = await lockQueue(db, viewer, schedule, { now });
    await assertMayMove(needs, db, viewer, queue);
    const times = await timesFor(db, schedule, queue, now);
    const placements = queue.flatMap((queued, index) => {
      const slotAt = times[index];
      return !slotAt || slotAt.getTime() === queued.entry.slotAt.getTime() ? [] : [placedAt(queued, slotAt)];
    });
    await placeQueue(needs, db, viewer, placements, now);
    return placements.length;
  };
