import { fediverseFailures } from '../../src/platforms/fediverse/failures.js';
import { fediverse } from '../../src/platforms/fediverse/fediverse.js';
import type { Context, Purpose } from '../../src/platforms/kit/failed-step.js';
import { type FailureTable, responseFailure } from '../../src/platforms/kit/failure-table.js';
import { retryAfter } from '../../src/platforms/kit/retry-at.js';
import { messengerFailures } from '../../src/platforms/messenger/failures.js';
import { messenger } from '../../src/platforms/messenger/messenger.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import { FAILURES, type FailureCode } from '../../src/platforms/port/failure.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { skyfeedFailures } from '../../src/platforms/skyfeed/failures.js';
import { skyfeed } from '../../src/platforms/skyfeed/skyfeed.js';
import { clock, makeAnswer, makePart, openAccount, openWorld, type World } from './support.js';

type Row = readonly [status: number, errorText: string, code: FailureCode];

const context = (purpose: Purpose = 'write'): Context => ({ platform: 'fediverse', purpose, secrets: [] });
const failureOf = (table: FailureTable, answer: ReturnType<typeof makeAnswer>, purpose?: Purpose) =>
  responseFailure(answer, table, context(purpose)).failure;

const FEDIVERSE: Row[] = [
  [401, 'The access token is invalid', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'The access token was revoked', 'PLATFORM_AUTH_EXPIRED'],
  [403, 'This action is outside the authorized scopes', 'PLATFORM_AUTH_EXPIRED'],
  [403, 'Your login is currently disabled', 'PERMISSION_DENIED'],
  [422, 'Validation failed: Text can’t be blank', 'INVALID_CONTENT'],
  [422, 'Validation failed: Text character limit of 500 exceeded', 'INVALID_CONTENT'],
  [422, 'Validation failed: File file size must be less than 8 MB, File must be less than 8 MB', 'CONTENT_TOO_LARGE'],
  [422, 'Validation failed: File must be less than 40 MB, File file size must be less than 40 MB', 'CONTENT_TOO_LARGE'],
  [422, 'Validation failed: File content type is invalid, File is invalid', 'INVALID_CONTENT'],
  [422, 'Cannot attach files that have not finished processing. Try again in a moment!', 'PLATFORM_SERVER_ERROR'],
  [422, 'Cannot attach a video to a post that already contains images', 'INVALID_CONTENT'],
  [422, 'Error processing thumbnail for uploaded media', 'INVALID_CONTENT'],
  [429, 'Too many requests', 'RATE_LIMITED'],
  [404, 'Record not found', 'UNKNOWN_ERROR'],
  [500, 'Internal Server Error', 'PLATFORM_SERVER_ERROR'],
  [503, 'There was a temporary problem serving your request, please try again', 'PLATFORM_SERVER_ERROR'],
];

const SKYFEED: Row[] = [
  [400, 'ExpiredToken', 'PLATFORM_AUTH_EXPIRED'],
  [400, 'InvalidToken', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'AuthMissing', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'AuthenticationRequired', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'AuthFactorTokenRequired', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'AccountTakedown', 'PLATFORM_AUTH_EXPIRED'],
  [403, 'AccountNotFound', 'PLATFORM_AUTH_EXPIRED'],
  [401, 'AccountDeactivated', 'PERMISSION_DENIED'],
  [400, 'InvalidRequest', 'INVALID_CONTENT'],
  [400, 'BlobTooLarge', 'CONTENT_TOO_LARGE'],
  [400, 'InvalidMimeType', 'INVALID_CONTENT'],
  [400, 'BlobNotFound', 'PLATFORM_SERVER_ERROR'],
  [413, 'PayloadTooLarge', 'CONTENT_TOO_LARGE'],
  [429, 'RateLimitExceeded', 'RATE_LIMITED'],
  [500, 'InternalServerError', 'PLATFORM_SERVER_ERROR'],
  [502, 'UpstreamFailure', 'PLATFORM_SERVER_ERROR'],
];

const MESSENGER: Row[] = [
  [401, 'Unauthorized', 'PLATFORM_AUTH_EXPIRED'],
  [404, 'Not Found', 'PLATFORM_AUTH_EXPIRED'],
  [403, 'Forbidden: bot was kicked from the channel chat', 'PERMISSION_DENIED'],
  [403, 'Forbidden: bot is not a member of the channel chat', 'PERMISSION_DENIED'],
  [400, 'Bad Request: chat not found', 'PERMISSION_DENIED'],
  [400, 'Bad Request: group chat was upgraded to a supergroup chat', 'PERMISSION_DENIED'],
  [400, 'Bad Request: need administrator rights in the channel chat', 'PERMISSION_DENIED'],
  [400, 'Bad Request: not enough rights to send text messages to the chat', 'PERMISSION_DENIED'],
  [400, 'Bad Request: have no rights to send a message', 'PERMISSION_DENIED'],
  [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'PERMISSION_DENIED'],
  [400, 'Bad Request: not enough rights to send photos to the chat', 'PERMISSION_DENIED'],
  [400, 'Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN', 'PERMISSION_DENIED'],
  [
    400,
    'Bad Request: file of size 11412284 bytes is too big for a photo; the maximum size is 10485760 bytes',
    'CONTENT_TOO_LARGE',
  ],
  [400, 'Bad Request: PHOTO_INVALID_DIMENSIONS', 'INVALID_CONTENT'],
  [400, 'Bad Request: message is too long', 'INVALID_CONTENT'],
  [400, 'Bad Request: message text is empty', 'INVALID_CONTENT'],
  [413, 'Request Entity Too Large', 'CONTENT_TOO_LARGE'],
  [429, 'Too Many Requests: retry after 5', 'RATE_LIMITED'],
  [500, 'Internal Server Error', 'PLATFORM_SERVER_ERROR'],
  [502, 'Bad Gateway', 'PLATFORM_SERVER_ERROR'],
];

type Body = (status: number, errorText: string) => unknown;

const ALL: [key: string, platform: Platform, table: FailureTable, rows: Row[], body: Body][] = [
  ['fediverse', fediverse, fediverseFailures, FEDIVERSE, (_status, error) => ({ error })],
  ['skyfeed', skyfeed, skyfeedFailures, SKYFEED, (_status, error) => ({ error, message: 'In words' })],
  [
    'messenger',
    messenger,
    messengerFailures,
    MESSENGER,
    (status, description) => ({
      ok: false,
      error_code: status,
      description,
      ...(status === 429 && { parameters: { retry_after: 5 } }),
    }),
  ],
];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(ALL)('%s', (_key, platform, table, rows, body) => {
  let account: Account;
  beforeAll(async () => {
    account = await openAccount(world, platform);
  });

  test.each(rows)('%d %s is %s', async (status, errorText, code) => {
    const answer = { status, body: body(status, errorText) };
    world.box.setFault({ platform: platform.key, kind: 'answer', answer, accountId: account.accountId });
    const step = await platform.publisher(world.http, NO_SETUP, clock).start(makePart('Hello'), account);
    const { failure } = step as Extract<typeof step, { kind: 'failed' }>;
    expect(failure).toMatchObject({
      code,
      platformStatusCode: status,
      outcome: code === 'PLATFORM_SERVER_ERROR' ? 'unknown' : 'rejected',
    });
    expect(failure.platformError).toContain(errorText);
    expect(FAILURES).toHaveProperty(failure.code);
  });

  test('before the step that publishes, a response of a proxy is classified by its status', () => {
    const codeOf = (status: number) => failureOf(table, makeAnswer(status, '<html>'), 'prepare').code;
    expect(codeOf(401)).toBe('PLATFORM_AUTH_EXPIRED');
    expect(codeOf(403)).toBe('PERMISSION_DENIED');
    expect(codeOf(413)).toBe('CONTENT_TOO_LARGE');
    expect(failureOf(table, makeAnswer(429, '<html>', { 'retry-after': '7' }), 'prepare')).toMatchObject({
      code: 'RATE_LIMITED',
      retryAt: new Date('2026-03-04T05:06:14.000Z'),
    });
    expect(failureOf(table, makeAnswer(502, '<html>'))).toMatchObject({
      code: 'PLATFORM_SERVER_ERROR',
      outcome: 'unknown',
      platformError: '<html>',
    });
  });

  test.each([401, 403, 413, 429])('at the step that publishes, a response %d of a proxy says nothing', (status) => {
    expect(failureOf(table, makeAnswer(status, '<html>'))).toMatchObject({
      code: 'PLATFORM_SERVER_ERROR',
      outcome: 'unknown',
    });
  });

  test.each([
    [200, '', {}, 'HTTP 200, no body'],
    [200, '{"id":', { 'content-type': 'application/json; charset=utf-8' }, 'HTTP 200, application/json'],
    [302, '<html>', { 'content-type': 'text/html' }, 'HTTP 302, text/html'],
    [400, '<html>', { 'content-type': 'x' }, 'HTTP 400'],
    [404, '', {}, 'HTTP 404, no body'],
    [418, '<html>', { 'content-type': 'text/html' }, 'HTTP 418, text/html'],
    [999, '', {}, 'HTTP 999, no body'],
  ])(
    'a response %d with the body %j is not its word: tried again, unless the post may be live',
    (status, body, headers, what) => {
      const answer = makeAnswer(status, body, headers);
      const message = `fediverse returned an unreadable response (${what})`;
      const failure = { code: 'PLATFORM_SERVER_ERROR', platformStatusCode: status, platformError: body || null };
      expect(failureOf(table, answer, 'prepare')).toEqual({ ...failure, outcome: 'rejected', message });
      const open = { ...failure, outcome: 'unknown', message: `${message}; the post may be live` };
      expect(failureOf(table, answer, 'lookup')).toEqual(open);
      expect(failureOf(table, answer, 'write')).toEqual(open);
    },
  );
});

const blobTooBig = makeAnswer(400, {
  error: 'InvalidRequest',
  message:
    'Invalid app.bsky.feed.post record: blob too big (maximum 1000000, got 1500020) at $.record.embed.images[0].image',
});

test('skyfeed: an InvalidRequest about the size of a blob is CONTENT_TOO_LARGE', () => {
  expect(failureOf(skyfeedFailures, blobTooBig).code).toBe('CONTENT_TOO_LARGE');
});

test('fediverse: the reset header is an ISO 8601 time', () => {
  const headers = { 'x-ratelimit-reset': '2026-03-04T05:10:00.123456Z' };
  expect(failureOf(fediverseFailures, makeAnswer(429, { error: 'Too many requests' }, headers)).retryAt).toEqual(
    new Date('2026-03-04T05:10:00.123Z'),
  );
});

test('skyfeed: the reset header counts seconds since 1970', () => {
  const answer = makeAnswer(
    429,
    { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
    { 'ratelimit-reset': '1772600000' },
  );
  expect(failureOf(skyfeedFailures, answer).retryAt).toEqual(new Date(1_772_600_000_000));
});

test('messenger: retry_after counts seconds from the response', () => {
  const body = {
    ok: false,
    error_code: 429,
    description: 'Too Many Requests: retry after 33',
    parameters: { retry_after: 33 },
  };
  expect(failureOf(messengerFailures, makeAnswer(429, body)).retryAt).toEqual(new Date('2026-03-04T05:06:40.000Z'));
});

test.each([
  ['7', '2026-03-04T05:06:14.000Z'],
  ['Wed, 04 Mar 2026 06:00:00 GMT', '2026-03-04T06:00:00.000Z'],
])('Retry-After may be %j', (value, time) => {
  expect(retryAfter(makeAnswer(429, '', { 'retry-after': value }))).toEqual(new Date(time));
});

test('a reset that is now, or over, is reported as it is: how long to wait all the same is not decided by the adapter', () => {
  const retryAtOf = (table: FailureTable, headers: Record<string, string>) =>
    failureOf(table, makeAnswer(429, {}, headers), 'prepare').retryAt;
  const { receivedAt } = makeAnswer(429, '');
  expect(retryAtOf(messengerFailures, { 'retry-after': '0' })).toEqual(receivedAt);
  expect(retryAtOf(skyfeedFailures, { 'ratelimit-reset': '1772000000' })).toEqual(new Date(1_772_000_000_000));
  const past = '2026-03-04T05:00:00.000Z';
  expect(retryAtOf(fediverseFailures, { 'x-ratelimit-reset': past })).toEqual(new Date(past));
});

test.each(['', 'soon', '-5', '1e9', '9'.repeat(30), '1772600000', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'a Retry-After of %j says nothing',
  (value) => {
    expect(retryAfter(makeAnswer(429, '', { 'retry-after': value }))).toBeUndefined();
  },
);

test.each(['1772600000', 'soon', ''])('a reset header of %j is no ISO 8601 time', (value) => {
  expect(
    failureOf(fediverseFailures, makeAnswer(429, {}, { 'x-ratelimit-reset': value }), 'prepare').retryAt,
  ).toBeUndefined();
});

test('a failure can be stored as it is: no NUL and no half characters', () => {
  const error = `nul \0 half \ud83d ${'👋'.repeat(3000)}`;
  const failure = failureOf(fediverseFailures, makeAnswer(422, { error }));
  for (const text of [failure.message, failure.platformError ?? '']) expect(text).not.toMatch(/[\0\p{Cs}]/u);
  expect(failure.platformError?.length).toBe(2000);
});
