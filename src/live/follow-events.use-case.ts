import { Repeater } from '@repeaterjs/repeater';
import type { Viewer } from '../access/viewer.js';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { findPostGroup } from '../posts/post-group.repository.js';
import { type LiveEvent, LiveEventType, type LiveNotice } from './live-event.js';
import { EVENTS_AT_ONCE, eventsAfter, groupsWithEventsSince, lastSequence } from './live-event.repository.js';
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

/** How far back to read from the moment when the connection was lost: longer than a transaction takes. */
const RESYNC_WINDOW_MS = 60_000;

/**
 * The events of one group: those after the number `after`, then each new one; without a number, only new ones. A
 * notice only says that there is something to read, so none can be missed. Ends when the group is removed.
 */
export const makeFollowPostGroup =
  ({ db, hub }: Needs): FollowPostGroup =>
  async (viewer, groupId, after) => {
    const last = await lastSequence(db, groupId, viewer.userId);
    if (!(await findPostGroup(db, viewer.userId, groupId))) {
      // A removed group still tells its end to whoever has not seen it; for anyone else it is gone.
      const end = await lastSequence(db, groupId, viewer.userId);
      if (after === null || end === undefined || after >= end) throw new AppError('POST_GROUP_NOT_FOUND');
    }
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
      let waiting: Omit<LiveNotice, 'due'>[] = [];
      let resyncFrom: Date | undefined;
      let stopped = false;
      const readGroup = async (groupId: string, from: number) => {
        let events: LiveEvent[];
        do {
          events = await eventsAfter(db, groupId, viewer.userId, seen.get(groupId) ?? from);
          for (const event of events) {
            if (stopped) return;
            seen.set(groupId, event.sequence);
            await Promise.race([push(event), stop]);
          }
        } while (events.length === EVENTS_AT_ONCE);
      };
      const read = singleFlight(async () => {
        const since = resyncFrom;
        resyncFrom = undefined;
        if (since) waiting.push(...(await groupsWithEventsSince(db, viewer.userId, since)));
        for (const { groupId, first, last } of waiting.splice(0)) {
          if (!stopped && last > (seen.get(groupId) ?? 0)) await readGroup(groupId, first - 1);
        }
        return waiting.length > 0;
      }, stop);
      const unfollow = hub.follow((notice) => {
        if (notice === RESYNC) {
          const lostAt = hub.lostAt() ?? clock();
          resyncFrom ??= new Date(Math.max(startedAt.getTime(), lostAt.getTime() - RESYNC_WINDOW_MS));
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
