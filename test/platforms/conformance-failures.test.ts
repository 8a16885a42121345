import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { openPublisherSession } from '../../src/domain/publishing/publisher-session.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Failure } from '../../src/platforms/port/failure.js';
import type { LookupResult } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { caseOf } from './cases.js';
import { type Content, contentsOf } from './contents.js';
import { drive, losing, type MakePublisher } from './driving.js';
import { logIn, loginRequestFor, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { clock, openAccount, openWorld, postsOf, type World } from './support.js';

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

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const contents = contentsOf(platform);
  const [simplest] = contents;
  const makePublisher: MakePublisher = () => platform.publisher(world.http, setupOf(world, platform), clock);
  const open = () => openAccount(world, platform);
  const publish = async ({ make }: Content, to: Account): Promise<Failure> =>
    failureIn((await drive(makePublisher, await make(files), to)).step);

  test.concurrent.each([
    ['auth_expired', 'PLATFORM_AUTH_EXPIRED', 'rejected'],
    ['rate_limited', 'RATE_LIMITED', 'rejected'],
    ['rejected', 'INVALID_CONTENT', 'rejected'],
    ['server_error', 'PLATFORM_SERVER_ERROR', 'unknown'],
  ] as const)('a %s answer to the request that makes the post is %s, outcome %s', async (kind, code, outcome) => {
    const refuse = async (content: Content): Promise<void> => {
      const account = await open();
      world.box.setFault({ platform: key as SandboxPlatform, kind, accountId: account.accountId });
      const failure = await publish(content, account);
      const about = { code, outcome, platformStatusCode: expect.any(Number), platformError: expect.any(String) };
      expect({ name: content.name, ...failure }).toMatchObject({ name: content.name, ...about });
      expect(failure.message).toMatch(new RegExp(`^${key} `));
      expect(postsOf(world, account)).toHaveLength(0);
    };
    await Promise.all(contents.map(refuse));
  });

  test.concurrent.each([
    ['auth_expired', 'PLATFORM_AUTH_EXPIRED', 'rejected'],
    ['rate_limited', 'RATE_LIMITED', 'rejected'],
    ['server_error', 'PLATFORM_SERVER_ERROR', 'unknown'],
    ['reset_before_store', 'NETWORK_ERROR', 'unknown'],
  ] as const)(
    'where everything meets %s nothing is published, and what prepares a post leaves nothing open',
    async (kind, code, outcome) => {
      const refuse = async (content: Content): Promise<void> => {
        const whole = losing(world.http, key, 0, 'before');
        await drive(
          () => platform.publisher(whole.http, setupOf(world, platform), clock),
          await content.make(files),
          await open(),
        );
        const account = await open();
        world.box.setFault({
          platform: key as SandboxPlatform,
          kind,
          accountId: account.accountId,
          on: 'any',
          times: 0,
        });
        const failure = await publish(content, account);
        // Without what is optional, the request that fails is the one that publishes.
        const isDirect = whole.writes() === 1 || content.isOptional === true;
        const expected = { code, outcome: isDirect ? outcome : 'rejected' };
        expect({ name: content.name, ...failure }).toMatchObject({ name: content.name, ...expected });
        expect(postsOf(world, account)).toHaveLength(0);
      };
      await Promise.all(contents.map(refuse));
    },
  );

  const { postScope, widerScopes = [], withoutReset } = caseOf(key);
  test(`a rate limit has ${withoutReset ? 'no time' : 'the time'} from which the platform accepts posts again`, async () => {
    const [before, account] = [Date.now(), await open()];
    const { accountId } = account;
    world.box.setFault({ platform: key as SandboxPlatform, kind: 'rate_limited', resetSeconds: 600, accountId });
    const { retryAt } = await publish(simplest, account);
    if (withoutReset) return expect(retryAt).toBeUndefined();
    // Platforms count in whole seconds, or minutes.
    expect(retryAt?.getTime()).toBeGreaterThanOrEqual(before + 599_000);
    expect(retryAt?.getTime()).toBeLessThanOrEqual(Date.now() + 661_000);
  });

  const { image } = platformRules[key].media;
  if (image) {
    test.concurrent('an image that the platform finds too large is CONTENT_TOO_LARGE, and nothing is published', async () => {
      const [account, part] = [await open(), await simplest.make(files)];
      const large = await files.padded(await files.image(), 2 * image.maxBytes);
      const failure = failureIn((await drive(makePublisher, { ...part, media: [large] }, account)).step);
      expect(failure).toMatchObject({ code: 'CONTENT_TOO_LARGE', outcome: 'rejected' });
      expect(postsOf(world, account)).toHaveLength(0);
    });
  }

  const { authorization } = platform;
  if (authorization && postScope) {
    test('who may not post gets an error: at the login, or by the post', async () => {
      const owner = world.box.createAccount(key as SandboxPlatform);
      const setup = setupOf(world, platform);
      const started = await authorization.begin(world.http, setup, loginRequestFor(authorization, owner));
      if (started.kind !== 'begun') throw new Error(started.kind);
      const requestedScopes = new URL(started.url).searchParams.get('scope')?.split(/[ ,]/) ?? [];
      expect(requestedScopes).toContain(postScope);
      const scopes = requestedScopes.filter((scope) => scope !== postScope && !widerScopes.includes(scope));
      const granted = await logIn(world.http, authorization, { ...setup, scopes }, [owner]);
      const failure =
        granted.kind === 'failed'
          ? granted.failure
          : await publish(simplest, { ...owner, ...granted.accounts[0], baseUrl: owner.baseUrl });
      const code = expect.stringMatching(/^(PERMISSION_DENIED|PLATFORM_AUTH_EXPIRED)$/);
      expect(failure).toMatchObject({ code, outcome: 'rejected' });
      expect(world.box.posts({ accountId: owner.accountId })).toEqual([]);
    });
  }

  test.concurrent('a token that is refused is renewed once, and the post is published, once', async () => {
    const publishRefused = async ({ make }: Content): Promise<void> => {
      const [account, part] = [await open(), await make(files)];
      world.box.setFault({ platform: key as SandboxPlatform, kind: 'auth_expired', accountId: account.accountId });
      const opened = { kind: 'open', account, connectionId: '', stored: '' } as const;
      const renewals: Account[] = [];
      const session = openPublisherSession({
        publisher: makePublisher(),
        part,
        since: part.at,
        opened,
        renew: async (refused) => {
          renewals.push(refused);
          return opened;
        },
        activity: async () => ({ taken: new Map(), rivals: [] }),
        assign: () => ({ kind: 'none' }),
        mayBeRepeat: false,
      });
      const overSession: MakePublisher = () => ({
        start: () => session.start(),
        async lookUp(_part, _account, state) {
          const found = await session.lookUp(state);
          return found.kind === 'contested' ? { ...found, kind: 'failed' } : found;
        },
        finish: (_part, _account, state) => session.finish(state),
      });
      expect((await drive(overSession, part, account)).step.kind).toBe('published');
      expect(postsOf(world, account)).toHaveLength(1);
      expect(renewals).toEqual([account]);
    };
    await Promise.all(contents.map(publishRefused));
  });
});
