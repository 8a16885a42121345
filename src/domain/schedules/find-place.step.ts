import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { policyOf } from '../approvals/approval.repository.js';
import { ApprovalNeed } from '../approvals/approvals.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import type { FindPlace, GroupToQueue, QueuePlace } from '../posts/state/find-place.port.js';
import { PostGroupStatus } from '../posts/state/post-group.js';
import { findFreeTimes } from './find-free-times.step.js';
import { lockSchedule, type PostingSchedule, schedulesOfUser } from './posting-schedule.repository.js';
import { isFor, NEXT_FREE, refuseFor } from './posting-schedules.js';
import { holdEntry, saveEntry } from './queue.repository.js';

/**
 * The place is a draft's, if the viewer may not schedule the post, and without a time while the schedule is paused. Errors:
 * ID_INVALID, POSTING_SCHEDULE_NOT_FOUND, POSTING_SCHEDULE_NOT_FOR_POST, QUEUE_FULL.
 */
export const findPlace: FindPlace = async (db, viewer, named, group, now) => {
  const mayBeScheduled = !group.staysDraft && (await maySchedule(db, viewer));
  let isFull = false;
  for await (const schedule of lockNamed(db, viewer, named, group)) {
    const [slotAt] = await findFreeTimes(db, schedule, { now, placed: group.id === null ? [] : [group.id], count: 1 });
    if (slotAt) return placeIn(schedule, slotAt, mayBeScheduled);
    isFull = true;
  }
  return isFull ? refuseFull() : refuseFor(group.platformIds);
};

function placeIn({ id: scheduleId, pausedAt }: PostingSchedule, slotAt: Date, mayBeScheduled: boolean): QueuePlace {
  const isPaused = pausedAt !== null;
  return {
    status: isPaused || !mayBeScheduled ? PostGroupStatus.DRAFT : PostGroupStatus.SCHEDULED,
    scheduledTime: isPaused ? null : slotAt,
    async take(db, { id }) {
      await saveEntry(db, { groupId: id, scheduleId, slotAt, heldAt: null });
      if (isPaused && mayBeScheduled) await holdEntry(db, id);
    },
  };
}

function refuseFull(): never {
  throw new AppError('QUEUE_FULL');
}

/** The schedule that is named; for NEXT_FREE, all that are not paused and are for the post, one after the other. */
async function* lockNamed(
  db: Db,
  { userId }: Viewer,
  named: string,
  { platformIds }: GroupToQueue,
): AsyncGenerator<PostingSchedule> {
  if (named !== NEXT_FREE) {
    const schedule = await lockSchedule(db, userId, parseId('schedule', named));
    if (!schedule) throw new AppError('POSTING_SCHEDULE_NOT_FOUND');
    if (isFor(schedule, platformIds)) yield schedule;
    return;
  }
  const isOpen = (schedule: PostingSchedule) => schedule.pausedAt === null && isFor(schedule, platformIds);
  for (const { id } of (await schedulesOfUser(db, userId)).filter(isOpen)) {
    // It may have been changed before it was locked.
    const schedule = await lockSchedule(db, userId, id);
    if (schedule && isOpen(schedule)) yield schedule;
  }
}

/** A draft keeps the time for a person who may schedule it, or for those who approve it. */
export async function maySchedule(db: Db, viewer: Viewer): Promise<boolean> {
  if (!mayDo(viewer, 'PUBLISH')) return false;
  return viewer.session === null || (await policyOf(db, viewer)).neededFor !== ApprovalNeed.EVERYBODY;
}
