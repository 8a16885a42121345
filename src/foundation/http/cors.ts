/**
 * CORS policy. The API is for servers: preflights are answered, but neither `x-api-key` nor `x-service-user-id` is
 * among the allowed headers [cors/preflight]. GraphQL and the dashboard's routes accept the session cookie from our
 * own pages and from the origins that the operator allows.
 */
import type { IncomingMessage } from 'node:http';
import cors from 'cors';
import type { RequestHandler } from 'express';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const EXPOSED = ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed'];
const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** For /api/v1: any site, without cookies. */
export const apiCors = (): RequestHandler =>
  cors({ origin: '*', methods: METHODS, allowedHeaders: ['Content-Type'], exposedHeaders: EXPOSED });

/** For session-authenticated routes, to pages of these origins. */
export const dashboardCors = (origins: () => string[]): RequestHandler[] => [
  cors({
    origin: (_origin, done) => done(null, origins()),
    credentials: true,
    methods: METHODS,
    allowedHeaders: ['Content-Type', 'Apollo-Require-Preflight'],
    exposedHeaders: [...EXPOSED, ...RATE_LIMIT],
  }),
  (request, _response, next) => {
    request.headers.cookie = trustedCookies(request, origins());
    next();
  },
];

/**
 * The cookies of a request, unless it came from a page of an untrusted origin: browsers send cookies with forms and web
 * sockets without a preflight.
 */
export function trustedCookies(request: IncomingMessage, origins: string[]): string | undefined {
  const { origin, cookie } = request.headers;
  return origin === undefined || isTrustedPage(origin, request, origins) ? cookie : undefined;
}

/** Whether a URL (`Origin` or `Referer`) belongs to this service, under any of its host names, or to these origins. */
export function isTrustedPage(
  address: string | undefined,
  { headers: { host } }: IncomingMessage,
  origins: readonly string[],
): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const page = new URL(address);
  return origins.includes(page.origin) || page.host === host;
}
