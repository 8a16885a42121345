import { lexicons } from '@atproto/api';
import { Refusal, type Reply, type Wire } from '../exchange.js';
import { type RateState, RateWindow } from '../rate-window.js';

const error = (status: number, name: string, message: string): Reply => ({ status, body: { error: name, message } });

/** Refuses with the XRPC error form: `{"error": "Name", "message": "…"}`. */
export const refuse = (status: number, name: string, message: string): Refusal =>
  new Refusal(error(status, name, message));

export const invalidRequest = (message: string): Refusal => refuse(400, 'InvalidRequest', message);

// Expired tokens are 400 here, not 401.
export const expiredToken = (message = 'Token has expired'): Refusal => refuse(400, 'ExpiredToken', message);

/** The headers of a limit; the reset is a Unix time in seconds, and there is no Retry-After. */
export const rateHeaders = (state: Omit<RateState, 'exceeded'>): Record<string, string> => ({
  'RateLimit-Limit': String(state.limit),
  'RateLimit-Remaining': String(state.remaining),
  'RateLimit-Reset': String(Math.ceil(state.resetAt / 1000)),
  'RateLimit-Policy': `${state.limit};w=${state.windowSeconds}`,
});

/** 429, until the given time. */
export const rateLimited = (resetAt: number, limit: number, windowSeconds: number): Reply => ({
  ...error(429, 'RateLimitExceeded', 'Rate Limit Exceeded'),
  headers: rateHeaders({ limit, windowSeconds, remaining: 0, resetAt }),
});

// A real PDS allows 3000 requests in 5 minutes; the sandbox takes many more, since load tests run against it.
const limit = 1_000_000;
const windowSeconds = 300;

/** The errors of a PDS. */
export const skyfeedWire = (): Wire => ({
  platform: 'skyfeed',
  authExpired: () => expiredToken().reply,
  rateLimited: (resetAt) => rateLimited(resetAt, limit, windowSeconds),
  serverError: () => error(500, 'InternalServerError', 'Internal Server Error'),
  rejected: () => invalidRequest('Invalid app.bsky.feed.post record: the content is not allowed').reply,
  unreadableBody: (status) =>
    status === 413
      ? error(413, 'PayloadTooLarge', 'request entity too large')
      : error(400, 'InvalidRequest', 'Unexpected token in JSON'),
  rate: { window: new RateWindow(limit, windowSeconds), headers: rateHeaders },
});

/** Runs a check of the lexicon and turns its complaint into InvalidRequest. */
export function checked<T>(check: () => T, prefix = ''): T {
  try {
    return check();
  } catch (cause) {
    throw invalidRequest(prefix + (cause instanceof Error ? cause.message : String(cause)));
  }
}

/**
 * Refuses a field that the method does not have. A PDS ignores such fields; the sandbox refuses them, because a
 * misspelt one would otherwise go unnoticed. Records accept unknown fields, as the protocol requires.
 */
export function refuseUnknown(method: string, given: Record<string, unknown>): void {
  const def = lexicons.getDef(method);
  let known: object = {};
  if (def?.type === 'query') known = def.parameters?.properties ?? {};
  if (def?.type === 'procedure' && def.input?.schema?.type === 'object') known = def.input.schema.properties;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) throw invalidRequest(`Unknown property "${unknown}"`);
}
