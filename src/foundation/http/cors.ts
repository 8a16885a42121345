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

/** The pages that may use a session. */
export interface SessionPages {
  /** Our own origins, and those that the operator allows. */
  origins: () => string[];
  /** The SameSite attribute of the session's cookie. */
  sameSite: 'lax' | 'none';
  /** No public URL is set: any host that a request names is ours. */
  anyHost: boolean;
}

/** The machine itself, by the names that people type. */
const LOCAL = ['localhost', '127.0.0.1'];
const LISTENING_LOCALLY = new Set([...LOCAL, '[::1]', '0.0.0.0', '[::]']);

/** The origins of a service at this URL: two if it is on the machine itself, which has two names. */
export function ownOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!LISTENING_LOCALLY.has(hostname)) return [origin];
  return [...new Set([origin, ...LOCAL.map((name) => new URL(`${protocol}//${name}:${port}`).origin)])];
}

/** For /api/v1: any site, without cookies. */
export const apiCors = (): RequestHandler =>
  cors({ origin: '*', methods: METHODS, allowedHeaders: ['Content-Type'], exposedHeaders: EXPOSED });

/** For session-authenticated routes, to these pages. */
export const dashboardCors = (pages: SessionPages): RequestHandler[] => [
  cors({
    origin: (_origin, done) => done(null, pages.origins()),
    credentials: true,
    methods: METHODS,
    allowedHeaders: ['Content-Type', 'Apollo-Require-Preflight'],
    exposedHeaders: [...EXPOSED, ...RATE_LIMIT],
  }),
  (request, _response, next) => {
    request.headers.cookie = trustedCookies(request, pages);
    next();
  },
];

/**
 * The cookies of a request, unless it came from a page of an untrusted origin: browsers send cookies with forms and web
 * sockets without a preflight.
 */
export const trustedCookies = (request: IncomingMessage, pages: SessionPages): string | undefined =>
  isTrustedSender(request, pages) ? request.headers.cookie : undefined;

/**
 * Without `Origin` it is no page, or a page that loads an image or follows a link. With `SameSite=none` browsers no
 * longer keep the cookie from other sites, so those are told apart here; nor do they tell http from https, so that the
 * origin has to be one of the list.
 */
function isTrustedSender(request: IncomingMessage, pages: SessionPages): boolean {
  const { origins, sameSite } = pages;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return sameSite === 'lax' || site !== 'cross-site';
  return sameSite === 'none' ? origins().includes(origin) : isTrustedPage(origin, request, pages);
}

/**
 * Whether the browser behind a request will send a session's cookie again: the page must be trusted and, unless the
 * cookie is SameSite=none, belong to our site. Older browsers, and pages without TLS, do not name their site: then only
 * the same host counts as ours.
 */
export function keepsSession(request: IncomingMessage, pages: SessionPages): boolean {
  if (!isTrustedSender(request, pages)) return false;
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined || pages.sameSite === 'none') return true;
  return site === undefined ? new URL(origin).hostname === hostnameOf(host) : site !== 'cross-site';
}

const hostnameOf = (host = ''): string | null => {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
};

/**
 * Whether a URL (`Origin` or `Referer`) is of one of these origins, compared whole; without a public URL, also if it names
 * the host of the request.
 */
export function isTrustedPage(
  address: string | undefined,
  { headers: { host } }: IncomingMessage,
  { origins, anyHost }: Pick<SessionPages, 'origins' | 'anyHost'>,
): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { origin, protocol, host: named } = new URL(address);
  return origins().includes(origin) || (anyHost && /^https?:$/.test(protocol) && named === host);
}
