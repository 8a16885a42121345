import { Repeater } from '@repeaterjs/repeater';
import type { Viewer } from '../access/viewer.js';
import { makeRetryingReader } from '../database/retrying-reader.js';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import { findPostGroup } from '../posts/post-group.repository.js';
import { followChanges } from './follow-changes.use-case.js';
import { EVENTS_KEPT_MS, type LiveEvent, LiveEventType } from './live-event.js';
import { ACCOUNT_EVENTS, EVENTS_AT_ONCE, eventsAfter, isKept, lastSequence } from './live-event.repository.js';
import { type LiveHub, RESYNC } from './live-hub.js';
import { decodePlace, encodePlace, type Place } from './place.js';
import { presentPlace, readWindow } from './window.repository.js';

export type FollowPostGroup = (
  viewer: Viewer,
  groupId: string,
  after: number | null,
) => Promise<AsyncIterable<LiveEvent>>;
export type FollowAccount = (viewer: Viewer, after: string | null) => Promise<AsyncIterable<AccountEvent>>;

/** An event of an account, and where its subscriber stands after it. */
export type AccountEvent = LiveEvent & { cursor: string };

interface Needs {
  db: Db;
  hub: LiveHub;
  clock: () => Date;
}

/** A cursor ends before the events after it do: by more than a transaction takes. */
const CURSOR_VALID_MS = EVENTS_KEPT_MS - 3_600_000;

/**
 * The events of one group: those after the number `after`, then each new one; without a number, only new ones. A
 * notice only says that there is something to read, so none can be missed; while the database is away it waits. Ends
 * when the group is removed.
 */
export const makeFollowPostGroup =
  ({ db, hub }: Needs): FollowPostGroup =>
  async (viewer, groupId, after) => {
    const group = await findPostGroup(db, viewer.userId, groupId);
    const end = group?.eventSequence ?? (await lastSequence(db, groupId, viewer.userId));
    // A removed group still tells its end to whoever has not seen it; for anyone else it is gone.
    if (end === undefined || (!group && (after === null || after >= end))) throw new AppError('POST_GROUP_NOT_FOUND');
    if (after && after > 0 && after < end) {
      const [next] = await eventsAfter(db, groupId, viewer.userId, after, 1);
      if (next?.sequence !== after + 1) throw new AppError('CURSOR_EXPIRED');
    }
    let seen = after ?? end;
    return new Repeater<LiveEvent>(async (push, stop) => {
      let stopped = false;
      const reader = makeRetryingReader(async () => {
        const events = await eventsAfter(db, groupId, viewer.userId, seen);
        for (const event of events) {
          if (stopped) return false;
          seen = event.sequence;
          await Promise.race([push(event), stop]);
          if (event.type === LiveEventType.DELETED) stop();
        }
        return events.length === EVENTS_AT_ONCE;
      }, stop);
      const unfollow = hub.follow((notice) => {
        if (notice === RESYNC || notice.groupId === groupId) reader.wake();
      });
      reader.wake();
      await stop;
      stopped = true;
      reader.stop();
      unfollow();
    });
  };

/**
 * The events of all groups of the viewer, in order within each group: those after a cursor, then each new one; without
 * a cursor, only new ones.
 */
export const makeFollowAccount =
  ({ db, hub, clock }: Needs): FollowAccount =>
  async ({ userId }, after) => {
    const start = after === null ? await presentPlace(db, ACCOUNT_EVENTS, userId) : await placeOf(userId, after);
    return followChanges(start, {
      read: (place) => readWindow(db, ACCOUNT_EVENTS, userId, place),
      listen: (wake) =>
        hub.follow((notice) => {
          if (notice === RESYNC || notice.userId === userId) wake();
        }),
      tell: (event, place) => ({ ...event, cursor: encodePlace(place) }),
    });

    async function placeOf(owner: string, cursor: string): Promise<Place> {
      const place = decodePlace(cursor);
      if (!place) throw new AppError('PAGE_INVALID', { reason: '`after` is no cursor of accountActivity' });
      // The event that the client saw last: who still has it has all that came after it, and is the database it was in.
      const since = new Date(clock().getTime() - CURSOR_VALID_MS);
      if (!(await isKept(db, owner, place.key, since))) throw new AppError('CURSOR_EXPIRED');
      return place;
    }
  };
