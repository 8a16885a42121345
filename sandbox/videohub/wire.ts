import { Refusal, type Reply, type Wire } from '../exchange.js';

const error = (code: number, reason: string, message: string): Reply => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'youtube', reason }] } },
});

/** Refuses with the error form of Google's APIs: the reason is what matters. */
export const refuse = (status: number, reason: string, message: string): Refusal =>
  new Refusal(error(status, reason, message));

export const invalid = (reason: string, message: string): Refusal => refuse(400, reason, message);

export const invalidToken = (): Refusal => refuse(401, 'authError', 'Invalid Credentials');

/** The errors of the YouTube Data API. */
export const videohubWire = (): Wire => ({
  platform: 'videohub',
  authExpired: () => invalidToken().reply,
  // When the limit is lifted is not reported.
  rateLimited: () => error(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded'),
  serverError: () => error(503, 'backendError', 'Backend Error'),
  rejected: () => error(400, 'invalidVideoMetadata', 'The request metadata is invalid.'),
  unreadableBody: (status) => error(status, 'parseError', 'Parse Error'),
});
