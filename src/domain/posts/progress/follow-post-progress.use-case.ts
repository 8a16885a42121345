import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { HOUR_MS } from '../../../foundation/time/durations.js';
import { decodePosition, encodePosition, type FeedPosition } from '../../events/feed-position.js';
import type { LiveHub } from '../../events/live-hub.js';
import { makeFeeds } from '../../events/share-feed.use-case.js';
import { windowSource } from '../../events/window.repository.js';
import type { Viewer } from '../../identity/access/viewer.js';
import { EVENTS_KEPT_MS, type LiveEvent, LiveEventType } from '../state/live-event.js';
import { findPostGroup } from '../state/post-group.repository.js';
import {
  ACCOUNT_EVENTS,
  EVENTS_AT_ONCE,
  eventsAfter,
  isKept,
  lastSequence,
  POST_EVENTS,
} from './live-event.repository.js';

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
const CURSOR_VALID_MS = EVENTS_KEPT_MS - HOUR_MS;

/**
 * The events of one group: those after the number `after`, then each new one; without a number, only new ones. Ends
 * when the group is removed.
 */
export const makeFollowPostGroup = ({ db, hub }: Needs): FollowPostGroup => {
  const feeds = makeFeeds<number, LiveEvent>();
  return async ({ userId }, groupId, after) => {
    const group = await findPostGroup(db, userId, groupId);
    const end = group?.eventSequence ?? (await lastSequence(db, groupId, userId));
    // A removed group still reports its end to a client that has not seen it.
    if (end === undefined || (!group && (after === null || after >= end))) throw new AppError('POST_GROUP_NOT_FOUND');
    // Of a database that was restored since, or of no event at all.
    if (after !== null && after > end) throw new AppError('CURSOR_EXPIRED');
    if (after && after > 0 && after < end) {
      const [next] = await eventsAfter(db, groupId, userId, { after, limit: 1 });
      if (next?.sequence !== after + 1) throw new AppError('CURSOR_EXPIRED');
    }
    const start = after ?? end;
    return feeds.subscribe(
      `${userId} ${groupId}`,
      {
        present: async () => end,
        async read(position, upTo) {
          const events = await eventsAfter(db, groupId, userId, { after: position, upTo, limit: EVENTS_AT_ONCE });
          return {
            steps: events.map((event) => ({ event, position: event.sequence })),
            position: events.at(-1)?.sequence ?? position,
            more: events.length === EVENTS_AT_ONCE,
          };
        },
        listen: (wake) => hub.follow(POST_EVENTS, groupId, wake),
        isLast: ({ type }) => type === LiveEventType.DELETED,
      },
      { after: start, skips: ({ sequence }) => sequence <= start },
    );
  };
};

/**
 * The events of all groups of the viewer, in order within each group: those after a cursor, then each new one; without
 * a cursor, only new ones.
 */
export const makeFollowAccount = ({ db, hub, clock }: Needs): FollowAccount => {
  const feeds = makeFeeds<FeedPosition, AccountEvent>();
  return async ({ userId }, after) => {
    const source = windowSource(db, ACCOUNT_EVENTS, userId, {
      listen: (wake) => hub.follow(POST_EVENTS, userId, wake),
      toEvents: (events) => events.map(({ item, place }) => ({ ...item, cursor: encodePosition(place) })),
    });
    return feeds.subscribe(userId, source, { after: after === null ? null : await placeOf(userId, after) });
  };

  async function placeOf(owner: string, cursor: string): Promise<FeedPosition> {
    const place = decodePosition(cursor);
    if (!place) throw new AppError('PAGE_INVALID', { reason: '`after` is not a valid cursor of accountActivity' });
    // The event that the client saw last: who still has it has all that came after it, and is the database it was in.
    const since = new Date(clock().getTime() - CURSOR_VALID_MS);
    if (!(await isKept(db, owner, place.key, since))) throw new AppError('CURSOR_EXPIRED');
    return place;
  }
};
