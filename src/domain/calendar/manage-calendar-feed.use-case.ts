import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { newToken } from '../../foundation/pod.js';
import { recordAudit } from '../audit/audit.repository.js';
import { hashToken } from '../identity/access/session.js';
import { assertSession, type Viewer } from '../identity/access/viewer.js';
import type { CalendarFeed } from './calendar-feed.js';
import { deleteCalendarFeed, findCalendarFeed, saveCalendarFeed } from './calendar-feed.repository.js';

export type FindCalendarFeed = (viewer: Viewer) => Promise<CalendarFeed | null>;

export const makeFindCalendarFeed =
  ({ db }: { db: Db }): FindCalendarFeed =>
  (viewer) => {
    assertSession(viewer);
    return findCalendarFeed(db, viewer.userId);
  };

/** A new feed. `url` is only available now. */
export interface CreatedCalendarFeed {
  url: string;
  calendarFeed: CalendarFeed;
}

export type CreateCalendarFeed = (viewer: Viewer) => Promise<CreatedCalendarFeed>;

/** Gives the viewer's posts a secret address; the former one is worthless at once. */
export const makeCreateCalendarFeed =
  (needs: { transaction: Transaction; clock: () => Date; feedUrl: (secret: string) => string }): CreateCalendarFeed =>
  (viewer) => {
    assertSession(viewer);
    const { userId } = viewer;
    return needs.transaction(async (db) => {
      const secret = newToken();
      const calendarFeed = { createdAt: needs.clock(), lastReadAt: null };
      const replaced = (await findCalendarFeed(db, userId)) !== null;
      await saveCalendarFeed(db, { userId, secretHash: hashToken(secret), ...calendarFeed });
      await recordAudit(db, viewer, { action: 'calendar_feed_created', details: { replaced } });
      return { url: needs.feedUrl(secret), calendarFeed };
    });
  };

/** Whether there was one. */
export type RevokeCalendarFeed = (viewer: Viewer) => Promise<boolean>;

/** Effective from the next request. */
export const makeRevokeCalendarFeed =
  ({ transaction }: { transaction: Transaction }): RevokeCalendarFeed =>
  (viewer) => {
    assertSession(viewer);
    return transaction(async (db) => {
      const revoked = await deleteCalendarFeed(db, viewer.userId);
      if (revoked) await recordAudit(db, viewer, { action: 'calendar_feed_revoked' });
      return revoked;
    });
  };
