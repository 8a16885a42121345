import type { FaultKind, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Failure } from '../../src/platforms/failure.js';
import type { Http, HttpResult } from '../../src/platforms/http.js';
import type { Account, Part, Sighting } from '../../src/platforms/platform.js';
import { NO_SETUP } from '../../src/platforms/reach.js';
import { platforms } from '../../src/platforms/registry.js';
import { openDialogue } from '../../src/publishing/dialogue.js';
import { caseOf } from './cases.js';
import { contentsOf } from './contents.js';
import { drive, type Speak } from './driving.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { answering, makeAnswer, openAccount, openWorld, postsOf, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const failureIn = (step: Sighting): Failure => {
  if (step.kind !== 'failed') throw new Error(`${step.kind} where a failure was wanted`);
  return step.failure;
};

/** The credentials that nobody may see. */
const secretsOf = ({ credentials }: Account) =>
  Object.entries(credentials).flatMap(([name, value]) => (/token|password|jwt|secret/i.test(name) ? [value] : []));

/** The same words wherever a platform would have its own. */
const bodiesOf = (words: string): unknown[] => [
  { ok: false, error_code: 400, error: words, message: words, description: words, title: words, detail: words },
  {
    error: {
      code: 400,
      message: words,
      type: words,
      error_user_msg: words,
      errors: [{ reason: words, message: words }],
    },
  },
  { code: 400, message: words, errors: [{ message: words, title: words, detail: words }] },
];

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const contents = contentsOf(platform);
  const [simplest] = contents;
  const speakOver =
    (http: Http): Speak =>
    () =>
      platform.publisher(http, NO_SETUP);
  let account: Account;
  let part: Part;
  beforeEach(async () => {
    account = await openAccount(world, platform);
    part = await simplest.make(files);
  });

  const failureOver = async (http: Http, to = account): Promise<Failure> =>
    failureIn((await drive(speakOver(http), part, to)).step);
  /** Whether the first request of the simplest post makes it. */
  const isDirect = async () => {
    const { step } = await drive(speakOver(world.http), part, await openAccount(world, platform), { steps: 1 });
    return step.kind === 'published';
  };

  test.each([
    ['auth_expired', 'PLATFORM_AUTH_EXPIRED', 'rejected'],
    ['rate_limited', 'RATE_LIMITED', 'rejected'],
    ['rejected', 'INVALID_CONTENT', 'rejected'],
    ['server_error', 'PLATFORM_SERVER_ERROR', 'unknown'],
  ] as const)('a %s answer to the request that makes the post is %s, outcome %s', async (kind, code, outcome) => {
    for (const { name, make } of contents) {
      const to = await openAccount(world, platform);
      world.box.setFault({ platform: key as SandboxPlatform, kind, accountId: to.accountId });
      const failure = failureIn((await drive(speakOver(world.http), await make(files), to)).step);
      const about = { code, outcome, platformStatusCode: expect.any(Number), platformError: expect.any(String) };
      expect({ name, ...failure }).toMatchObject({ name, ...about });
      expect(failure.message).toMatch(new RegExp(`^${key} `));
      expect(postsOf(world, to)).toHaveLength(0);
    }
  });

  test.each(['auth_expired', 'rate_limited', 'server_error', 'reset_before_store'] as const)(
    'where everything meets %s, nothing is published, and nothing is said that is not known',
    async (kind) => {
      world.box.setFault({ platform: key as SandboxPlatform, kind, on: 'any', times: 0 });
      for (const { make } of contents) {
        const { step } = await drive(speakOver(world.http), await make(files), account);
        expect(failureIn(step).code).toBe(CODES[kind]);
        expect(postsOf(world, account)).toHaveLength(0);
      }
    },
  );

  test(`a rate limit tells when the platform takes posts again${caseOf(key).withoutReset ? ', where it says so' : ''}`, async () => {
    const before = Date.now();
    const { accountId } = account;
    world.box.setFault({ platform: key as SandboxPlatform, kind: 'rate_limited', resetSeconds: 600, accountId });
    const { retryAt } = await failureOver(world.http);
    if (caseOf(key).withoutReset) return expect(retryAt).toBeUndefined();
    // Platforms count in whole seconds, or minutes.
    expect(retryAt?.getTime()).toBeGreaterThanOrEqual(before + 599_000);
    expect(retryAt?.getTime()).toBeLessThanOrEqual(Date.now() + 661_000);
  });

  test('a token that is refused is renewed once, and the post goes out, once', async () => {
    for (const { make } of contents) {
      const to = await openAccount(world, platform);
      world.box.setFault({ platform: key as SandboxPlatform, kind: 'auth_expired', accountId: to.accountId });
      const opened = { kind: 'open', account: to, connectionId: '', stored: '' } as const;
      const renewals: Account[] = [];
      const dialogue = openDialogue({
        publisher: platform.publisher(world.http, NO_SETUP),
        part: await make(files),
        opened,
        renew: async (refused) => {
          renewals.push(refused);
          return opened;
        },
        takenIds: async () => new Set(),
      });
      const talking: Speak = () => ({
        start: () => dialogue.start(),
        look: (_part, _account, state) => dialogue.look(state),
        finish: (_part, _account, state) => dialogue.finish(state),
      });
      const { step } = await drive(talking, part, to);
      expect(step.kind).toBe('published');
      expect(postsOf(world, to)).toHaveLength(1);
      expect(renewals).toEqual([to]);
    }
  });

  test('a platform that cannot be reached has nothing: outcome rejected', async () => {
    const failure = await failureOver(world.http, { ...account, baseUrl: 'http://127.0.0.1:1' });
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'rejected', platformError: null });
  });

  test.each(['{}', '{"id":7}', '{"data":{}}', '[]', 'null', '', '<html>'])(
    'a success whose body is %j is none, and what may be live is unknown',
    async (body) => {
      const failure = await failureOver(answering(() => makeAnswer(200, body)));
      const outcome = (await isDirect()) ? 'unknown' : 'rejected';
      expect(failure).toMatchObject({ code: 'UNKNOWN_ERROR', outcome, platformStatusCode: 200 });
    },
  );

  test('a redirect is not followed and posts nothing', async () => {
    const http = answering(() => makeAnswer(301, '', { location: 'http://127.0.0.1:1/' }));
    expect(await failureOver(http)).toMatchObject({ code: 'UNKNOWN_ERROR', outcome: 'rejected' });
  });

  test.each([
    [401, 'PLATFORM_AUTH_EXPIRED'],
    [403, 'PERMISSION_DENIED'],
    [404, 'UNKNOWN_ERROR'],
    [413, 'CONTENT_TOO_LARGE'],
    [429, 'RATE_LIMITED'],
    [502, 'PLATFORM_SERVER_ERROR'],
  ] as const)('an answer %d of a proxy is %s by its status', async (status, code) => {
    const http = answering(() => makeAnswer(status, '<html>', { 'retry-after': '7' }));
    const outcome = status === 502 && (await isDirect()) ? 'unknown' : 'rejected';
    expect(await failureOver(http)).toMatchObject({
      code,
      outcome,
      platformStatusCode: status,
      platformError: '<html>',
      ...(status === 429 && { retryAt: new Date('2026-03-04T05:06:14.000Z') }),
    });
  });

  test('credentials that lack something are a failure of the account, before anything is sent', async () => {
    const before = world.box.requests().length;
    const failure = await failureOver(world.http, { ...account, credentials: {} });
    expect(failure).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
    expect(world.box.requests()).toHaveLength(before);
  });

  test('no failure contains a secret or tells where a file lies, even when the platform repeats it', async () => {
    const secrets = secretsOf(account);
    expect(secrets).not.toHaveLength(0);
    const words = secrets.map((secret) => `${secret} ${encodeURIComponent(secret)}`).join(' ');
    const answers: HttpResult[] = [
      ...bodiesOf(words.concat('x'.repeat(5000))).map((body) => makeAnswer(400, body)),
      makeAnswer(502, words),
    ];
    const clients = answers.map((answer) => answering(() => answer));
    for (const { make } of contents) {
      const post = await make(files);
      const nowhere = { ...account, baseUrl: 'http://127.0.0.1:1' };
      const steps = [
        ...(await Promise.all(clients.map((http) => drive(speakOver(http), post, account)))),
        await drive(speakOver(world.http), post, nowhere),
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

const CODES: Partial<Record<FaultKind, string>> = {
  auth_expired: 'PLATFORM_AUTH_EXPIRED',
  rate_limited: 'RATE_LIMITED',
  server_error: 'PLATFORM_SERVER_ERROR',
  reset_before_store: 'NETWORK_ERROR',
};
