import { z } from 'zod';
import { HOUR_MS } from '../foundation/time/durations.js';
import { flag, httpUrl, integer, list, oneOf, port, text, type Values } from './variable.js';

export interface HttpConfig {
  host: string;
  port: number;
  /** Where people reach the service; null: where it listens. */
  publicUrl: string | null;
  /** Proxies in front of it, whose headers on the client's address and protocol are trusted. */
  trustedProxies: number;
  /** Pages of other sites that may use a session. */
  corsOrigins: string[];
  /** Whether browsers send the session's cookie with requests of other sites' pages (`none`) or not (`lax`). */
  sessionSameSite: 'lax' | 'none';
  /** Requests of one account to `/api/v1` in a minute. */
  rateLimitPerMinute: number;
  /** How long open connections are kept when the process stops, for requests that are on their way. */
  drainMs: number;
  maxBodyBytes: number;
  /** How long the headers of a request, and a body that is no upload, may take to arrive. */
  requestTimeoutMs: number;
  graphiql: boolean;
  dashboard: boolean;
  operatorConsole: boolean;
}

const origin = z.url({ protocol: /^https?$/ }).refine((url) => URL.canParse(url) && new URL(url).origin === url);

export const httpVariables = {
  HOST: text('an address to listen on').min(1).default('127.0.0.1').describe('The address the API listens on.'),
  PORT: port.default(4000).describe('The port the API listens on.'),
  SANDBOX_PORT: port.optional().meta({
    description: 'The port the sandbox listens on; it runs with the embedded database only.',
    unset: '`PORT` + 1',
  }),
  PUBLIC_URL: httpUrl.optional().meta({
    description:
      'The address users reach the service at: the start of every link. With https, cookies are sent over TLS only. Set it behind a proxy.',
    unset: 'where the API listens',
  }),
  TRUSTED_PROXIES: integer(0, 10)
    .default(0)
    .describe('Number of proxies in front of the service whose `X-Forwarded-*` headers are trusted.'),
  CORS_ORIGINS: list(z.array(origin), 'a comma-separated list of origins of the form https://app.example.com')
    .default([])
    .meta({
      description: 'Sites whose pages may use GraphQL and the dashboard’s routes with a session.',
      unset: 'none',
    }),
  SESSION_COOKIE_SAME_SITE: oneOf(['lax', 'none'])
    .default('lax')
    .describe(
      'Where browsers send the session’s cookie. `lax`: to pages of the service’s own site (`app.example.com` and `api.example.com` are one site). `none`: also from the sites in `CORS_ORIGINS`; it needs `PUBLIC_URL` with https.',
    ),
  RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000)
    .default(6_000)
    .describe('Requests per minute of one account to `/api/v1`, over all processes.'),
  MAX_BODY_BYTES: integer(1024, 100 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Largest request body.'),
  REQUEST_TIMEOUT_MS: integer(100, HOUR_MS)
    .default(30_000)
    .describe(
      'How long the headers and the body of a request may take to arrive before it gets 408. Uploads get an hour.',
    ),
  HTTP_DRAIN_MS: integer(0, 15_000)
    .default(1_000)
    .describe('How long a stopping process keeps idle connections open for requests that are on their way.'),
  GRAPHIQL: flag.default(true).describe('Serve GraphiQL at `/graphiql`.'),
  DASHBOARD: flag.default(true).describe('Serve the dashboard at `/`.'),
  OPERATOR_CONSOLE: flag
    .default(false)
    .describe(
      'Serve the operator’s console: `/operator` in the dashboard and `/operator/graphql`, for accounts with the operator flag (`npm run admin -- set-flags`) and two-factor authentication.',
    ),
};

export function readHttp(value: Values<typeof httpVariables>, problems: string[]): HttpConfig {
  const { SESSION_COOKIE_SAME_SITE: sessionSameSite, CORS_ORIGINS: corsOrigins, PUBLIC_URL: publicUrl = null } = value;
  if (sessionSameSite === 'none' && !(publicUrl?.startsWith('https:') && corsOrigins.length > 0)) {
    problems.push(
      'SESSION_COOKIE_SAME_SITE=none needs a PUBLIC_URL with https and the sites of the pages in CORS_ORIGINS.',
    );
  }
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl,
    trustedProxies: value.TRUSTED_PROXIES,
    corsOrigins,
    sessionSameSite,
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    drainMs: value.HTTP_DRAIN_MS,
    maxBodyBytes: value.MAX_BODY_BYTES,
    requestTimeoutMs: value.REQUEST_TIMEOUT_MS,
    graphiql: value.GRAPHIQL,
    dashboard: value.DASHBOARD,
    operatorConsole: value.OPERATOR_CONSOLE,
  };
}
