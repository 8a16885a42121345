import { z } from 'zod';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../foundation/time/durations.js';
import { PLATFORM_KEYS, type PlatformKey, type PlatformSetup } from '../platforms/port/platform.js';
import type { RateLimit, RateUnit } from '../platforms/port/rate-limit.js';
import type { Block } from '../platforms/port/rules.js';
import { flag, httpUrl, list, text, type Values, wrongValues } from './variable.js';

export interface PlatformConfig extends PlatformSetup {
  /** Where the platform sends people back to after a login; null: the service's own address. */
  redirectUri: string | null;
}

export interface PlatformsConfig {
  platforms: Readonly<Record<PlatformKey, PlatformConfig>>;
  /** Features of a platform that the operator has switched off [splitting/threadtalk-blocked]. */
  blocks: Record<Block, boolean>;
}

export const platformVariables = {
  THREADTALK_THREADS_BLOCKED: flag
    .default(true)
    .describe('Whether threads on threadtalk are refused before they are scheduled.'),
};

/** `100/15m` */
const rateLimitOf = (unit: RateUnit) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,3}[mhd]$/)
    .transform((value): RateLimit => {
      const [, max, count, period] = /^(\d+)\/(\d+)(.)$/.exec(value) ?? [];
      const seconds = period === 'm' ? MINUTE_SECONDS : period === 'h' ? HOUR_SECONDS : DAY_SECONDS;
      return { max: Number(max), unit, perSeconds: Number(count) * seconds };
    });

const apiVersion = z
  .string()
  .regex(/^[\w.]{1,20}$/)
  .meta({ expected: 'a version of the platform’s API, such as 202509 or v25.0' });

/** What an operator can set for each platform, in variables that begin with its key: `SKYFEED_BASE_URL`. */
export const perPlatformVariables = {
  CLIENT_ID: text('the id of an app').optional().meta({
    description: 'Id of the app that you registered with the platform. Without it, accounts cannot log in there.',
    unset: 'none',
  }),
  CLIENT_SECRET: text('the secret of the app')
    .optional()
    .meta({ description: 'Secret of the app.', unset: 'none', secret: true }),
  SCOPES: list(z.array(z.string().min(1)).min(1), 'a comma-separated list of scopes')
    .optional()
    .meta({
      description: 'Scopes that a login requests.',
      unset: '[the platform’s](guides/connections.md#set-up-a-platform-login)',
    }),
  REDIRECT_URI: httpUrl.optional().meta({
    description:
      'Where the platform sends users back to, when that is not the service’s own address. It must lead there. On fediverse a segment for the server is appended.',
    unset: '`<PUBLIC_URL>/auth/<platform>/callback`',
  }),
  BASE_URL: httpUrl.optional().meta({
    description:
      'A stand-in for all of the platform’s hosts. A request to it says in `Forwarded` (RFC 7239) which host it replaces.',
    unset: 'the platform’s',
  }),
  API_VERSION: apiVersion.optional().meta({
    description: 'Version of the platform’s API: network, photogram, threadtalk, socialpage.',
    unset: 'the one that the adapter was written for',
  }),
  APPROVED: flag
    .default(true)
    .describe(
      'Whether the platform has approved the app. shortvideo: an app that is not approved posts to `SELF_ONLY`.',
    ),
  RATE_LIMITS: list(
    z.array(rateLimitOf('parts')),
    'a comma-separated list of posts in a time, such as 100/15m,10000/30d',
  )
    .optional()
    .meta({ description: 'Posts of an account in a time; replaces the platform’s limits.', unset: 'the platform’s' }),
  APP_LIMITS: list(z.array(rateLimitOf('requests')), 'a comma-separated list of requests in a time, such as 10000/1d')
    .optional()
    .meta({
      description:
        'Requests of your app in a time, over all accounts; replaces the platform’s limits. Reading results takes at most a tenth of them.',
      unset: 'the platform’s',
    }),
};
const perPlatformSchema = z.object(perPlatformVariables);

/** `problems` gets a sentence for everything that is wrong. */
function readPlatform(key: PlatformKey, given: Record<string, string>, problems: string[]): PlatformConfig {
  const prefix = `${key.toUpperCase()}_`;
  const own = Object.entries(given).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  );
  const parsed = perPlatformSchema.safeParse(Object.fromEntries(own));
  if (parsed.error) problems.push(...wrongValues(parsed.error, perPlatformVariables, prefix));
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
    appLimits: value?.APP_LIMITS ?? null,
  };
}

/** `problems` gets a sentence for everything that is wrong. */
export const readPlatforms = (given: Record<string, string>, problems: string[]) =>
  Object.fromEntries(
    PLATFORM_KEYS.map((key) => [key, readPlatform(key, given, problems)]),
  ) as PlatformsConfig['platforms'];

export const readPlatformSwitches = (value: Values<typeof platformVariables>) => ({
  blocks: { threadtalkThreadsBlocked: value.THREADTALK_THREADS_BLOCKED },
});
