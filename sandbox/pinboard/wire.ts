import { Refusal, type Reply, type Wire } from '../exchange.js';

const error = (status: number, code: number, message: string): Reply => ({ status, body: { code, message } });

/** Refuses with the error form of the Pinterest API: `{"code", "message"}`. */
export const refuse = (status: number, code: number, message: string): Refusal =>
  new Refusal(error(status, code, message));

export const invalid = (reason: string): Refusal => refuse(400, 1, `Invalid request: ${reason}`);

export const authFailed = (): Refusal => refuse(401, 2, 'Authentication failed.');

/** The errors of the Pinterest API (with the examples of its specification). */
export const pinboardWire = (): Wire => ({
  platform: 'pinboard',
  authExpired: () => authFailed().reply,
  // When the limit is lifted is not documented to be reported.
  rateLimited: () => error(429, 8, 'This request exceeded a rate limit.'),
  serverError: () => error(500, 500, 'Something went wrong on our end. Sorry about that.'),
  rejected: () => invalid('the content is not allowed').reply,
  unreadableBody: (status) => error(status, 1, 'Invalid request: the body could not be read'),
});
