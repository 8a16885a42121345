import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { HOUR_MS } from '../../../foundation/time/durations.js';
import { decodePosition, encodePosition, type FeedPosition } from '../../events/feed-position.js';
import type { LiveHub } from '../../events/live-hub.js';
import { makeFeeds } from '../../events/share-feed.use-case.js';
import { windowSource } from '../../events/window.repository.js';
import type { Viewer } from '../../identity/access/viewer.js';
import { EVENTS_KEPT_MS, type LiveEvent } from '../state/live-event.js';
import { ACCOUNT_EVENTS, isKept, POST_EVENTS, toEvent } from './live-event.repository.js';

export type FollowAccount = (viewer: Viewer, after: string | null) => Promise<AsyncIterable<AccountEvent>>;

/** An event of an account, and the subscriber's cursor after it. */
export type AccountEvent = LiveEvent & { cursor: string };

interface Needs {
  db: Db;
  hub: LiveHub;
  clock: () => Date;
}

/** A cursor ends before the events after it do: by more than a transaction takes. */
const CURSOR_VALID_MS = EVENTS_KEPT_MS - HOUR_MS;

/**
 * The events of all groups of the viewer, in order within each group: those after a cursor, then each new one; without
 * a cursor, only new ones.
 */
export const makeFollowAccount = ({ db, hub, clock }: Needs): FollowAccount => {
  const feeds = makeFeeds<FeedPosition, AccountEvent>();
  return async ({ userId }, after) => {
    const source = windowSource(db, ACCOUNT_EVENTS, userId, {
      listen: (wake) => hub.follow(POST_EVENTS, userId, wake),
      toEvents: (events) =>
        events.map(({ item, position }) => ({ ...toEvent(item), cursor: encodePosition(position) })),
    });
    return feeds.subscribe(userId, source, { after: after === null ? null : await positionOf(userId, after) });
  };

  async function positionOf(owner: string, cursor: string): Promise<FeedPosition> {
    const position = decodePosition(cursor);
    if (!position) throw new AppError('PAGE_INVALID', { reason: '`after` is not a valid cursor of accountActivity' });
    // The event that the client saw last: who still has it has all that came after it, and is the database it was in.
    const since = new Date(clock().getTime() - CURSOR_VALID_MS);
    if (!(await isKept(db, owner, position.key, since))) throw new AppError('CURSOR_EXPIRED');
    return position;
  }
};
