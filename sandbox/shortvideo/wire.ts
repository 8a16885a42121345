import { Refusal, type Reply, type Wire } from '../exchange.js';
import { digits } from '../random.js';

/** Every body has the outcome, and an id for support. */
const errorBody = (code: string, message: string) => ({ code, message, log_id: `2026${digits(30)}` });

/** The form of all answers: what was requested, and that there is no error. */
export const envelope = (data: unknown) => ({ data, error: errorBody('ok', '') });

const error = (status: number, code: string, message: string): Reply => ({
  status,
  body: { data: {}, error: errorBody(code, message) },
});

/** Refuses with the error form of the Content Posting API. */
export const refuse = (status: number, code: string, message: string): Refusal =>
  new Refusal(error(status, code, message));

export const invalid = (reason: string): Refusal => refuse(400, 'invalid_param', reason);

export const invalidToken = (): Refusal =>
  refuse(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');

/** The addresses for uploads answer with a bare status. */
export const bare = (status: number, headers: Record<string, string> = {}): Reply => ({ status, headers });

/** The Content Posting API's errors. */
export const shortvideoWire = (): Wire => ({
  platform: 'shortvideo',
  authExpired: () => invalidToken().reply,
  // The platform does not report when the limit ends.
  rateLimited: () => error(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'),
  serverError: () => error(500, 'internal_error', 'Something went wrong. Please try again later.'),
  rejected: () => error(403, 'spam_risk_text', 'The text contains risky or spammy content.'),
  unreadableBody: (status) => error(status, 'invalid_params', 'The request body could not be read.'),
});
