import type { Http, HttpResult } from '../../src/foundation/http-client/http.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Failure } from '../../src/platforms/port/failure.js';
import type { LookupResult, Part } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { contentsOf } from './contents.js';
import { drive, losing, type MakePublisher, silent } from './driving.js';
import { setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { answering, clock, makeAnswer, openAccount, openWorld, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const failureIn = (step: LookupResult): Failure => {
  if (step.kind !== 'failed') throw new Error(`${step.kind} where a failure was wanted`);
  return step.failure;
};

/** The credentials that must not be shown. */
const secretsOf = ({ credentials }: Account) =>
  Object.entries(credentials).flatMap(([name, value]) => (/token|password|jwt|secret/i.test(name) ? [value] : []));

/** The same words wherever a platform would have its own. */
const bodiesOf = (text: string): unknown[] => [
  { ok: false, error_code: 400, error: text, message: text, description: text, title: text, detail: text },
  {
    error: {
      code: 400,
      message: text,
      type: text,
      error_user_msg: text,
      errors: [{ reason: text, message: text }],
    },
  },
  { code: 400, message: text, errors: [{ message: text, title: text, detail: text }] },
];

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const contents = contentsOf(platform);
  const [simplest] = contents;
  const makePublisherOver =
    (http: Http): MakePublisher =>
    () =>
      platform.publisher(http, setupOf(world, platform), clock);
  const open = () => openAccount(world, platform);
  let account: Account;
  let part: Part;
  beforeEach(async () => {
    account = await open();
    part = await simplest.make(files);
  });
  const failureOver = async (http: Http, to = account): Promise<Failure> =>
    failureIn((await drive(makePublisherOver(http), part, to)).step);

  /** Whether the simplest post is made by its only write: then an unexpected answer leaves its outcome open. */
  let isDirect: boolean;
  beforeAll(async () => {
    const whole = losing(world.http, key, 0, 'before');
    await drive(makePublisherOver(whole.http), await simplest.make(files), await open());
    isDirect = whole.writes() === 1;
  });

  test('a platform that cannot be reached has nothing: outcome rejected', async () => {
    const failure = await failureOver(world.http, { ...account, baseUrl: 'http://127.0.0.1:1' });
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'rejected', platformError: null });
  });

  test.each(['{}', '{"id":7}', '{"data":{}}', '[]', 'null', '', '<html>'])(
    'a success whose body is %j is none, and what may be live is unknown',
    async (body) => {
      const failure = await failureOver(answering(() => makeAnswer(200, body)));
      const outcome = isDirect ? 'unknown' : 'rejected';
      expect(failure).toMatchObject({ code: 'PLATFORM_SERVER_ERROR', outcome, platformStatusCode: 200 });
      expect(failure.message).toContain('an unreadable response (HTTP 200');
    },
  );

  test('a redirect is not followed, and says nothing of what may be live', async () => {
    const http = answering(() => makeAnswer(301, '', { location: 'http://127.0.0.1:1/' }));
    const outcome = isDirect ? 'unknown' : 'rejected';
    expect(await failureOver(http)).toMatchObject({ code: 'PLATFORM_SERVER_ERROR', outcome });
  });

  test('a rate limit may end without saying when', async () => {
    const failure = await failureOver(answering(() => makeAnswer(429, '')));
    const code = isDirect ? 'PLATFORM_SERVER_ERROR' : 'RATE_LIMITED';
    expect(failure).toMatchObject({ code, outcome: isDirect ? 'unknown' : 'rejected' });
    expect(failure).not.toHaveProperty('retryAt');
  });

  test.each([
    [401, 'PLATFORM_AUTH_EXPIRED'],
    [403, 'PERMISSION_DENIED'],
    [413, 'CONTENT_TOO_LARGE'],
    [429, 'RATE_LIMITED'],
    [502, 'PLATFORM_SERVER_ERROR'],
  ] as const)('an answer %d of a proxy is %s by its status, where it cannot hide a post', async (status, code) => {
    const http = answering(() => makeAnswer(status, '<html>', { 'retry-after': '7' }));
    expect(await failureOver(http)).toMatchObject({
      code: isDirect ? 'PLATFORM_SERVER_ERROR' : code,
      outcome: isDirect ? 'unknown' : 'rejected',
      platformStatusCode: status,
      platformError: '<html>',
      ...(status === 429 && { retryAt: new Date('2026-03-04T05:06:14.000Z') }),
    });
  });

  test.each([400, 404, 418, 999])(
    'a response %d of a proxy is none, and what may be live is unknown',
    async (status) => {
      const outcome = isDirect ? 'unknown' : 'rejected';
      const code = 'PLATFORM_SERVER_ERROR';
      const failure = { code, outcome, platformStatusCode: status, platformError: '<html>' };
      expect(await failureOver(answering(() => makeAnswer(status, '<html>')))).toMatchObject(failure);
    },
  );

  test('credentials that lack something are a failure of the account, before anything is sent', async () => {
    const failure = await failureOver(silent, { ...account, credentials: {} });
    expect(failure).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
  });

  test('no failure contains a secret or the path of a file, even when the platform repeats it', async () => {
    const secrets = secretsOf(account);
    expect(secrets).not.toHaveLength(0);
    const text = secrets.map((secret) => `${secret} ${encodeURIComponent(secret)}`).join(' ');
    const answers: HttpResult[] = [
      ...bodiesOf(text.concat('x'.repeat(5000))).map((body) => makeAnswer(400, body)),
      makeAnswer(502, text),
    ];
    const clients = answers.map((answer) => answering(() => answer));
    for (const { make } of contents) {
      const post = await make(files);
      const nowhere = { ...account, baseUrl: 'http://127.0.0.1:1' };
      const steps = [
        ...(await Promise.all(clients.map((http) => drive(makePublisherOver(http), post, account)))),
        await drive(makePublisherOver(world.http), post, nowhere),
      ];
      for (const { step } of steps) {
        const failure = failureIn(step);
        expect(failure.platformError?.length ?? 0).toBeLessThanOrEqual(2000);
        for (const hidden of [...secrets, ...post.media.map(({ path }) => path)]) {
          expect(JSON.stringify(failure)).not.toContain(hidden);
        }
      }
    }
  });
});
