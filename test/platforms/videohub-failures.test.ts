import { createHash } from 'node:crypto';
import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { FailureCode } from '../../src/platforms/port/failure.js';
import type { LookupResult, PlatformSetup } from '../../src/platforms/port/platform.js';
import { videohub } from '../../src/platforms/videohub/videohub.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import {
  amending,
  answering,
  clock,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  stored,
  type World,
} from './support.js';

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, videohub);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = () => videohub.publisher(world.http, NO_SETUP, clock);
const videoPart = async () =>
  makePart('It moves', { media: [await files.video()], settings: DEFAULT_SETTINGS.videohub ?? {} });
const answer = (path: string, status: number, body?: unknown) =>
  world.box.setFault({ platform: 'videohub', kind: 'answer', path, answer: { status, body } });
const error = (code: number, reason: string) => ({ error: { code, message: 'In words', errors: [{ reason }] } });

const REASONS: [status: number, reason: string, code: FailureCode][] = [
  [401, 'authError', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'unauthorized', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'youtubeSignupRequired', 'PERMISSION_DENIED'],
  [403, 'forbidden', 'PERMISSION_DENIED'],
  [403, 'insufficientPermissions', 'PERMISSION_DENIED'],
  [403, 'accessNotConfigured', 'PLATFORM_NOT_CONFIGURED'],
  [403, 'quotaExceeded', 'RATE_LIMITED'],
  [403, 'dailyLimitExceeded', 'RATE_LIMITED'],
  [403, 'rateLimitExceeded', 'RATE_LIMITED'],
  [403, 'userRateLimitExceeded', 'RATE_LIMITED'],
  [400, 'uploadLimitExceeded', 'RATE_LIMITED'],
  [403, 'forbiddenPrivacySetting', 'INVALID_CONTENT'],
  [400, 'invalidTitle', 'INVALID_CONTENT'],
  [400, 'invalidDescription', 'INVALID_CONTENT'],
  [400, 'invalidTags', 'INVALID_CONTENT'],
  [400, 'invalidCategoryId', 'INVALID_CONTENT'],
  [400, 'invalidVideoMetadata', 'INVALID_CONTENT'],
  [400, 'mediaBodyRequired', 'INVALID_CONTENT'],
  [413, 'uploadTooLarge', 'CONTENT_TOO_LARGE'],
  [500, 'internalError', 'PLATFORM_SERVER_ERROR'],
  [503, 'backendError', 'PLATFORM_SERVER_ERROR'],
  [409, 'conflict', 'UNKNOWN_ERROR'],
];

const ENDS: [uploadStatus: string, name: string, reason: string, code: FailureCode][] = [
  ...['conversion', 'invalidFile', 'emptyFile', 'tooSmall', 'codec'].map(
    (reason) => ['failed', 'failureReason', reason, 'INVALID_CONTENT'] as [string, string, string, FailureCode],
  ),
  ['failed', 'failureReason', 'uploadAborted', 'PLATFORM_SERVER_ERROR'],
  ...['copyright', 'inappropriate', 'duplicate', 'termsOfUse', 'length', 'claim', 'trademark', 'legal'].map(
    (reason) => ['rejected', 'rejectionReason', reason, 'INVALID_CONTENT'] as [string, string, string, FailureCode],
  ),
  ['rejected', 'rejectionReason', 'uploaderAccountSuspended', 'PERMISSION_DENIED'],
  ['rejected', 'rejectionReason', 'uploaderAccountClosed', 'PERMISSION_DENIED'],
  ['rejected', 'rejectionReason', 'somethingNew', 'UNKNOWN_ERROR'],
];

const SESSION_STATUSES = [404, 416];

test.each(REASONS)('%d %s to the announcement is %s', async (status, reason, code) => {
  answer('/upload/', status, error(status, reason));
  expect(await publisher().start(await videoPart(), account)).toMatchObject({
    kind: 'failed',
    failure: { code, outcome: 'rejected', platformStatusCode: status, platformError: expect.stringContaining(reason) },
  });
});

test.each(REASONS)('%d %s to the upload is %s', async (status, reason, code) => {
  const part = await videoPart();
  const startedLogin = await publisher().start(part, account);
  if (startedLogin.kind !== 'ready') throw new Error(startedLogin.kind);
  answer('/upload/', status, error(status, reason));
  const outcome = code === 'PLATFORM_SERVER_ERROR' ? 'unknown' : 'rejected';
  expect(await publisher().finish(part, account, stored(startedLogin.state))).toMatchObject({
    failure: { code, outcome },
  });
});

test.each(SESSION_STATUSES)('%d of a session is an error, and its state is read', async (status) => {
  const part = await videoPart();
  const startedLogin = await publisher().start(part, account);
  if (startedLogin.kind !== 'ready') throw new Error(startedLogin.kind);
  answer('/upload/', status);
  expect(await publisher().finish(part, account, stored(startedLogin.state))).toMatchObject({
    failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown' },
  });
});

test.each([
  // Pacific Standard Time, and Daylight Time: 21:06:07 and 22:06:07.
  ['2026-03-04T05:06:07.000Z', '2026-03-04T08:00:00.000Z'],
  ['2026-07-04T05:06:07.000Z', '2026-07-04T07:00:00.000Z'],
  // Midnight itself starts a new day.
  ['2026-07-04T07:00:00.000Z', '2026-07-05T07:00:00.000Z'],
])('a quota that is used up at %s is there again at %s, midnight Pacific Time', async (now, midnight) => {
  const http = answering(() => ({ ...makeAnswer(403, error(403, 'quotaExceeded')), receivedAt: new Date(now) }));
  expect(await videohub.publisher(http, NO_SETUP, clock).start(await videoPart(), account)).toMatchObject({
    failure: { code: 'RATE_LIMITED', retryAt: new Date(midnight) },
  });
});

test.each(ENDS)('a video that is %s, with the %s %s, is %s', async (uploadStatus, name, reason, code) => {
  const part = await videoPart();
  let step: LookupResult = await publisher().start(part, account);
  if (step.kind === 'ready') step = await publisher().finish(part, account, stored(step.state));
  if (step.kind !== 'pending') throw new Error(step.kind);
  answer('/youtube/v3/videos', 200, { items: [{ id: 'x', status: { uploadStatus, [name]: reason } }] });
  // The upload's path contains that one, too, but nothing is uploaded any more.
  expect(await publisher().lookUp({ ...part, media: [] }, account, stored(step.state))).toMatchObject({
    kind: 'failed',
    failure: { code, outcome: 'rejected', message: expect.stringContaining(reason) },
  });
});

describe('a login', () => {
  const redirectUri = 'https://service.test/auth/videohub/callback';
  const codeVerifier = 'v'.repeat(43);
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const setup = (more: Partial<PlatformSetup> = {}): PlatformSetup => ({
    ...NO_SETUP,
    baseUrl: world.box.baseUrls.videohub,
    client: world.box.clients.videohub,
    ...more,
  });
  const clients = { redirectUri: () => redirectUri, find: async () => null, keep: async () => {} };
  const loginRequest = { values: {}, redirectUri, state: 'state', codeVerifier, codeChallenge, clients };
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
  const allScopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(scope);

  /** Logs in as a person does who allows everything. */
  const logIn = async (about = setup(), http = world.http) => {
    const startedLogin = await videohub.authorization.begin(world.http, about, loginRequest);
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    const body = new URLSearchParams({ account: account.accountId, decision: 'allow' });
    const { headers } = await fetch(startedLogin.url, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    return videohub.authorization.complete(http, about, { code, redirectUri, codeVerifier, remembered: {} });
  };
  const granted = async () => {
    const login = await logIn();
    const [found] = login.kind === 'granted' ? login.accounts : [];
    if (!found) throw new Error('no account was granted');
    return found;
  };

  test('starts at the platform, and requests offline access', async () => {
    const startedLogin = await videohub.authorization.begin(world.http, setup({ baseUrl: null }), loginRequest);
    if (startedLogin.kind !== 'begun') throw new Error(startedLogin.kind);
    const url = new URL(startedLogin.url);
    expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: world.box.clients.videohub.id,
      redirect_uri: redirectUri,
      scope: allScopes.join(' '),
      state: 'state',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
  });

  test('gives the channel, whose tokens upload, are found working and say what they may do', async () => {
    const found = await granted();
    expect(found).toMatchObject({
      accountId: account.accountId,
      username: expect.stringMatching(/^user/),
      displayName: expect.stringContaining('on videohub'),
      profileUrl: `${account.baseUrl}/channel/${account.accountId}`,
      profileImageUrl: expect.stringContaining('/avatars/'),
      expiresAt: null,
    });
    const connected = { ...account, credentials: found.credentials };
    expect((await publisher().start(await videoPart(), connected)).kind).toBe('ready');
    expect(await videohub.probe(world.http, connected)).toMatchObject({
      kind: 'working',
      displayName: found.displayName,
      permissions: allScopes,
    });
  });

  test('without permission to upload is rejected, immediately and later', async () => {
    const refused = { kind: 'failed', failure: { code: 'PERMISSION_DENIED', outcome: 'rejected' } };
    expect(await logIn(setup({ scopes: [scope('youtube.readonly')] }))).toMatchObject(refused);
    const http = amending(world.http, '/tokeninfo', () => ({ scope: scope('youtube.readonly') }));
    expect(await videohub.probe(http, account)).toMatchObject(refused);
  });

  test('what a token may do is known from the login where the platform does not tell', async () => {
    answer('/tokeninfo', 404, 'Not Found');
    const { credentials } = await granted();
    const probed = await videohub.probe(world.http, { ...account, credentials });
    expect(probed).toMatchObject({ permissions: allScopes });
  });

  test('of somebody without a channel says so; with several, each can be chosen', async () => {
    const none = amending(world.http, '/channels', () => ({ kind: 'youtube#channelListResponse' }));
    const refused = { failure: { code: 'PERMISSION_DENIED', message: expect.stringContaining('no channel') } };
    expect(await logIn(setup(), none)).toMatchObject(refused);
    const items = ['UC1', 'UC2'].map((id) => ({ id, snippet: { title: `Channel ${id}` } }));
    const two = amending(world.http, '/channels', () => ({ kind: 'youtube#channelListResponse', items }));
    expect(await logIn(setup(), two)).toMatchObject({
      accounts: [
        { accountId: 'UC1', username: 'Channel UC1', profileImageUrl: null },
        { accountId: 'UC2', displayName: 'Channel UC2' },
      ],
    });
  });

  test('that is another channel’s by now is a failure of the account', async () => {
    expect(await videohub.probe(world.http, { ...account, accountId: 'UCother' })).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
  });

  test('is renewed a quarter of an hour ahead, and keeps its refresh token', async () => {
    const { credentials } = await granted();
    const session = videohub.session(world.http, setup());
    expect(session.renewAt(credentials)).toEqual(new Date(Date.parse(credentials.expiresAt ?? '') - 15 * 60_000));
    const renewed = await session.refresh({ ...account, credentials });
    if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
    expect(renewed.credentials.refreshToken).toBe(credentials.refreshToken);
    expect(renewed.credentials.accessToken).not.toBe(credentials.accessToken);
    expect((await publisher().start(await videoPart(), { ...account, ...renewed })).kind).toBe('ready');
  });

  test('a token that ends while a video is uploaded is renewed, and the upload goes on', async () => {
    const { credentials } = await granted();
    const part = await videoPart();
    const startedLogin = await publisher().start(part, { ...account, credentials });
    if (startedLogin.kind !== 'ready') throw new Error(startedLogin.kind);
    world.box.expireTokens('videohub', account.accountId);
    const state = stored(startedLogin.state);
    expect(await publisher().finish(part, { ...account, credentials }, state)).toMatchObject({
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
    const renewed = await videohub.session(world.http, setup()).refresh({ ...account, credentials });
    if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
    expect((await publisher().finish(part, { ...account, ...renewed }, state)).kind).toBe('pending');
  });
});
