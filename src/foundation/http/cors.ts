/**
 * What pages of other sites may do. The API is for servers: preflights are answered, and neither `x-api-key` nor
 * `x-service-user-id` is among the allowed headers [cors/preflight]. GraphQL and the dashboard's routes take the
 * session's cookie, from our own pages and from those of the sites that the operator names.
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

/** For what a session opens, to pages of these origins. */
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
 * The cookies of a request, unless a page of yet another origin made it: browsers send them with its forms and web
 * sockets too, and ask nobody before.
 */
export function trustedCookies(request: IncomingMessage, origins: string[]): string | undefined {
  const { origin, cookie } = request.headers;
  return origin === undefined || isTrustedPage(origin, request, origins) ? cookie : undefined;
}

/** Whether an address (`Origin` or `Referer`) is of a page of this service, however it is reached, or of these origins. */
export function isTrustedPage(
  address: string | undefined,
  { headers: { host } }: IncomingMessage,
  origins: readonly string[],
): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const page = new URL(address);
  return origins.includes(page.origin) || page.host === host;
}
