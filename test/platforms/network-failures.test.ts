import { network } from '../../src/platforms/network/network.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import { unknownAccount } from './network-support.js';
import { answering, clock, makeAnswer, makePart, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.box.clearFaults());
afterAll(() => world.close());

const publisher = (http = world.http, setup = NO_SETUP) => network.publisher(http, setup, clock);

const error = (status: number, code: string, message = 'In words', serviceErrorCode?: number) => ({
  status,
  code,
  message,
  serviceErrorCode,
});
test.each([
  [401, error(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600), 'PLATFORM_AUTH_EXPIRED'],
  [401, error(401, 'REVOKED_ACCESS_TOKEN', 'The token was revoked', 65601), 'PLATFORM_AUTH_EXPIRED'],
  [401, { serviceErrorCode: 65602, message: 'The token has expired', status: 401 }, 'PLATFORM_AUTH_EXPIRED'],
  [401, error(401, 'RESTRICTED_MEMBER', 'This member is restricted', 65608), 'PERMISSION_DENIED'],
  [401, { serviceErrorCode: 65608, message: 'This member is restricted', status: 401 }, 'PERMISSION_DENIED'],
  [403, error(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE', 100), 'PERMISSION_DENIED'],
  [400, error(400, 'VERSION_MISSING', 'A version must be present.'), 'PLATFORM_NOT_CONFIGURED'],
  [426, error(426, 'NONEXISTENT_VERSION', 'Requested version 202201 is not active'), 'PLATFORM_NOT_CONFIGURED'],
  [400, error(400, 'NONEXISTENT_VERSION', 'Requested version 202201 is not active'), 'PLATFORM_NOT_CONFIGURED'],
  [400, error(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long'), 'CONTENT_TOO_LARGE'],
  [413, error(413, 'ENTITY_TOO_LARGE'), 'CONTENT_TOO_LARGE'],
  [400, error(400, 'INVALID_VALUE_FOR_FIELD', 'author is invalid'), 'INVALID_CONTENT'],
  [422, error(422, 'UNPROCESSABLE_ENTITY', 'No'), 'INVALID_CONTENT'],
  [429, error(429, 'TOO_MANY_REQUESTS', 'Later', 101), 'RATE_LIMITED'],
  [404, error(404, 'NOT_FOUND', 'No'), 'UNKNOWN_ERROR'],
  [500, error(500, 'INTERNAL_SERVER_ERROR', 'Oh'), 'PLATFORM_SERVER_ERROR'],
])('a refusal with %d %j is %s', async (status, body, code) => {
  const account = await openAccount(world, network);
  world.box.setFault({ platform: 'network', kind: 'answer', answer: { status, body } });
  const step = await publisher().start(makePart('No'), account);
  expect(step).toMatchObject({
    kind: 'failed',
    failure: { code, platformStatusCode: status, outcome: status < 500 ? 'rejected' : 'unknown' },
  });
  expect(postsOf(world, account)).toHaveLength(0);
});

test('a daily quota ends at the next midnight, UTC', async () => {
  const message = 'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.';
  const http = answering(() => makeAnswer(429, error(429, 'TOO_MANY_REQUESTS', message, 101)));
  expect(await publisher(http).start(makePart('No'), unknownAccount)).toMatchObject({
    failure: { code: 'RATE_LIMITED', retryAt: new Date('2026-03-05T00:00:00.000Z') },
  });
});

test('any other limit says when it ends, or does not', async () => {
  const limited = (headers: Record<string, string>) =>
    publisher(answering(() => makeAnswer(429, error(429, 'TOO_MANY_REQUESTS', 'MINUTE limit'), headers))).start(
      makePart('No'),
      unknownAccount,
    );
  expect(await limited({ 'retry-after': '60' })).toMatchObject({
    failure: { retryAt: new Date('2026-03-04T05:07:07.000Z') },
  });
  expect(await limited({})).not.toHaveProperty('failure.retryAt');
});

test('an API version that has ended is a problem of the operator', async () => {
  const account = await openAccount(world, network);
  const step = await publisher(world.http, { ...NO_SETUP, apiVersion: '202001' }).start(makePart('No'), account);
  expect(step).toMatchObject({ failure: { code: 'PLATFORM_NOT_CONFIGURED', platformStatusCode: 426 } });
});

test.each<Record<string, string>>([{}, { 'x-restli-id': 'urn:li:comment:1' }, { 'x-restli-id': '7' }])(
  'a success with the headers %j has posted who knows what',
  async (headers) => {
    expect(
      await publisher(answering(() => makeAnswer(201, '', headers))).start(makePart('No'), unknownAccount),
    ).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown' },
    });
  },
);
