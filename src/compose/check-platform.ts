/** Tries the operator's app at one platform, without a user. */
import { randomBytes } from 'node:crypto';
import type { PlatformCheck, PlatformReport } from '../admin/platform-report.js';
import { type Config, parseConfig } from '../config/config.js';
import type { Env } from '../config/environment.js';
import { makeRedirectUri } from '../domain/accounts/login-address.js';
import type { Http } from '../foundation/http-client/http.js';
import type { Failure } from '../platforms/port/failure.js';
import type { Authorization, Platform, PlatformKey } from '../platforms/port/platform.js';
import { findPlatform } from '../platforms/registry.js';
import { openHttp } from './open-http.js';

/** How long the platform may take to respond. One request is sent. */
const TIMEOUT_MS = 5_000;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Rejects with a ConfigError if the service would not start with this environment. */
export async function checkPlatform(env: Env, key: PlatformKey): Promise<PlatformReport> {
  const config = parseConfig(env);
  const platform = findPlatform(key);
  if (!platform) throw new Error(`There is no adapter for ${key}.`);
  const { http, close } = openHttp(
    { ...config, publishing: { ...config.publishing, requestTimeoutMs: TIMEOUT_MS } },
    () => new Date(),
  );
  try {
    return { platform: key, checks: await checksOf(platform, config, http) };
  } finally {
    await close();
  }
}

function checksOf(platform: Platform, config: Config, http: Http): Promise<PlatformCheck[]> {
  const { authorization, connector } = platform;
  // Where people can also enter credentials, this service registers its app itself.
  return authorization && !connector
    ? checkApp(platform.key, authorization, config, http)
    : checkWithoutApp(platform, config, http);
}

async function checkApp(
  key: PlatformKey,
  authorization: Authorization,
  config: Config,
  http: Http,
): Promise<PlatformCheck[]> {
  const prefix = key.toUpperCase();
  const setup = config.platforms[key];
  if (!setup.client) {
    const variables = `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET`;
    if (config.embedded && setup.baseUrl === null) {
      const message = `${variables} are not set: without DATABASE_URL, npm start runs a stand-in for ${key}, with an app.`;
      return [skipped('credentials', message)];
    }
    return [
      failed('credentials', 'configuration', {
        happened: `${variables} are not set: nobody can log in at ${key}.`,
        advice: `Register an app as docs/platforms/setup/${key}.md describes, and set both.`,
      }),
    ];
  }
  const redirectUri = redirectUriOf(key, config);
  return [
    await tryCredentials(key, authorization, config, http, redirectUri),
    checkRedirectUri(key, redirectUri),
    checkScopes(key, authorization.scopes, setup.scopes),
  ];
}

const redirectUriOf = (key: PlatformKey, { http: { publicUrl }, platforms }: Config): string | null => {
  const { redirectUri } = platforms[key];
  if (publicUrl === null && redirectUri === null) return null;
  return makeRedirectUri({ publicUrl: () => publicUrl ?? '', named: () => redirectUri })(key, null);
};

/**
 * Exchanges a code that nobody was given. A platform verifies the app first, so a refusal of the code means that it
 * accepts id and secret (RFC 6749, section 5.2).
 */
async function tryCredentials(
  key: PlatformKey,
  authorization: Authorization,
  config: Config,
  http: Http,
  redirectUri: string | null,
): Promise<PlatformCheck> {
  const name = 'credentials';
  const granted = await authorization.complete(http, config.platforms[key], {
    code: randomBytes(16).toString('hex'),
    redirectUri: redirectUri ?? 'https://localhost/',
    codeVerifier: randomBytes(32).toString('base64url'),
    remembered: {},
  });
  const answered = `${key} accepts the id and the secret of the app`;
  if (granted.kind === 'granted') return ok(name, `${answered}.`);
  const { failure } = granted;
  const happened = `${failure.message.replace(/\.$/, '')}.`;
  const prefix = key.toUpperCase();
  switch (verdictOf(failure)) {
    case 'accepted':
      return ok(name, `${answered}, and refused only a made-up code.`);
    case 'refused':
      return failed(name, 'configuration', {
        happened,
        advice: `Copy ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET from the app again; a secret that was renewed there is a new one.`,
      });
    case 'unreachable':
      return failed(name, 'network', {
        happened,
        advice: `Check DNS, that the firewall lets requests to ${key} out, and ${prefix}_BASE_URL if it is set.`,
      });
    case 'unavailable':
      return failed(name, 'platform', { happened, advice: 'Try again later.' });
    case 'unclear':
      return failed(name, 'platform', {
        happened: `${happened} This shows neither that the id and the secret are right nor that they are wrong.`,
        advice: 'Follow the message of the platform, or try a login.',
      });
  }
}

function verdictOf({
  code,
  platformStatusCode,
}: Failure): 'accepted' | 'refused' | 'unreachable' | 'unavailable' | 'unclear' {
  // 401 is for apps; a code is refused with 400 (RFC 6749, section 5.2).
  if (code === 'PLATFORM_NOT_CONFIGURED' || platformStatusCode === 401) return 'refused';
  if (code === 'PLATFORM_AUTH_EXPIRED') return 'accepted';
  if (code === 'NETWORK_ERROR' || code === 'TIMEOUT_ERROR') return 'unreachable';
  if (code === 'PLATFORM_SERVER_ERROR' || code === 'RATE_LIMITED') return 'unavailable';
  return 'unclear';
}

function checkRedirectUri(key: PlatformKey, redirectUri: string | null): PlatformCheck {
  const name = 'redirect URI';
  if (redirectUri === null) {
    const happened = 'PUBLIC_URL is not set: the platform cannot lead people back.';
    return failed(name, 'configuration', { happened, advice: 'Set it to the https address of this service.' });
  }
  const { protocol, hostname } = new URL(redirectUri);
  if (protocol !== 'https:' && !LOOPBACK.includes(hostname)) {
    const advice = `Set PUBLIC_URL or ${key.toUpperCase()}_REDIRECT_URI to an address that begins with https.`;
    return failed(name, 'configuration', { happened: `${redirectUri} is sent without TLS.`, advice });
  }
  return ok(name, `${redirectUri} (enter exactly this in the app; only a login by a user tries it)`);
}

function checkScopes(
  key: PlatformKey,
  defaults: readonly string[],
  configured: readonly string[] | null,
): PlatformCheck {
  const requested = configured ?? defaults;
  const missing = defaults.filter((scope) => !requested.includes(scope));
  const without = missing.length === 0 ? '' : `; ${key.toUpperCase()}_SCOPES leaves out ${missing.join(', ')}`;
  return skipped('scopes', `${requested.join(', ')} (only a login by a user tries them)${without}`);
}

/** Each account brings its own credentials, so only the way to the platform can be tried. */
async function checkWithoutApp(
  { key, defaultBaseUrl }: Platform,
  { embedded, platforms }: Config,
  http: Http,
): Promise<PlatformCheck[]> {
  const credentials = skipped(
    'credentials',
    `${key} needs no app. Each account has its own credentials, and they are tried when it is connected.`,
  );
  const configured = platforms[key].baseUrl;
  const url = configured ?? (embedded ? null : defaultBaseUrl);
  if (url === null) {
    const message = embedded
      ? `without DATABASE_URL, npm start runs a stand-in for ${key}`
      : 'each account names its own server';
    return [credentials, skipped('connection', message)];
  }
  const result = await http({ method: 'GET', url });
  if (result.kind === 'answer') return [credentials, ok('connection', `${new URL(url).host} responds`)];
  const advice = `Check DNS, that the firewall lets requests out, and ${key.toUpperCase()}_BASE_URL if it is set.`;
  return [credentials, failed('connection', 'network', { happened: `${result.message}.`, advice })];
}

const ok = (name: string, message: string): PlatformCheck => ({ name, outcome: 'ok', message, fault: null });
const skipped = (name: string, message: string): PlatformCheck => ({ name, outcome: 'skipped', message, fault: null });
const failed = (
  name: string,
  fault: NonNullable<PlatformCheck['fault']>,
  { happened, advice }: { happened: string; advice: string },
): PlatformCheck => ({ name, outcome: 'failed', message: `${happened} ${advice}`, fault });
