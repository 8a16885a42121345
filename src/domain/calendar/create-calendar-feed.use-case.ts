import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { newToken } from '../../foundation/pod.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import { hashToken } from '../identity/access/session.js';
import { assertSession, type Viewer } from '../identity/access/viewer.js';
import type { CalendarFeed } from './calendar-feed.js';
import { findCalendarFeed, saveCalendarFeed } from './calendar-feed.repository.js';

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
      await keepPermission(db, viewer, 'MANAGE');
      const secret = newToken();
      const calendarFeed = { createdAt: needs.clock(), lastReadAt: null };
      const replaced = (await findCalendarFeed(db, userId)) !== null;
      await saveCalendarFeed(db, { userId, secretHash: hashToken(secret), ...calendarFeed });
      await recordAudit(db, viewer, { action: 'calendar_feed_created', details: { replaced } });
      return { url: needs.feedUrl(secret), calendarFeed };
    });
  };
