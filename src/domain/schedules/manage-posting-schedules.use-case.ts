import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { parseTimeZone } from '../identity/account/parse-account.js';
import { lockUser } from '../identity/account/user.repository.js';
import { connectionsOfTargets } from '../posts/state/connections-of-targets.step.js';
import { type GivenTargets, platformIdsOf } from '../posts/state/given-targets.step.js';
import { assertBounded } from '../posts/state/post-bounds.js';
import { parseTargets } from '../posts/state/targets.js';
import type { MoveQueued } from './move-queued.step.js';
import {
  deleteSchedule,
  insertSchedule,
  lockSchedule,
  type PostingSchedule,
  schedulesOfUser,
  updateSchedule,
} from './posting-schedule.repository.js';
import { MAX_SCHEDULES, parseScheduleName, parseTimes } from './posting-schedules.js';
import { recordChange } from './record-change.step.js';
import type { WeeklyTime } from './weekly-times.js';

export interface ScheduleInput extends GivenTargets {
  name: string;
  timeZone: string;
  times: readonly WeeklyTime[];
}

export interface ManagePostingSchedules {
  /**
   * Errors: POSTING_SCHEDULE_NAME_INVALID, TEXT_NOT_PUBLISHABLE, POSTING_SCHEDULE_NAME_TAKEN, TIME_ZONE_INVALID,
   * POSTING_TIMES_INVALID, POSTING_SCHEDULE_LIMIT_REACHED, and those of targets.
   */
  create(viewer: Viewer, input: ScheduleInput): Promise<PostingSchedule>;
  /** Changes what is given. With `moveQueued`, queued posts get the new times, in their order. Errors: those of create, and of moving. */
  update(viewer: Viewer, input: Partial<ScheduleInput> & { id: string; moveQueued: boolean }): Promise<PostingSchedule>;
  /** Queued posts keep their times. */
  remove(viewer: Viewer, id: string): Promise<void>;
}

export function makeManagePostingSchedules({
  transaction,
  clock,
  moveQueued,
}: {
  transaction: Transaction;
  clock: () => Date;
  moveQueued: MoveQueued;
}): ManagePostingSchedules {
  return {
    create: (viewer, input) =>
      transaction(async (db) => {
        const { userId } = viewer;
        const now = clock();
        const schedule: PostingSchedule = {
          ...{ id: newId(now), userId, name: parseScheduleName(input.name), timeZone: parseTimeZone(input.timeZone) },
          ...{ times: parseTimes(input.times), platformIds: await parseConnections(db, userId, input) },
          ...{ pausedAt: null, createdAt: now, updatedAt: now },
        };
        await lockUser(db, userId);
        if ((await schedulesOfUser(db, userId)).length >= MAX_SCHEDULES) {
          throw new AppError('POSTING_SCHEDULE_LIMIT_REACHED');
        }
        if (!(await insertSchedule(db, schedule))) throw new AppError('POSTING_SCHEDULE_NAME_TAKEN');
        await recordChange(db, viewer, schedule, 'posting_schedule_created');
        return schedule;
      }),
    update: (viewer, { id, moveQueued: moves, ...input }) =>
      transaction(async (db) => {
        const { userId } = viewer;
        const before = await lockSchedule(db, userId, id);
        if (!before) throw new AppError('POSTING_SCHEDULE_NOT_FOUND');
        const now = clock();
        const changes = {
          ...(input.name !== undefined && { name: parseScheduleName(input.name) }),
          ...(input.timeZone !== undefined && { timeZone: parseTimeZone(input.timeZone) }),
          ...(input.times && { times: parseTimes(input.times) }),
          ...((input.platformIds || input.accountIds) && { platformIds: await parseConnections(db, userId, input) }),
        };
        const schedule = { ...before, ...changes, updatedAt: now };
        const moved = moves ? await moveQueued(db, viewer, schedule, now) : 0;
        // Last: it may wait for another schedule that gets the name.
        const isStored = await updateSchedule(db, id, { ...changes, updatedAt: now });
        if (!isStored) throw new AppError('POSTING_SCHEDULE_NAME_TAKEN');
        await recordChange(db, viewer, schedule, 'posting_schedule_changed', { changed: Object.keys(changes), moved });
        return schedule;
      }),
    remove: (viewer, id) =>
      transaction(async (db) => {
        const schedule = await lockSchedule(db, viewer.userId, id);
        if (!schedule) throw new AppError('POSTING_SCHEDULE_NOT_FOUND');
        await deleteSchedule(db, id);
        await recordChange(db, viewer, schedule, 'posting_schedule_deleted');
      }),
  };
}

/** Platform ids of connections; none: the schedule is for all. */
async function parseConnections(db: Db, userId: string, given: GivenTargets): Promise<string[]> {
  const named = await platformIdsOf(db, userId, given);
  if (named.length === 0) return [];
  assertBounded({ targets: named.length });
  const targets = parseTargets(named);
  await connectionsOfTargets(db, userId, targets, { required: true });
  return targets.map(({ platformId }) => platformId);
}
