import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Logger } from 'pino';
import { pageErrors } from '../../foundation/http/page.js';
import { noteRequest } from '../../foundation/http/request-log.js';
import { type RateLimiter, rateLimited } from '../../foundation/request-limits/rate-limiter.js';
import { networkOf } from '../identity/account/network-of.js';
import { calendarFeedPath } from './calendar-feed.js';
import type { ReadCalendarFeed } from './read-calendar-feed.use-case.js';

/** The posts of an account as a calendar. Anyone who has the address may read it. */
export function makeCalendarFeedRouter(needs: {
  readCalendarFeed: ReadCalendarFeed;
  /** By network: calendar services read the feeds of many users from few addresses. */
  limitNetwork: RateLimiter;
  log: Logger;
}): Router {
  const { readCalendarFeed, limitNetwork, log } = needs;
  const router = Router();
  router.get<string, { secret: string }>(calendarFeedPath(':secret'), async ({ params, ip }, response) => {
    response.set({
      'Cache-Control': 'private, no-cache',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });
    const { allowed, resetsInSeconds } = await limitNetwork(`calendar-feeds ${networkOf(ip ?? '')}`, 1);
    if (!allowed) throw rateLimited(resetsInSeconds);
    const { userId, calendar } = await readCalendarFeed(params.secret);
    noteRequest(response, { userId });
    // No Last-Modified: a post that is deleted changes the calendar, but not the time of the latest change in it.
    response.set({
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="posts.ics"',
      ETag: `"${createHash('sha256').update(calendar).digest('base64url')}"`,
    });
    // Answers 304 to the ETag that it has.
    response.send(calendar);
  });
  router.use(pageErrors(log));
  return router;
}
