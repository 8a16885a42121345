import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { hashToken } from '../identity/access/session.js';
import { isFeedSecret } from './calendar-feed.js';
import { calendarPosts, findFeedUser, noteFeedRead } from './calendar-feed.repository.js';
import { writeCalendar } from './write-calendar.js';

/** The calendar (RFC 5545) at a secret address, and whose it is. */
export type ReadCalendarFeed = (secret: string) => Promise<{ userId: string; calendar: string }>;

/** CALENDAR_FEED_NOT_FOUND for any secret that opens nothing, whether it ever did or not; RATE_LIMITED; SERVICE_BUSY. */
export const makeReadCalendarFeed =
  (needs: {
    db: Db;
    clock: () => Date;
    cpuQueue: CpuQueue;
    /** Throws when a feed is read too often. */
    limitReads: (secretHash: string) => Promise<void>;
    /** Address of a post's page in the dashboard; null: there is no dashboard. */
    postUrl: ((groupId: string) => string) | null;
  }): ReadCalendarFeed =>
  async (secret) => {
    const { db, clock, cpuQueue } = needs;
    if (!isFeedSecret(secret)) throw new AppError('CALENDAR_FEED_NOT_FOUND');
    const secretHash = hashToken(secret);
    const now = clock();
    const user = await findFeedUser(db, secretHash, now);
    if (!user) {
      await assertNotMoving(db, 'calendar_feeds', secretHash);
      throw new AppError('CALENDAR_FEED_NOT_FOUND');
    }
    const { userId, displayName } = user;
    await needs.limitReads(secretHash);
    const posts = await calendarPosts(db, userId, now);
    await noteFeedRead(db, userId, now);
    const name = `Posts of ${displayName}`;
    return { userId, calendar: await cpuQueue(() => writeCalendar(name, posts, needs.postUrl)) };
  };
