import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { editorOf } from '../history/post-version.js';
import { keepMoved } from '../history/post-version.repository.js';
import { assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import { targetsOf } from '../posts/move-quota.step.js';
import { ChangeSet } from '../posts/state/change-set.js';
import { isMove, isScheduled, moves } from '../posts/state/move-posts.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import { changedAt, type PostGroup, PostGroupStatus } from '../posts/state/post-group.js';
import { lockPostGroups, postsOfGroups } from '../posts/state/post-group.repository.js';
import { movablePosts, notUpdatable } from '../posts/state/post-rules.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { shiftQuota } from '../usage/shift-quota.step.js';
import { findFreeTimes } from './find-free-times.step.js';
import type { PostingSchedule } from './posting-schedule.repository.js';
import { moveEntries, type QueueEntry, queueOf } from './queue.repository.js';

/** Groups whose changes are written in one statement. */
const BATCH = 2_500;

/** A group in a queue, under its lock. */
export interface QueuedGroup {
  entry: QueueEntry;
  group: PostGroup;
  posts: PlatformPost[];
}

/**
 * The groups of a locked schedule's queue, in order and under their locks, or those of these ids; without those whose
 * publishing has begun.
 */
export async function lockQueue(
  db: Db,
  viewer: Viewer,
  schedule: PostingSchedule,
  { now, only }: { now: Date; only?: readonly string[] },
): Promise<QueuedGroup[]> {
  const entriesOf = () => queueOf(db, schedule, { now, after: null, limit: null });
  const groupIds = only ?? (await entriesOf()).map(({ groupId }) => groupId);
  const groups = new Map((await lockPostGroups(db, viewer.userId, groupIds)).map((group) => [group.id, group]));
  const posts = new Map<string, PlatformPost[]>([...groups.keys()].map((id) => [id, []]));
  for (const post of await postsOfGroups(db, [...groups.keys()])) posts.get(post.groupId)?.push(post);
  // A group may have left the queue before it was locked.
  return (await entriesOf()).flatMap((entry) => {
    const group = groups.get(entry.groupId);
    const ofGroup = posts.get(entry.groupId) ?? [];
    return group && notUpdatable(group, ofGroup, viewer) === null ? [{ entry, group, posts: ofGroup }] : [];
  });
}

/** Whether a draft is scheduled once its schedule is resumed: it was not changed since it was held for that. */
export const isHeld = ({ entry, group }: QueuedGroup): boolean => entry.heldAt?.getTime() === group.updatedAt.getTime();

/** What a group of the queue gets. */
export interface Placement extends Pick<PostGroup, 'scheduledTime'>, Pick<QueueEntry, 'slotAt' | 'heldAt'> {
  queued: QueuedGroup;
  status: PostGroupStatus.DRAFT | PostGroupStatus.SCHEDULED;
}

/** Places in which a group keeps its status. */
export const placedAt = (queued: QueuedGroup, slotAt: Date): Placement => ({
  queued,
  slotAt,
  ...{ scheduledTime: slotAt, heldAt: null },
  status: isScheduled(queued.group) ? PostGroupStatus.SCHEDULED : PostGroupStatus.DRAFT,
});

/** When groups that change together are changed: later than each of them was before. */
export const changedTogetherAt = (queued: readonly QueuedGroup[], now: Date): Date =>
  new Date(queued.reduce((at, { group }) => Math.max(at, changedAt(group, now).getTime()), now.getTime()));

/**
 * Gives groups of a queue their places, with all that a change of time means for them, within the plan's limits. `db` is a
 * transaction, and the schedule is stored as it is from now on.
 */
export async function placeQueue(
  { plans, recordChanges }: { plans: Plans; recordChanges: RecordChanges },
  db: Db,
  viewer: Viewer,
  placements: readonly Placement[],
  now: Date,
): Promise<void> {
  if (placements.length === 0) return;
  if (placements.some(({ status }) => status === PostGroupStatus.SCHEDULED)) assertMayPublish(viewer);
  const { userId } = viewer;
  const at = changedTogetherAt(
    placements.map(({ queued }) => queued),
    now,
  );
  const moved = placements.map((placement) => {
    const { queued, status, scheduledTime } = placement;
    const { group, posts } = queued;
    const after = { status, scheduledTime };
    const movable = isMove(group, after) ? movablePosts(posts, isScheduled(after) ? 'schedule' : 'unschedule') : [];
    return { ...queued, movable, after };
  });
  const usesOf = (timing: (one: (typeof moved)[number]) => Pick<PostGroup, 'status' | 'scheduledTime'>) =>
    moved.flatMap((one) => {
      const { status, scheduledTime } = timing(one);
      if (!isScheduled({ status, scheduledTime }) || !scheduledTime) return [];
      return { userId, targets: targetsOf(one.movable), scheduledTime };
    });
  const quota = { userId, from: usesOf(({ group }) => group), to: usesOf(({ after }) => after) };
  await shiftQuota(plans, db, viewer, quota, now);
  // Before the groups: one whose time is not that of its place leaves the queue.
  await moveEntries(
    db,
    placements.map(({ queued, slotAt, heldAt }) => ({ groupId: queued.group.id, slotAt, heldAt })),
  );
  for (let first = 0; first < moved.length; first += BATCH) {
    const batch = moved.slice(first, first + BATCH);
    const before = batch.map(({ group: { id, status, scheduledTime, updatedAt } }) => ({
      ...{ id, status, scheduledTime, updatedAt },
    }));
    const changes = new ChangeSet();
    for (const { group, posts, movable, after } of batch) {
      const { status, scheduledTime } = after;
      if (movable.length === 0) changes.edit(group, { scheduledTime });
      else changes.change({ group, posts }, { status, scheduledTime, posts: moves(movable, after, at) });
    }
    await recordChanges(db, changes, at);
    await keepMoved(db, before, editorOf(viewer));
  }
}

/** The next times of a schedule that no other group has, one for each of these groups, in order. Error: QUEUE_FULL. */
export async function timesFor(
  db: Db,
  schedule: PostingSchedule,
  queue: readonly QueuedGroup[],
  now: Date,
): Promise<Date[]> {
  const placed = queue.map(({ group }) => group.id);
  const times = await findFreeTimes(db, schedule, { now, placed, count: queue.length });
  if (times.length < queue.length) throw new AppError('QUEUE_FULL');
  return times;
}
