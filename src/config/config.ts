/**
 * The configuration: the only reader of the environment. All problems are reported at once, one sentence per variable,
 * and secrets are never included.
 */
import path from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import type { SocketLimits } from '../api/socket-limits.js';
import type { LiveUsage } from '../domain/events/live-usage.js';
import type { AccountThrottleLimits } from '../domain/identity/account-throttle.js';
import type { ChannelPricing } from '../domain/plans/channel-limit.js';
import type { DatabaseLimits } from '../foundation/database/connections.js';
import { PLATFORM_KEYS, type PlatformKey, type PlatformSetup } from '../platforms/port/platform.js';
import { DAY, HOUR, MINUTE, type RateLimit } from '../platforms/port/rate-limit.js';
import type { Block } from '../platforms/port/rules.js';

export interface Config {
  roles: ReadonlySet<'api' | 'worker'>;
  /** Embedded database, sandbox and demo account instead of services of the operator's own. */
  embedded: boolean;
  http: HttpConfig;
  requestLimits: RequestLimitsConfig;
  /** Web socket limits: per account, and per socket. */
  live: { perAccount: LiveUsage; perSocket: SocketLimits };
  /** Whether sign-up is open. */
  signUp: boolean;
  /** Limits of sign-ups and of e-mails by unauthenticated users. */
  accountThrottle: AccountThrottleLimits;
  /** Price of an additional channel; null: not configured. */
  channelPricing: ChannelPricing | null;
  sandboxPort: number;
  dataDir: string;
  database: DatabaseConfig;
  /** Newest first; empty: one is generated and kept in the data folder. */
  encryptionKeys: Buffer[];
  platforms: Readonly<Record<PlatformKey, PlatformConfig>>;
  /** Accounts may be on servers with private addresses. */
  allowPrivatePlatforms: boolean;
  publishing: PublishingConfig;
  webhooks: WebhooksConfig;
  /** Switches that hold back what some platform would be sent (document 3, the block of threadtalk's threads). */
  blocks: Record<Block, boolean>;
  /** Without SMTP_URL, mails are written to files in the data folder. */
  mail: { smtpUrl: string | null; from: string };
  /** Null: uploaded files are kept in the data folder. */
  s3: S3Config | null;
  logLevel: string;
  /** Health port of a process without the `api` role; null: none. */
  workerPort: number | null;
  /**
   * A worker loop that has fetched nothing for this long gets new connections; after twice as long the process exits.
   */
  watchdogSeconds: number;
  /** How long the process may take to stop. */
  stopTimeoutSeconds: number;
}

export interface PlatformConfig extends PlatformSetup {
  /** Base URL of the redirect URI of logins; null: the public URL. */
  redirectUri: string | null;
}

export interface DatabaseConfig {
  url: string | null;
  poolSize: number;
  backend: 'postgres' | 'cockroachdb' | 'yugabytedb' | 'citus';
  /** Timeouts of connecting and of statements. */
  limits: DatabaseLimits;
  /** How long startup waits for an unreachable database. */
  waitSeconds: number;
}

export interface HttpConfig {
  host: string;
  port: number;
  /** The public URL; null: where it listens. */
  publicUrl: string | null;
  /** Number of trusted proxies in front of it. */
  trustedProxies: number;
  /** Origins of other sites that may use a session. */
  corsOrigins: string[];
  /** Requests per minute and key to `/api/v1`; null: unlimited. */
  rateLimitPerMinute: number | null;
  /** How long open connections are kept during shutdown, for requests in transit. */
  drainMs: number;
  maxBodyBytes: number;
  /** How long the headers of a request, and a body that is no upload, may take to arrive. */
  requestTimeoutMs: number;
  graphiql: boolean;
}

export interface RequestLimitsConfig {
  /** Maximum GraphQL cost per account and minute. */
  pointsPerMinute: number;
  /** Cost of one operation. */
  maxOperationPoints: number;
  /** Wrong API keys per address and minute. */
  wrongKeysPerMinute: number;
}

export interface PublishingConfig {
  /** Posts that one worker publishes concurrently. */
  concurrency: number;
  /** Timeout of one request to a platform. */
  requestTimeoutMs: number;
  /** After a timeout: how long the platform may still be storing the post. */
  graceMs: number;
  /** Delays before the second to the fifth attempt. */
  retryDelaysMs: number[];
  /** The first delay after a rate limit; the following ones double. */
  rateLimitWaitMs: number;
  /** A post that is later than this is not published any more (document 3, section 3). */
  maxLatenessMs: number;
  /** A worker without a heartbeat for this long loses its jobs. */
  heartbeatSeconds: number;
}

export interface WebhooksConfig {
  /** Receivers may have private addresses: for local development. */
  allowPrivate: boolean;
  /** Timeout of a receiver. */
  timeoutMs: number;
  /** Delays before the second to the fifth attempt. */
  retryDelaysMs: number[];
}

export interface S3Config {
  /** Null: Amazon's own. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Path-style URLs: the bucket is in the path, not in the host name. */
  forcePathStyle: boolean;
  /** Public base URL of the bucket's objects. */
  publicUrl: string;
}

/** The configuration is wrong; `problems` has one sentence per variable. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

const integer = (min: number, max: number) => z.coerce.number<string>().int().min(min).max(max);
const port = integer(0, 65535);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** Read as an http address: the URL standard checks the hosts of no other scheme. */
const smtpUrl = z.string().refine((url) => /^smtps?:\/\//.test(url) && URL.canParse(url.replace(/^smtps?/, 'http')));
const mailbox = z.email({ pattern: z.regexes.html5Email });
/** One address, with or without a name. */
const sender = z.string().refine((text) => {
  const [only, ...others] = addressparser(text);
  return others.length === 0 && mailbox.safeParse(only?.address).success;
});

/** `5.00 EUR` */
const price = z
  .string()
  .regex(/^\d+(\.\d{1,2})? [A-Z]{3}$/)
  .transform((text): ChannelPricing => {
    const [amount = '', currency = ''] = text.split(' ');
    return { amount, currency, interval: 'month' };
  });

const list = (text: string) => text.split(',').map((item) => item.trim());

/** `100/15m` */
const rateLimit = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,3}[mhd]$/)
  .transform((text): RateLimit => {
    const [, max, count, unit] = /^(\d+)\/(\d+)(.)$/.exec(text) ?? [];
    const seconds = unit === 'm' ? MINUTE : unit === 'h' ? HOUR : DAY;
    return { max: Number(max), unit: 'parts', perSeconds: Number(count) * seconds };
  });

/** Variables of each platform, prefixed with its key: `SKYFEED_BASE_URL`. */
const platformSchema = z.object({
  BASE_URL: httpUrl.optional(),
  CLIENT_ID: z.string().optional(),
  CLIENT_SECRET: z.string().optional(),
  SCOPES: z
    .string()
    .transform(list)
    .pipe(z.array(z.string().min(1)).min(1))
    .optional(),
  REDIRECT_URI: httpUrl.optional(),
  API_VERSION: z
    .string()
    .regex(/^[\w.]{1,20}$/)
    .optional(),
  APPROVED: z.stringbool().default(true),
  RATE_LIMITS: z.string().transform(list).pipe(z.array(rateLimit)).optional(),
});

/** What each of them must be. */
const PLATFORM_EXPECTED: Record<string, string> = {
  BASE_URL: 'an http or https address',
  SCOPES: 'a comma-separated list of scopes',
  REDIRECT_URI: 'an http or https address',
  API_VERSION: 'a version of the platform’s API, such as 202509 or v25.0',
  APPROVED: 'true or false',
  RATE_LIMITS: 'a comma-separated list of posts in a time, such as 100/15m,10000/30d',
};

const schema = z.object({
  ROLES: z
    .string()
    .default('api,worker')
    .transform((text) => new Set(list(text)))
    .pipe(z.set(z.enum(['api', 'worker'])).min(1)),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(4000),
  PUBLIC_URL: httpUrl.optional(),
  TRUSTED_PROXIES: integer(0, 10).default(0),
  CORS_ORIGINS: z
    .string()
    .transform(list)
    .pipe(z.array(z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url)))
    .default([]),
  RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000).optional(),
  GRAPHQL_POINTS_PER_MINUTE: integer(100, 1_000_000_000).default(100_000),
  GRAPHQL_OPERATION_POINTS: integer(100, 1_000_000).default(10_000),
  WRONG_KEYS_PER_MINUTE: integer(1, 1_000_000).default(30),
  SOCKETS_PER_ACCOUNT: integer(1, 100_000).default(20),
  SUBSCRIPTIONS_PER_ACCOUNT: integer(1, 1_000_000).default(100),
  SUBSCRIPTIONS_PER_SOCKET: integer(1, 100_000).default(20),
  SOCKET_OPERATIONS: integer(1, 10_000).default(20),
  SOCKET_MESSAGES_PER_SECOND: integer(1, 1_000_000).default(100),
  SOCKET_BUFFER_BYTES: integer(1024, 1024 * 1024 * 1024).default(4 * 1024 * 1024),
  UNAUTHENTICATED_SOCKETS_PER_ADDRESS: integer(1, 100_000).default(50),
  SIGN_UP: z.stringbool().default(true),
  SIGN_UPS_PER_HOUR: integer(1, 1_000_000).default(5),
  SIGN_UPS_PER_DAY: integer(1, 1_000_000).default(20),
  ACCOUNT_MAILS_PER_HOUR: integer(1, 1_000_000).default(3),
  ACCOUNT_MAIL_REQUESTS_PER_HOUR: integer(1, 1_000_000).default(20),
  CHANNEL_PRICE: price.optional(),
  SANDBOX_PORT: port.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: integer(2, 200).default(10),
  DATABASE_BACKEND: z.enum(['postgres', 'cockroachdb', 'yugabytedb', 'citus']).default('postgres'),
  DATABASE_CONNECT_TIMEOUT_MS: integer(100, 60_000).default(5_000),
  DATABASE_QUERY_TIMEOUT_MS: integer(300, 600_000).default(15_000),
  DATABASE_WAIT_SECONDS: integer(0, 3600).default(30),
  ENCRYPTION_KEYS: z
    .string()
    .transform((text) => list(text).map((key) => Buffer.from(key, 'base64')))
    .refine((keys) => keys.every((key) => key.length === 32))
    .optional(),
  HTTP_DRAIN_MS: integer(0, 15_000).default(1_000),
  MAX_BODY_BYTES: integer(1024, 100 * 1024 * 1024).default(1024 * 1024),
  REQUEST_TIMEOUT_MS: integer(100, 3_600_000).default(30_000),
  GRAPHIQL: z.stringbool().default(true),
  PLATFORMS_ALLOW_PRIVATE: z.stringbool().optional(),
  WEBHOOKS_ALLOW_PRIVATE: z.stringbool().optional(),
  WEBHOOKS_TIMEOUT_MS: integer(100, 60_000).default(10_000),
  WEBHOOKS_RETRY_DELAYS_MS: z
    .string()
    .default('10000,60000,300000,1800000')
    .transform(list)
    .pipe(z.array(integer(0, 86_400_000)).length(4)),
  THREADTALK_THREADS_BLOCKED: z.stringbool().default(true),
  PUBLISH_CONCURRENCY: integer(1, 500).default(100),
  PUBLISH_TIMEOUT_MS: integer(100, 120_000).default(20_000),
  PUBLISH_GRACE_MS: integer(0, 120_000).default(5_000),
  PUBLISH_RETRY_DELAYS_MS: z
    .string()
    .default('5000,30000,120000,600000')
    .transform(list)
    .pipe(z.array(integer(0, 86_400_000)).length(4)),
  PUBLISH_RATE_LIMIT_WAIT_MS: integer(100, 900_000).default(5_000),
  PUBLISH_MAX_LATENESS_HOURS: z.coerce.number().min(0).max(8760).default(24),
  WORKER_HEARTBEAT_SECONDS: integer(10, 600).default(15),
  WORKER_WATCHDOG_SECONDS: integer(2, 3600).default(30),
  WORKER_PORT: port.optional(),
  STOP_TIMEOUT_SECONDS: integer(1, 3600).default(25),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.stringbool().default(false),
  S3_PUBLIC_URL: httpUrl.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
});

/** All variables but those of a platform. */
export const VARIABLES: readonly string[] = Object.keys(schema.shape);

/** What each variable must be, for the error message. */
const EXPECTED: Record<string, string> = {
  ROLES: 'a comma-separated list of api and worker',
  HOST: 'an address to listen on',
  PORT: 'a port number from 0 to 65535',
  PUBLIC_URL: 'an http or https address',
  TRUSTED_PROXIES: 'a whole number from 0 to 10',
  CORS_ORIGINS: 'a comma-separated list of origins of the form https://app.example.com',
  RATE_LIMIT_PER_MINUTE: 'a whole number from 1 to 1000000',
  GRAPHQL_POINTS_PER_MINUTE: 'a whole number from 100 to 1000000000',
  GRAPHQL_OPERATION_POINTS: 'a whole number from 100 to 1000000',
  WRONG_KEYS_PER_MINUTE: 'a whole number from 1 to 1000000',
  SOCKETS_PER_ACCOUNT: 'a whole number from 1 to 100000',
  SUBSCRIPTIONS_PER_ACCOUNT: 'a whole number from 1 to 1000000',
  SUBSCRIPTIONS_PER_SOCKET: 'a whole number from 1 to 100000',
  SOCKET_OPERATIONS: 'a whole number from 1 to 10000',
  SOCKET_MESSAGES_PER_SECOND: 'a whole number from 1 to 1000000',
  SOCKET_BUFFER_BYTES: 'a whole number from 1024 to 1073741824',
  UNAUTHENTICATED_SOCKETS_PER_ADDRESS: 'a whole number from 1 to 100000',
  SIGN_UP: 'true or false',
  SIGN_UPS_PER_HOUR: 'a whole number from 1 to 1000000',
  SIGN_UPS_PER_DAY: 'a whole number from 1 to 1000000',
  ACCOUNT_MAILS_PER_HOUR: 'a whole number from 1 to 1000000',
  ACCOUNT_MAIL_REQUESTS_PER_HOUR: 'a whole number from 1 to 1000000',
  CHANNEL_PRICE: 'a price of the form 5.00 EUR',
  SANDBOX_PORT: 'a port number from 0 to 65535',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address of the form postgres://user:password@host:port/database',
  DATABASE_POOL_SIZE: 'a whole number from 2 to 200',
  DATABASE_BACKEND: 'postgres, cockroachdb, yugabytedb or citus',
  DATABASE_CONNECT_TIMEOUT_MS: 'a whole number from 100 to 60000',
  DATABASE_QUERY_TIMEOUT_MS: 'a whole number from 300 to 600000',
  DATABASE_WAIT_SECONDS: 'a whole number from 0 to 3600',
  ENCRYPTION_KEYS: 'a comma-separated list of base64 keys of 32 bytes, the newest first',
  HTTP_DRAIN_MS: 'a whole number from 0 to 15000',
  MAX_BODY_BYTES: 'a whole number from 1024 to 104857600',
  REQUEST_TIMEOUT_MS: 'a whole number from 100 to 3600000',
  GRAPHIQL: 'true or false',
  PLATFORMS_ALLOW_PRIVATE: 'true or false',
  WEBHOOKS_ALLOW_PRIVATE: 'true or false',
  WEBHOOKS_TIMEOUT_MS: 'a whole number from 100 to 60000',
  WEBHOOKS_RETRY_DELAYS_MS: 'four whole numbers with commas between them',
  THREADTALK_THREADS_BLOCKED: 'true or false',
  PUBLISH_CONCURRENCY: 'a whole number from 1 to 500',
  PUBLISH_TIMEOUT_MS: 'a whole number from 100 to 120000',
  PUBLISH_GRACE_MS: 'a whole number from 0 to 120000',
  PUBLISH_RETRY_DELAYS_MS: 'four whole numbers with commas between them',
  PUBLISH_RATE_LIMIT_WAIT_MS: 'a whole number from 100 to 900000',
  PUBLISH_MAX_LATENESS_HOURS: 'a number from 0 to 8760',
  WORKER_HEARTBEAT_SECONDS: 'a whole number from 10 to 600',
  WORKER_WATCHDOG_SECONDS: 'a whole number from 2 to 3600',
  WORKER_PORT: 'a port number from 0 to 65535',
  STOP_TIMEOUT_SECONDS: 'a whole number from 1 to 3600',
  SMTP_URL: 'an address of the form smtps://user:password@host:port',
  MAIL_FROM: 'a sender of the form Name <name@example.com>',
  S3_FORCE_PATH_STYLE: 'true or false',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent',
};

/** Other variables required with a bucket. */
const S3_NEEDS = {
  S3_REGION: 'the region of the bucket',
  S3_ACCESS_KEY_ID: 'the id of an access key',
  S3_SECRET_ACCESS_KEY: 'the secret of the access key',
  S3_PUBLIC_URL: 'the http or https address under which the public reads the bucket',
};

/** Adds a sentence to `problems` for everything that is missing. */
function s3Of(value: z.output<typeof schema>, problems: string[]): S3Config | null {
  if (value.S3_BUCKET === undefined) return null;
  const needed = (name: keyof typeof S3_NEEDS): string => {
    if (value[name] === undefined) {
      problems.push(`${name} is missing: with S3_BUCKET set, it must be ${S3_NEEDS[name]}.`);
    }
    return value[name] ?? '';
  };
  return {
    endpoint: value.S3_ENDPOINT ?? null,
    region: needed('S3_REGION'),
    bucket: value.S3_BUCKET,
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: value.S3_FORCE_PATH_STYLE,
    publicUrl: needed('S3_PUBLIC_URL'),
  };
}

/** Adds a sentence to `problems` for everything that is invalid. */
function platformOf(key: PlatformKey, given: Record<string, string | undefined>, problems: string[]): PlatformConfig {
  const prefix = `${key.toUpperCase()}_`;
  const own = Object.entries(given).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  );
  const parsed = platformSchema.safeParse(Object.fromEntries(own));
  const wrong = new Set(parsed.error?.issues.map(({ path }) => String(path[0])));
  problems.push(...[...wrong].map((name) => `${prefix}${name} must be ${PLATFORM_EXPECTED[name]}.`));
  const value = parsed.data;
  const { CLIENT_ID: id, CLIENT_SECRET: secret } = value ?? {};
  if ((id === undefined) !== (secret === undefined)) {
    const [there, missing] = id === undefined ? ['SECRET', 'ID'] : ['ID', 'SECRET'];
    problems.push(`${prefix}CLIENT_${missing} is missing: with ${prefix}CLIENT_${there} set, the app needs both.`);
  }
  return {
    baseUrl: value?.BASE_URL ?? null,
    client: id !== undefined && secret !== undefined ? { id, secret } : null,
    scopes: value?.SCOPES ?? null,
    redirectUri: value?.REDIRECT_URI ?? null,
    apiVersion: value?.API_VERSION ?? null,
    approved: value?.APPROVED ?? true,
    rateLimits: value?.RATE_LIMITS ?? null,
  };
}

/** Parses the environment. Throws a ConfigError that lists every wrong or missing value. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  const platformProblems: string[] = [];
  const platforms = Object.fromEntries(
    PLATFORM_KEYS.map((key) => [key, platformOf(key, given, platformProblems)]),
  ) as Config['platforms'];
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    const sentences = [...names].map((name) => `${name} must be ${EXPECTED[name] ?? 'an http or https address'}.`);
    throw new ConfigError([...sentences, ...platformProblems]);
  }
  const value = parsed.data;
  const embedded = value.DATABASE_URL === undefined;
  const problems = platformProblems;
  if (!embedded && value.ENCRYPTION_KEYS === undefined) {
    problems.push('ENCRYPTION_KEYS is missing: with DATABASE_URL set, it must be a list of base64 keys of 32 bytes.');
  }
  if (embedded && value.ROLES.size === 1) {
    problems.push('DATABASE_URL is missing: a process with only one of the ROLES needs a database to share.');
  }
  if (value.SMTP_URL !== undefined && value.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM is missing: with SMTP_URL set, it must be a sender of the form Name <name@example.com>.');
  }
  const s3 = s3Of(value, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    roles: value.ROLES,
    embedded,
    http: {
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
    },
    requestLimits: {
      pointsPerMinute: value.GRAPHQL_POINTS_PER_MINUTE,
      maxOperationPoints: value.GRAPHQL_OPERATION_POINTS,
      wrongKeysPerMinute: value.WRONG_KEYS_PER_MINUTE,
    },
    live: {
      perAccount: { sockets: value.SOCKETS_PER_ACCOUNT, subscriptions: value.SUBSCRIPTIONS_PER_ACCOUNT },
      perSocket: {
        subscriptions: value.SUBSCRIPTIONS_PER_SOCKET,
        operations: value.SOCKET_OPERATIONS,
        messagesPerSecond: value.SOCKET_MESSAGES_PER_SECOND,
        unauthenticatedPerAddress: value.UNAUTHENTICATED_SOCKETS_PER_ADDRESS,
        bufferedBytes: value.SOCKET_BUFFER_BYTES,
      },
    },
    signUp: value.SIGN_UP,
    accountThrottle: {
      signUpsPerHour: value.SIGN_UPS_PER_HOUR,
      signUpsPerDay: value.SIGN_UPS_PER_DAY,
      mailsPerHour: value.ACCOUNT_MAILS_PER_HOUR,
      mailRequestsPerHour: value.ACCOUNT_MAIL_REQUESTS_PER_HOUR,
    },
    channelPricing: value.CHANNEL_PRICE ?? null,
    sandboxPort: value.SANDBOX_PORT ?? (value.PORT === 0 ? 0 : value.PORT + 1),
    dataDir: path.resolve(value.DATA_DIR),
    database: {
      url: value.DATABASE_URL ?? null,
      poolSize: value.DATABASE_POOL_SIZE,
      backend: value.DATABASE_BACKEND,
      limits: { connectMs: value.DATABASE_CONNECT_TIMEOUT_MS, queryMs: value.DATABASE_QUERY_TIMEOUT_MS },
      waitSeconds: value.DATABASE_WAIT_SECONDS,
    },
    encryptionKeys: value.ENCRYPTION_KEYS ?? [],
    platforms,
    // For local use, the sandbox and similar private servers can be connected.
    allowPrivatePlatforms: value.PLATFORMS_ALLOW_PRIVATE ?? embedded,
    blocks: { threadtalkThreadsBlocked: value.THREADTALK_THREADS_BLOCKED },
    publishing: {
      concurrency: value.PUBLISH_CONCURRENCY,
      requestTimeoutMs: value.PUBLISH_TIMEOUT_MS,
      graceMs: value.PUBLISH_GRACE_MS,
      retryDelaysMs: value.PUBLISH_RETRY_DELAYS_MS,
      rateLimitWaitMs: value.PUBLISH_RATE_LIMIT_WAIT_MS,
      maxLatenessMs: value.PUBLISH_MAX_LATENESS_HOURS * 3_600_000,
      heartbeatSeconds: value.WORKER_HEARTBEAT_SECONDS,
    },
    webhooks: {
      // And a local webhook receiver can be used, too.
      allowPrivate: value.WEBHOOKS_ALLOW_PRIVATE ?? embedded,
      timeoutMs: value.WEBHOOKS_TIMEOUT_MS,
      retryDelaysMs: value.WEBHOOKS_RETRY_DELAYS_MS,
    },
    mail: { smtpUrl: value.SMTP_URL ?? null, from: value.MAIL_FROM ?? 'Social publishing <no-reply@localhost>' },
    s3,
    // Local use logs only warnings beside the banner; a production log shows everything.
    logLevel: value.LOG_LEVEL ?? (embedded ? 'warn' : 'info'),
    workerPort: value.WORKER_PORT ?? null,
    watchdogSeconds: value.WORKER_WATCHDOG_SECONDS,
    stopTimeoutSeconds: value.STOP_TIMEOUT_SECONDS,
  };
}
