import type { Db } from '../../foundation/database/unit-of-work.js';
import type { LiveHub } from '../events/live-hub.js';
import { makeFeeds } from '../events/share-feed.use-case.js';
import {
  countNotifications,
  NOTIFICATION_CHANGES,
  type Notification,
  notificationsOf,
} from './notification.repository.js';

/** The notifications of a person, as they are now. */
export interface NotificationState {
  unread: number;
  /** The newest one; null: there is none. */
  latest: Notification | null;
}

export type FollowNotifications = (personId: string) => Promise<AsyncIterable<NotificationState>>;

/** Before the first reading, so that a subscriber begins with the state. */
const BEGINNING = -1;

/**
 * The state of a person's notifications, now and after each change. It is read when something has changed, so that changes
 * at the same time may be one, and the last one is never missed.
 */
export const makeFollowNotifications = ({ db, hub }: { db: Db; hub: LiveHub }): FollowNotifications => {
  const feeds = makeFeeds<number, NotificationState>();
  return (personId) =>
    feeds.subscribe(
      personId,
      {
        present: async () => 0,
        async read(position, upTo) {
          const next = upTo ?? position + 1;
          return { entries: [{ event: await readState(db, personId), position: next }], position: next, more: false };
        },
        listen: (wake) => hub.follow(NOTIFICATION_CHANGES, personId, wake),
      },
      { after: BEGINNING },
    );
};

async function readState(db: Db, personId: string): Promise<NotificationState> {
  const [latest = null] = await notificationsOf(db, personId, { unread: false, after: null, limit: 1 });
  return { unread: await countNotifications(db, personId, { unread: true }), latest };
}
