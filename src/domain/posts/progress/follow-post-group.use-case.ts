import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import type { LiveHub } from '../../events/live-hub.js';
import { makeFeeds } from '../../events/share-feed.use-case.js';
import type { Viewer } from '../../identity/access/viewer.js';
import { type LiveEvent, LiveEventType } from '../state/live-event.js';
import { findPostGroup } from '../state/post-group.repository.js';
import { EVENTS_AT_ONCE, eventsAfter, lastSequence, POST_EVENTS } from './live-event.repository.js';

export type FollowPostGroup = (
  viewer: Viewer,
  groupId: string,
  after: number | null,
) => Promise<AsyncIterable<LiveEvent>>;

interface Needs {
  db: Db;
  hub: LiveHub;
}

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
            entries: events.map((event) => ({ event, position: event.sequence })),
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
