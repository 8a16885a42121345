import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import { isScheduled } from '../posts/state/move-posts.js';
import { PostGroupStatus } from '../posts/state/post-group.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import {
  changedTogetherAt,
  isHeld,
  lockQueue,
  type Placement,
  placedAt,
  placeQueue,
  type QueuedGroup,
  timesFor,
} from './move-queue.step.js';
import { assertMayMove } from './move-queued.step.js';
import { lockSchedule, type PostingSchedule, updateSchedule } from './posting-schedule.repository.js';
import { MAX_REORDERED } from './posting-schedules.js';
import { deleteEntriesBut, moveEntries } from './queue.repository.js';
import { recordChange } from './record-change.step.js';

/** `id` is that of the schedule. Errors of all: POSTING_SCHEDULE_NOT_FOUND, and those of scheduling. */
export interface ChangeQueue {
  /**
   * Pauses or resumes a schedule. While it is paused, posts of its queue are drafts without a time. Then they get the next
   * times, in their order; one that was a draft before, or was changed meanwhile, stays a draft. Returns how many posts of
   * the queue are drafts. Error: QUEUE_FULL.
   */
  pause(viewer: Viewer, id: string, paused: boolean): Promise<{ schedule: PostingSchedule; drafts: number }>;
  /**
   * Posts of the queue exchange their times: the first gets the earliest. Errors: QUEUE_ORDER_INVALID, QUEUE_CHANGED,
   * APPROVAL_REQUIRED.
   */
  reorder(viewer: Viewer, id: string, groupIds: readonly string[]): Promise<PostingSchedule>;
  /** All posts of the queue exchange their times, at random. Error: APPROVAL_REQUIRED. */
  shuffle(viewer: Viewer, id: string): Promise<PostingSchedule>;
}

interface Needs {
  transaction: Transaction;
  clock: () => Date;
  /** 0 to 1. */
  random: () => number;
  plans: Plans;
  recordChanges: RecordChanges;
  guardSchedule: GuardSchedule;
}

export function makeChangeQueue(needs: Needs): ChangeQueue {
  const { transaction, clock, random } = needs;

  const change = <Result>(
    viewer: Viewer,
    id: string,
    work: (db: Db, schedule: PostingSchedule, now: Date) => Promise<Result>,
  ): Promise<Result> => {
    assertPermission(viewer, 'PUBLISH');
    return transaction(async (db) => {
      const schedule = await lockSchedule(db, viewer.userId, id);
      if (!schedule) throw new AppError('POSTING_SCHEDULE_NOT_FOUND');
      return work(db, schedule, clock());
    });
  };

  /** Gives groups the places that they have together, in this order. */
  async function exchange(
    db: Db,
    viewer: Viewer,
    {
      schedule,
      queue,
      order,
      now,
    }: { schedule: PostingSchedule; queue: QueuedGroup[]; order: QueuedGroup[]; now: Date },
  ): Promise<PostingSchedule> {
    const placements = order.flatMap((queued, index): Placement[] => {
      const slotAt = queue[index]?.entry.slotAt;
      return !slotAt || slotAt.getTime() === queued.entry.slotAt.getTime() ? [] : [placedAt(queued, slotAt)];
    });
    await assertMayMove(needs, db, viewer, queue);
    if (schedule.pausedAt !== null) {
      await moveEntries(
        db,
        placements.map(({ queued: { entry }, slotAt }) => ({ ...entry, slotAt })),
      );
    } else await placeQueue(needs, db, viewer, placements, now);
    await recordChange(db, viewer, schedule, 'queue_reordered', { posts: placements.length });
    return schedule;
  }

  async function pauseQueue(db: Db, viewer: Viewer, schedule: PostingSchedule, now: Date): Promise<number> {
    const queue = await lockQueue(db, viewer, schedule, { now });
    const at = changedTogetherAt(queue, now);
    await updateSchedule(db, schedule.id, { pausedAt: now, updatedAt: now });
    // What is being published leaves the queue.
    await deleteEntriesBut(db, schedule.id, { now, groupIds: queue.map(({ group }) => group.id) });
    const placements = queue.map(
      (queued): Placement => ({
        queued,
        slotAt: queued.entry.slotAt,
        status: PostGroupStatus.DRAFT,
        scheduledTime: null,
        heldAt: isScheduled(queued.group) ? at : null,
      }),
    );
    await placeQueue(needs, db, viewer, placements, at);
    return placements.length;
  }

  async function resumeQueue(db: Db, viewer: Viewer, schedule: PostingSchedule, now: Date): Promise<number> {
    const queue = await lockQueue(db, viewer, schedule, { now });
    const times = await timesFor(db, schedule, queue, now);
    await updateSchedule(db, schedule.id, { pausedAt: null, updatedAt: now });
    const placements = queue.flatMap((queued, index): Placement[] => {
      const slotAt = times[index];
      if (!slotAt) return [];
      const status = isHeld(queued) ? PostGroupStatus.SCHEDULED : PostGroupStatus.DRAFT;
      return [{ queued, slotAt, scheduledTime: slotAt, status, heldAt: null }];
    });
    await placeQueue(needs, db, viewer, placements, now);
    return placements.filter(({ status }) => status === PostGroupStatus.DRAFT).length;
  }

  return {
    pause: (viewer, id, paused) =>
      change(viewer, id, async (db, schedule, now) => {
        if ((schedule.pausedAt !== null) === paused) {
          const queue = paused ? await lockQueue(db, viewer, schedule, { now }) : [];
          return { schedule, drafts: queue.length };
        }
        const drafts = await (paused ? pauseQueue : resumeQueue)(db, viewer, schedule, now);
        const action = paused ? 'posting_schedule_paused' : 'posting_schedule_resumed';
        await recordChange(db, viewer, schedule, action, { drafts });
        return { schedule: { ...schedule, pausedAt: paused ? now : null, updatedAt: now }, drafts };
      }),
    reorder: (viewer, id, groupIds) => {
      const isValid = groupIds.length > 1 && groupIds.length <= MAX_REORDERED;
      if (!isValid || new Set(groupIds).size < groupIds.length) throw new AppError('QUEUE_ORDER_INVALID');
      return change(viewer, id, async (db, schedule, now) => {
        const queue = await lockQueue(db, viewer, schedule, { now, only: groupIds });
        const byId = new Map(queue.map((queued) => [queued.group.id, queued]));
        const left = groupIds.filter((groupId) => !byId.has(groupId));
        if (left.length > 0) throw new AppError('QUEUE_CHANGED', { postGroupIds: left });
        const order = groupIds.flatMap((groupId) => byId.get(groupId) ?? []);
        return exchange(db, viewer, { schedule, queue, order, now });
      });
    },
    shuffle: (viewer, id) =>
      change(viewer, id, async (db, schedule, now) => {
        const queue = await lockQueue(db, viewer, schedule, { now });
        return exchange(db, viewer, { schedule, queue, order: shuffled(queue, random), now });
      }),
  };
}

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}
