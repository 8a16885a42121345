import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertSession, type Viewer } from '../identity/access/viewer.js';
import { deleteCalendarFeed } from './calendar-feed.repository.js';

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
