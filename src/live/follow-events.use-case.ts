import { Repeater } from '@repeaterjs/repeater';
import type { Viewer } from '../access/viewer.js';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { findPostGroup } from '../posts/post-group.repository.js';
import { type LiveEvent, LiveEventType, type LiveNotice } from './live-event.js';
import { eventsAfter, eventsSince, lastSequence } from './live-event.repository.js';
import { type LiveHub, RESYNC } from './live-hub.js';

export type FollowPostGroup = (
  viewer: Viewer,
  groupId: string,
  after: number | null,
) => Promise<AsyncIterable<LiveEvent>>;
export type FollowAccount = (viewer: Viewer) => AsyncIterable<LiveEvent>;

interface Needs {
  db: Db;
  hub: LiveHub;
  clock: () => Date;
}

/** How far back to read after the connection was lost: longer than a transaction and a reconnect take. */
const RESYNC_WINDOW_MS = 60_000;

/**
 * The events of one group: those after the number `after`, then each new one; without a number, only new ones. A
 * notice only says that there is something to read, so none can be missed. Ends when the group is removed.
 */
export const makeFollowPostGroup =
  ({ db, hub }: Needs): FollowPostGroup =>
  async (viewer, groupId, after) => {
    const last = await lastSequence(db, groupId, viewer.userId);
    const isHere = (await findPostGroup(db, viewer.userId, groupId)) !== null;
    // A removed group still tells its end to whoever has not seen it; for anyone else it is gone.
    const hasMore = last !== undefined && after !== null && after < last;
    if (!isHere && !hasMore) throw new AppError('POST_GROUP_NOT_FOUND');
    let seen = after ?? last ?? 0;
    return new Repeater<LiveEvent>(async (push, stop) => {
      let stopped = false;
      const read = singleFlight(async () => {
        const events = await eventsAfter(db, groupId, viewer.userId, seen);
        for (const event of events) {
          if (stopped) return;
          seen = event.sequence;
          await Promise.race([push(event), stop]);
          if (event.type === LiveEventType.DELETED) stop();
        }
        return events.length > 0;
      }, stop);
      const unfollow = hub.follow((notice) => {
        if (notice === RESYNC || notice.groupId === groupId) read();
      });
      read();
      await stop;
      stopped = true;
      unfollow();
    });
  };

/** New events of all groups of the viewer, in order within each group. */
export const makeFollowAccount =
  ({ db, hub, clock }: Needs): FollowAccount =>
  (viewer) =>
    new Repeater<LiveEvent>(async (push, stop) => {
      const startedAt = clock();
      const seen = new Map<string, number>();
      let waiting: LiveNotice[] = [];
      let resyncFrom: Date | undefined;
      let stopped = false;
      const read = singleFlight(async () => {
        const notices = waiting.splice(0);
        const since = resyncFrom;
        resyncFrom = undefined;
        const events: LiveEvent[] = since ? await eventsSince(db, viewer.userId, since) : [];
        for (const { groupId, first } of notices) {
          events.push(...(await eventsAfter(db, groupId, viewer.userId, seen.get(groupId) ?? first - 1)));
        }
        for (const event of events) {
          if (stopped) return;
          if (event.sequence <= (seen.get(event.groupId) ?? 0)) continue;
          seen.set(event.groupId, event.sequence);
          await Promise.race([push(event), stop]);
        }
        return waiting.length > 0;
      }, stop);
      const unfollow = hub.follow((notice) => {
        if (notice === RESYNC) {
          resyncFrom = new Date(Math.max(startedAt.getTime(), clock().getTime() - RESYNC_WINDOW_MS));
        } else if (notice.userId === viewer.userId) {
          waiting.push(notice);
        } else {
          return;
        }
        read();
      });
      await stop;
      stopped = true;
      waiting = [];
      unfollow();
    });

/**
 * Runs `work` one at a time: a call during a run makes one more run, and a run that says `true` is followed by
 * another. A failure ends the subscription with that error.
 */
function singleFlight(work: () => Promise<boolean | undefined>, stop: (error?: unknown) => void): () => void {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        again = (await work()) || again;
      }
    } catch (error) {
      stop(error);
    } finally {
      running = false;
    }
  };
}
