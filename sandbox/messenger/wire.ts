import { Refusal, type Reply, type Wire } from '../exchange.js';

const error = (status: number, description: string, parameters?: Record<string, unknown>): Reply => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
});

/** Refuses with the Bot API's error form. */
export const refuse = (status: number, description: string): Refusal => new Refusal(error(status, description));

export const badRequest = (reason: string): Refusal => refuse(400, `Bad Request: ${reason}`);

/** The response to a successful call. */
export const success = (result: unknown): Reply => ({ status: 200, body: { ok: true, result } });

/** The Bot API's errors. It publishes no limits in headers. */
export const messengerWire = (): Wire => ({
  platform: 'messenger',
  authExpired: () => error(401, 'Unauthorized'),
  rateLimited: (resetAt) => {
    const seconds = Math.max(0, Math.ceil((resetAt - Date.now()) / 1000));
    const headers = { 'Retry-After': String(seconds) };
    return { ...error(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }), headers };
  },
  serverError: () => error(502, 'Bad Gateway'),
  rejected: () => error(400, 'Bad Request: message text is not allowed'),
  unreadableBody: (status) =>
    status === 413 ? error(413, 'Request Entity Too Large') : error(400, "Bad Request: can't parse JSON object"),
});
