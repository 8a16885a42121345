import { makeCalendarFeedRouter } from '../domain/calendar/calendar-feed.http.js';
import { calendarFeedPath } from '../domain/calendar/calendar-feed.js';
import { makeCreateCalendarFeed } from '../domain/calendar/create-calendar-feed.use-case.js';
import { makeFindCalendarFeed } from '../domain/calendar/find-calendar-feed.use-case.js';
import { makeReadCalendarFeed } from '../domain/calendar/read-calendar-feed.use-case.js';
import { makeRevokeCalendarFeed } from '../domain/calendar/revoke-calendar-feed.use-case.js';
import type { CpuQueue } from '../foundation/concurrency/cpu-queue.js';
import { makeRateLimiter, rateLimited } from '../foundation/request-limits/rate-limiter.js';
import { makeCountPoints } from '../foundation/request-limits/request-limit.repository.js';
import type { Parts } from './parts.js';

/** Requests in a minute: for one feed, and from one network. */
const OF_A_FEED = 30;
const OF_A_NETWORK = 600;

/** The posts of an account in other calendars. */
export function makeCalendar({ config, db, transaction, clock, publicUrl, log }: Parts, cpuQueue: CpuQueue) {
  const count = makeCountPoints(db);
  const limitFeed = makeRateLimiter({ limit: OF_A_FEED, count });
  const addressOf = (path: string): string => new URL(path, publicUrl()).href;
  return {
    calendarFeeds: makeCalendarFeedRouter({
      readCalendarFeed: makeReadCalendarFeed({
        db,
        clock,
        cpuQueue,
        async limitReads(secretHash) {
          const { allowed, resetsInSeconds } = await limitFeed(`calendar-feed ${secretHash}`, 1);
          if (!allowed) throw rateLimited(resetsInSeconds);
        },
        postUrl: config.http.dashboard ? (groupId) => addressOf(`/posts/${groupId}`) : null,
      }),
      limitNetwork: makeRateLimiter({ limit: OF_A_NETWORK, count }),
      log,
    }),
    useCases: {
      findCalendarFeed: makeFindCalendarFeed({ db }),
      createCalendarFeed: makeCreateCalendarFeed({
        transaction,
        clock,
        feedUrl: (secret) => addressOf(calendarFeedPath(secret)),
      }),
      revokeCalendarFeed: makeRevokeCalendarFeed({ transaction }),
    },
  };
}
