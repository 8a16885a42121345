import type { Db } from '../../foundation/database/unit-of-work.js';
import { assertSession, type Viewer } from '../identity/access/viewer.js';
import type { CalendarFeed } from './calendar-feed.js';
import { findCalendarFeed } from './calendar-feed.repository.js';

export type FindCalendarFeed = (viewer: Viewer) => Promise<CalendarFeed | null>;

export const makeFindCalendarFeed =
  ({ db }: { db: Db }): FindCalendarFeed =>
  (viewer) => {
    assertSession(viewer);
    return findCalendarFeed(db, viewer.userId);
  };
