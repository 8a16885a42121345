import { Refusal, type Reply, type Wire } from '../exchange.js';

const error = (status: number, code: string, message: string, serviceErrorCode?: number): Reply => ({
  status,
  body: { status, ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }), code, message },
});

/** Refuses with the REST API's error form. */
export const refuse = (status: number, code: string, message: string, serviceErrorCode?: number): Refusal =>
  new Refusal(error(status, code, message, serviceErrorCode));

export const invalidToken = (): Refusal => refuse(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600);

const expiredToken = (): Reply =>
  error(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65602);

export const expired = (): Refusal => new Refusal(expiredToken());

/** `what` is the resource and its method: `posts.CREATE`. */
export const denied = (what: string): Refusal =>
  refuse(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, 100);

export const notFound = (what: string): Refusal => refuse(404, 'NOT_FOUND', `${what} not found`);

export const invalidField = (name: string, problem: string): Refusal =>
  refuse(400, 'INVALID_VALUE_FOR_FIELD', `${name}: ${problem}`);

/** The errors. The platform documents no Retry-After; the sandbox sends one so that tests need not wait for a day. */
export const networkWire = (): Wire => ({
  platform: 'network',
  authExpired: expiredToken,
  rateLimited: (resetAt) => ({
    ...error(
      429,
      'TOO_MANY_REQUESTS',
      'Resource level throttle MEMBER limit for calls to this resource is reached.',
      101,
    ),
    headers: { 'Retry-After': String(Math.max(0, Math.ceil((resetAt - Date.now()) / 1000))) },
  }),
  serverError: () => error(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
  rejected: () => error(422, 'UNPROCESSABLE_ENTITY', 'The content violates the platform’s policies'),
  unreadableBody: (status) =>
    status === 413
      ? error(413, 'REQUEST_ENTITY_TOO_LARGE', 'Request Entity Too Large')
      : error(400, 'BAD_REQUEST', 'Cannot parse the request entity'),
});
