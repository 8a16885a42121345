/** Errors of web feeds. */
import { detailed, plain } from './entry.js';

export const FEED_ENTRIES = {
  FEED_NAME_INVALID: plain(400, 'The name of a feed is one line of 1 to 100 characters'),
  FEED_NAME_TAKEN: plain(409, 'Another feed has this name'),
  FEED_URL_INVALID: plain(
    400,
    'The address of a feed is an http or https URL of at most 2,000 characters, without credentials',
  ),
  FEED_TEMPLATE_INVALID: plain(
    400,
    'A template has at most 2,000 characters and 10 placeholders: {{title}}, {{link}}, {{summary}}, {{author}} or {{hashtags}}, with at least one of the first three',
  ),
  FEED_FILTER_INVALID: plain(
    400,
    'A filter has at most 20 words, excluded words and categories each, of 1 to 60 characters',
  ),
  FEED_LIMITS_INVALID: plain(400, 'A feed makes 1 to 50 posts a day, and at most 20 of entries that it had before'),
  FEED_LIMIT_REACHED: plain(403, 'An account has at most 20 feeds: delete one first'),
  FEED_NOT_FOUND: plain(404, 'Feed not found'),
  FEED_NOT_READ: detailed<{ reason: string }>({
    status: 422,
    message: ({ reason }) => `The feed was not read. ${reason}`,
    details: { reason: 'Why the feed cannot be read.' },
  }),
  FEED_BUSY: plain(409, 'The feed is paused, or is being read'),
  FEED_FETCHES_TOO_MANY: detailed<{ retryAfterSeconds: number }>({
    status: 429,
    message: ({ retryAfterSeconds }) =>
      `Feeds can be read on request 30 times in 10 minutes; try again in ${retryAfterSeconds} seconds`,
    details: { retryAfterSeconds: 'Seconds until it is allowed again.' },
  }),
} as const;
