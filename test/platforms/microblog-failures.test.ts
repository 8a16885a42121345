import { microblog } from '../../src/platforms/microblog/microblog.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Failure } from '../../src/platforms/port/failure.js';
import type { Part } from '../../src/platforms/port/platform.js';
import { answerOnce, blank, failureOf, problem } from './microblog-support.js';
import { clock, makePart, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
let account: Account;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  account = await openAccount(world, microblog);
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const start = (part: Part) => microblog.publisher(world.http, NO_SETUP, clock).start(part, account);

const DUPLICATE = blank(403, 'You are not allowed to create a Tweet with duplicate content.');

test.each<[number, unknown, Failure['code'], Failure['outcome']]>([
  [401, blank(401, 'Unauthorized'), 'PLATFORM_AUTH_EXPIRED', 'rejected'],
  [403, problem('unsupported-authentication', 'Not this way'), 'PLATFORM_AUTH_EXPIRED', 'rejected'],
  [429, blank(429, 'Too Many Requests'), 'RATE_LIMITED', 'rejected'],
  [200, { errors: [problem('rate-limit-exceeded', 'Too many')] }, 'RATE_LIMITED', 'rejected'],
  [403, problem('usage-capped', 'Usage cap exceeded: Monthly product cap'), 'RATE_LIMITED', 'rejected'],
  [402, problem('credits', 'Your account does not have any credits'), 'PLATFORM_NOT_CONFIGURED', 'rejected'],
  [403, problem('client-forbidden', 'This app is not enrolled'), 'PLATFORM_NOT_CONFIGURED', 'rejected'],
  [403, DUPLICATE, 'INVALID_CONTENT', 'rejected'],
  [403, blank(403, 'Your Tweet text is too long.'), 'INVALID_CONTENT', 'rejected'],
  [403, blank(403, 'This user is not allowed to post a video longer than 2 minutes'), 'INVALID_CONTENT', 'rejected'],
  [
    403,
    blank(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.'),
    'INVALID_CONTENT',
    'rejected',
  ],
  [400, problem('invalid-request', 'One or more parameters was invalid'), 'INVALID_CONTENT', 'rejected'],
  [200, { errors: [problem('invalid-request', 'text')] }, 'INVALID_CONTENT', 'rejected'],
  [200, { errors: [problem('not-authorized-for-resource', 'No')] }, 'PERMISSION_DENIED', 'rejected'],
  [403, blank(403, 'You are not permitted to perform this action.'), 'PERMISSION_DENIED', 'rejected'],
  // What a gateway says as well leaves it open.
  [403, blank(403, 'Forbidden'), 'PERMISSION_DENIED', 'unknown'],
  [413, '<html>', 'PLATFORM_SERVER_ERROR', 'unknown'],
  [403, { message: 'Forbidden' }, 'PLATFORM_SERVER_ERROR', 'unknown'],
  [200, { errors: [problem('internal-error', 'Oh')] }, 'PLATFORM_SERVER_ERROR', 'unknown'],
  [500, { errors: [{ code: 131, message: 'Internal error' }] }, 'PLATFORM_SERVER_ERROR', 'unknown'],
  [503, blank(503, 'Service Unavailable'), 'PLATFORM_SERVER_ERROR', 'unknown'],
  [404, problem('resource-not-found', 'Nothing'), 'UNKNOWN_ERROR', 'rejected'],
  [200, { errors: [problem('something-new', 'Oh')] }, 'UNKNOWN_ERROR', 'unknown'],
])('%d %j is %s, outcome %s', async (status, body, code, outcome) => {
  answerOnce(world, { status: status, body: body });
  const failure = failureOf(await start(makePart('Hello')));
  expect(failure).toMatchObject({ code, outcome, platformStatusCode: status });
  expect(postsOf(world, account)).toHaveLength(0);
});

test('a post that comes with errors about something else is published', async () => {
  answerOnce(world, {
    status: 201,
    body: { data: { id: '17', text: 'Hello' }, errors: [problem('field-hydration-failure', 'text')] },
  });
  expect(await start(makePart('Hello'))).toMatchObject({ kind: 'published', postedId: '17' });
});

test('the most specific message is shown, in every form of an error', async () => {
  const detail = {
    ...problem('invalid-request', 'One or more parameters was invalid.'),
    errors: [{ message: 'Bad.' }],
  };
  for (const [body, errorText] of [
    [detail, 'Bad.'],
    [{ errors: [{ code: 187, message: 'Older.' }] }, 'Older.'],
    [{ title: 'Short' }, 'Short'],
  ] as const) {
    answerOnce(world, { status: 400, body: body });
    expect(failureOf(await start(makePart('Hello'))).message).toMatch(new RegExp(`: ${errorText}$`));
  }
});

test.each<[string, Record<string, string>, number]>([
  ['of the endpoint', { 'x-rate-limit-reset': '1772600000' }, 1_772_600_000],
  [
    'that is used up',
    {
      'x-rate-limit-remaining': '3',
      'x-rate-limit-reset': '1772600000',
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': '1772680000',
      'x-app-limit-24hour-remaining': '1',
      'x-app-limit-24hour-reset': '1772690000',
    },
    1_772_680_000,
  ],
  [
    'that is lifted last',
    {
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': '1772600000',
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': '1772690000',
    },
    1_772_690_000,
  ],
])('a rate limit is waited for until the reset of the one %s', async (_which, headers, seconds) => {
  answerOnce(world, { status: 429, body: blank(429, 'Too Many Requests'), headers });
  expect(failureOf(await start(makePart('Hello')))).toMatchObject({
    outcome: 'rejected',
    retryAt: new Date(seconds * 1000),
  });
});
