import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { FailureCode } from '../../src/platforms/port/failure.js';
import type { LookupResult, PlatformSetup } from '../../src/platforms/port/platform.js';
import { shortvideo } from '../../src/platforms/shortvideo/shortvideo.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { clock, makePart, openAccount, openWorld, stored, type World } from './support.js';

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, shortvideo);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = () => shortvideo.publisher(world.http, NO_SETUP, clock);
const videoPart = async () =>
  makePart('It moves', { media: [await files.video()], settings: DEFAULT_SETTINGS.shortvideo ?? {} });
const answer = (path: string, status: number, body: unknown) =>
  world.box.setFault({ platform: 'shortvideo', kind: 'answer', path, answer: { status, body } });
const error = (code: string) => ({ data: {}, error: { code, message: 'In words', log_id: '1' } });

const CODES: [status: number, error: string, code: FailureCode][] = [
  [401, 'access_token_invalid', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'scope_not_authorized', 'PERMISSION_DENIED'],
  [401, 'scope_permission_missed', 'PERMISSION_DENIED'],
  [403, 'unaudited_client_can_only_post_to_private_accounts', 'PERMISSION_DENIED'],
  [403, 'url_ownership_unverified', 'PERMISSION_DENIED'],
  [403, 'spam_risk_user_banned_from_posting', 'PERMISSION_DENIED'],
  [429, 'rate_limit_exceeded', 'RATE_LIMITED'],
  [403, 'reached_active_user_cap', 'RATE_LIMITED'],
  [403, 'spam_risk_too_many_posts', 'RATE_LIMITED'],
  [403, 'spam_risk_too_many_pending_share', 'RATE_LIMITED'],
  [403, 'spam_risk', 'INVALID_CONTENT'],
  [403, 'spam_risk_text', 'INVALID_CONTENT'],
  [403, 'privacy_level_option_mismatch', 'INVALID_CONTENT'],
  [400, 'invalid_param', 'INVALID_CONTENT'],
  [400, 'invalid_params', 'INVALID_CONTENT'],
  [400, 'invalid_file_upload', 'INVALID_CONTENT'],
  [500, 'internal_error', 'PLATFORM_SERVER_ERROR'],
];

const FAIL_REASONS: [reason: string, code: FailureCode][] = [
  ['file_format_check_failed', 'INVALID_CONTENT'],
  ['duration_check_failed', 'INVALID_CONTENT'],
  ['frame_rate_check_failed', 'INVALID_CONTENT'],
  ['picture_size_check_failed', 'INVALID_CONTENT'],
  ['publish_cancelled', 'INVALID_CONTENT'],
  ['spam_risk', 'INVALID_CONTENT'],
  ['spam_risk_text', 'INVALID_CONTENT'],
  ['spam_risk_too_many_posts', 'RATE_LIMITED'],
  ['spam_risk_user_banned_from_posting', 'PERMISSION_DENIED'],
  ['video_pull_failed', 'PLATFORM_SERVER_ERROR'],
  ['internal', 'PLATFORM_SERVER_ERROR'],
  ['auth_removed', 'PLATFORM_AUTH_EXPIRED'],
  ['something_new', 'UNKNOWN_ERROR'],
];

describe.each(['creator_info/query', 'video/init'])('a refusal at %s', (path) => {
  test.each(CODES)('%d %s is %s', async (status, platformError, code) => {
    answer(path, status, error(platformError));
    expect(await publisher().start(await videoPart(), account)).toMatchObject({
      kind: 'failed',
      failure: {
        code,
        outcome: 'rejected',
        platformStatusCode: status,
        platformError: expect.stringContaining(platformError),
      },
    });
  });
});

test.each(CODES)(
  'the code decides before the status does: 200 (not %d) with %s is %s',
  async (_status, platformError, code) => {
    answer('video/init', 200, error(platformError));
    expect(await publisher().start(await videoPart(), account)).toMatchObject({
      failure: { code, outcome: 'rejected', platformStatusCode: 200 },
    });
  },
);

test.each(FAIL_REASONS)('a video that failed for %s is %s, and not live', async (fail_reason, code) => {
  const part = await videoPart();
  let step: LookupResult = await publisher().start(part, account);
  if (step.kind === 'ready') step = await publisher().finish(part, account, stored(step.state));
  if (step.kind !== 'pending') throw new Error(step.kind);
  const data = { status: 'FAILED', fail_reason, publicaly_available_post_id: [], uploaded_bytes: 10_000 };
  answer('status/fetch', 200, { data, error: { code: 'ok', message: '', log_id: '1' } });
  expect(await publisher().lookUp({ ...part, media: [] }, account, stored(step.state))).toMatchObject({
    kind: 'failed',
    failure: { code, outcome: 'rejected', message: expect.stringContaining(fail_reason) },
  });
});

describe('a login', () => {
  const redirectUri = 'https://service.test/auth/shortvideo/callback';
  const setup = (more: Partial<PlatformSetup> = {}): PlatformSetup => ({
    ...NO_SETUP,
    baseUrl: world.box.baseUrls.shortvideo,
    client: world.box.clients.shortvideo,
    ...more,
  });
  const clients = { redirectUri: () => redirectUri, find: async () => null, keep: async () => {} };
  const loginRequest = { values: {}, redirectUri, state: 'state', codeVerifier: 'v', codeChallenge: 'c', clients };

  /** Logs in as a person does who allows everything. */
  const logIn = async (about = setup()) => {
    const startedLogin = await shortvideo.authorization.begin(world.http, about, loginRequest);
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    const body = new URLSearchParams({ account: account.accountId, decision: 'allow' });
    const { headers } = await fetch(startedLogin.url, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    const came = { code, redirectUri, codeVerifier: 'v', remembered: {} };
    return shortvideo.authorization.complete(world.http, about, came);
  };
  const granted = async () => {
    const login = await logIn();
    const [found] = login.kind === 'granted' ? login.accounts : [];
    if (!found) throw new Error('no account was granted');
    return found;
  };

  test('starts at the platform, with its own name for the app and commas between the scopes', async () => {
    const startedLogin = await shortvideo.authorization.begin(world.http, setup({ baseUrl: null }), loginRequest);
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    const url = new URL(startedLogin.url);
    expect(url.origin + url.pathname).toBe('https://www.tiktok.com/v2/auth/authorize/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_key: world.box.clients.shortvideo.id,
      redirect_uri: redirectUri,
      scope: 'user.info.basic,video.publish,video.upload',
      state: 'state',
    });
  });

  test('gives the account, whose tokens publish, are found working and say what they may do', async () => {
    const found = await granted();
    const username = world.box.posts({ accountId: account.accountId }).length === 0 && found.username;
    expect(found).toMatchObject({
      accountId: account.accountId,
      username: expect.stringMatching(/^user/),
      displayName: expect.stringContaining('on shortvideo'),
      profileUrl: `${account.baseUrl}/@${username}`,
      profileImageUrl: expect.stringContaining('/avatars/'),
    });
    const connected = { ...account, credentials: found.credentials };
    expect((await publisher().start(await videoPart(), connected)).kind).toBe('ready');
    expect(await shortvideo.probe(world.http, connected)).toMatchObject({
      kind: 'working',
      displayName: found.displayName,
      permissions: ['user.info.basic', 'video.publish', 'video.upload'],
    });
  });

  test('without permission to post is rejected, immediately and later', async () => {
    const refused = { kind: 'failed', failure: { code: 'PERMISSION_DENIED', outcome: 'rejected' } };
    expect(await logIn(setup({ scopes: ['user.info.basic', 'video.upload'] }))).toMatchObject(refused);
    const credentials = { ...account.credentials, scopes: 'user.info.basic video.upload' };
    expect(await shortvideo.probe(world.http, { ...account, credentials })).toMatchObject(refused);
  });

  test('an account that may not post today is connected all the same', async () => {
    answer('creator_info/query', 403, error('spam_risk_too_many_posts'));
    expect(await granted()).toMatchObject({ accountId: account.accountId, profileUrl: null });
  });

  test('is renewed a quarter of an hour ahead, and the newest refresh token counts', async () => {
    const { credentials, expiresAt } = await granted();
    const session = shortvideo.session(world.http, setup());
    expect(session.renewAt(credentials)).toEqual(new Date(Date.parse(credentials.expiresAt ?? '') - 15 * 60_000));
    // What ends is the refresh token, after half a year.
    expect(expiresAt?.toISOString()).toBe(credentials.refreshExpiresAt);
    const renewed = await session.refresh({ ...account, credentials });
    if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
    expect(renewed.credentials.refreshToken).not.toBe(credentials.refreshToken);
    expect((await publisher().start(await videoPart(), { ...account, ...renewed })).kind).toBe('ready');
  });

  test('a token that has ended is the account’s failure, before anything is announced', async () => {
    const { credentials } = await granted();
    world.box.expireTokens('shortvideo', account.accountId);
    expect(await publisher().start(await videoPart(), { ...account, credentials })).toMatchObject({
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
  });
});
