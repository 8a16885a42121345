/** How the posts of a group get, change or lose their time. */
import { randomUUID } from 'node:crypto';
import { LiveEventType } from './live-event.js';
import { withNewRound } from './new-round.js';
import type { PlatformPost } from './platform-post.js';
import type { PostChange } from './post-change.js';
import { type PostGroup, PostGroupStatus } from './post-group.js';
import { scheduledEntry } from './post-log.js';

export type Timing = Pick<PostGroup, 'status' | 'scheduledTime'>;

export const isScheduled = ({ status }: Timing): boolean => status === PostGroupStatus.SCHEDULED;

/** What an update requests; what is left out stays. */
export interface RequestedTiming {
  status?: PostGroupStatus.DRAFT | PostGroupStatus.SCHEDULED | undefined;
  /** Null: none. */
  scheduledTime?: Date | null | undefined;
}

/**
 * The timing that a group has from now on. A past time becomes now; scheduling without any time means now; what loses
 * its time is a draft; going back to draft keeps the stored time.
 */
export function newTiming(group: Timing, { status, scheduledTime: given }: RequestedTiming, now: Date): Timing {
  const isCleared = given === null && isScheduled(group);
  const after = status ?? (isCleared ? PostGroupStatus.DRAFT : group.status);
  const becomesScheduled = status === PostGroupStatus.SCHEDULED && (given === null || !isScheduled(group));
  const time = given === undefined ? group.scheduledTime : given;
  if (given) return { status: after, scheduledTime: notBefore(given, now) };
  return { status: after, scheduledTime: becomesScheduled ? notBefore(time ?? now, now) : time };
}

const notBefore = (time: Date, now: Date): Date => (time < now ? now : time);

/** Whether the posts get, lose or change their time. */
export const isMove = (before: Timing, after: Timing): boolean =>
  before.status !== after.status ||
  (isScheduled(after) && before.scheduledTime?.getTime() !== after.scheduledTime?.getTime());

/**
 * The changes of posts that are moved. Their former jobs become invalid. In a thread that is scheduled, the first part
 * gets a job, and the others wait for it.
 */
export function moves(movable: readonly PlatformPost[], after: Timing, now: Date): PostChange[] {
  const scheduled = isScheduled(after);
  return movable.map((post, index): PostChange => {
    const follows = scheduled && movable[index - 1]?.targetIndex === post.targetIndex;
    const hasJob = scheduled && !follows;
    return {
      event: follows ? 'await' : scheduled ? 'schedule' : 'unschedule',
      post: {
        ...withNewRound(post, scheduled ? after.scheduledTime : null),
        dueAt: hasJob ? after.scheduledTime : null,
        generation: post.generation + 1,
        jobId: hasJob ? randomUUID() : null,
        updatedAt: now,
      },
      log: scheduled ? [scheduledEntry(post)] : [],
      liveEvents: [{ type: scheduled ? LiveEventType.QUEUED : LiveEventType.UNSCHEDULED }],
    };
  });
}
