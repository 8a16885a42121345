import { Refusal, type Reply, type Wire } from '../exchange.js';
import { type RateState, RateWindow } from '../rate-window.js';

const error = (status: number, message: string): Reply => ({ status, body: { error: message } });

/** Refuses with Mastodon's error form: `{"error": "…"}`. */
export const refuse = (status: number, message: string): Refusal => new Refusal(error(status, message));

/** 422 as a failed model validation gives it. */
export const invalid = (reason: string): Refusal => refuse(422, `Validation failed: ${reason}`);

export const notFound = (): Refusal => refuse(404, 'Record not found');

export const invalidToken = (): Refusal => refuse(401, 'The access token is invalid');

// Mastodon's reset is an ISO 8601 time with microseconds, not a Unix time.
const isoMicroseconds = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z');

const rateHeaders = (state: Pick<RateState, 'limit' | 'remaining' | 'resetAt'>): Record<string, string> => ({
  'X-RateLimit-Limit': String(state.limit),
  'X-RateLimit-Remaining': String(state.remaining),
  'X-RateLimit-Reset': isoMicroseconds(state.resetAt),
});

// Mastodon's own limit is 300 posts in 3 hours; the sandbox takes many more, since load tests run against it.
const limit = 1_000_000;

/** Mastodon's errors. */
export const fediverseWire = (): Wire => ({
  platform: 'fediverse',
  authExpired: () => invalidToken().reply,
  rateLimited: (resetAt) => ({
    ...error(429, 'Too many requests'),
    headers: rateHeaders({ limit, remaining: 0, resetAt }),
  }),
  serverError: () => error(503, 'There was a temporary problem serving your request, please try again'),
  rejected: () => invalid('Text contains a disallowed link').reply,
  unreadableBody: (status) =>
    status === 413 ? error(413, 'Payload Too Large') : error(400, 'Error occurred while parsing request parameters'),
  rate: { window: new RateWindow(limit, 300), headers: rateHeaders },
});
