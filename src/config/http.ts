import { z } from 'zod';
import { HOUR_MS } from '../foundation/time/durations.js';
import { flag, httpUrl, integer, list, port, text, type Values } from './variable.js';

export interface HttpConfig {
  host: string;
  port: number;
  /** Where people reach the service; null: where it listens. */
  publicUrl: string | null;
  /** Proxies in front of it, whose headers on the client's address and protocol are trusted. */
  trustedProxies: number;
  /** Pages of other sites that may use a session. */
  corsOrigins: string[];
  /** Requests of one key to `/api/v1` in a minute; null: no limit. */
  rateLimitPerMinute: number | null;
  /** How long open connections are kept when the process stops, for requests that are on their way. */
  drainMs: number;
  maxBodyBytes: number;
  /** How long the headers of a request, and a body that is no upload, may take to arrive. */
  requestTimeoutMs: number;
  graphiql: boolean;
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
  RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000).optional().meta({
    description: 'Requests per minute of one API key to `/api/v1`, over all processes.',
    unset: 'no limit',
  }),
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
};

export const readHttp = (value: Values<typeof httpVariables>): HttpConfig => ({
  host: value.HOST,
  port: value.PORT,
  publicUrl: value.PUBLIC_URL ?? null,
  trustedProxies: value.TRUSTED_PROXIES,
  corsOrigins: value.CORS_ORIGINS,
  rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE ?? null,
  drainMs: value.HTTP_DRAIN_MS,
  maxBodyBytes: value.MAX_BODY_BYTES,
  requestTimeoutMs: value.REQUEST_TIMEOUT_MS,
  graphiql: value.GRAPHIQL,
});
