import type { FaultKind, SandboxPlatform } from '../../sandbox/sandbox.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { caseOf } from './cases.js';
import { type Content, contentsOf } from './contents.js';
import { bare, type Driven, drive, losing, type MakePublisher, publishThrough } from './driving.js';
import { setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { clock, openAccount, openWorld, postsOf, stored, until, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterAll(async () => {
  await Promise.all([world.close(), files.close(), waiting.close()]);
});

/** Gives up in time for a test, and not on what only takes long because much is done at once. */
const waiting = makeHttp({ timeoutMs: 2_000 });

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const contents = contentsOf(platform);
  const [simplest] = contents;
  const { leavesOpen = () => false, neutral = (id) => id } = caseOf(key);
  const makePublisher: MakePublisher = () => platform.publisher(world.http, setupOf(world, platform), clock);
  const open = () => openAccount(world, platform);

  /** The reported result is true: the post is live, once; or the outcome is unknown, and it is live at most once. */
  const expectTruth = (end: LookupResult, part: Part, account: Account) => {
    const posts = postsOf(world, account);
    if (end.kind === 'unsupported' && leavesOpen(part, posts.length > 0)) {
      return expect(posts.length).toBeLessThanOrEqual(1);
    }
    expect(end).toMatchObject({ kind: 'published', postedId: neutral(posts[0]?.postedId ?? '') });
    expect(posts).toHaveLength(1);
  };

  // The platform's work on a video takes long, so the videos are published concurrently, each to a separate account.
  test.concurrent.each(contents)(
    '$name: with any response lost, the post is live once',
    async ({ make, isOptional }) => {
      const whole = losing(world.http, key, 0, 'before');
      const { step } = await drive(
        () => platform.publisher(whole.http, setupOf(world, platform), clock),
        await make(files),
        await open(),
      );
      expect(step.kind).toBe('published');

      const lose = async (write: number, moment: 'before' | 'after'): Promise<void> => {
        const [account, part] = [await open(), await make(files)];
        const { http } = losing(world.http, key, write, moment);
        const makePublisherOver: MakePublisher = () => platform.publisher(http, setupOf(world, platform), clock);
        const lost = await drive(makePublisherOver, part, account);
        const isLast = write === whole.writes();
        if (isOptional && !isLast) return expectTruth(lost.step, part, account);
        const failure = { code: 'TIMEOUT_ERROR', outcome: isLast ? 'unknown' : 'rejected' };
        expect({ write, ...lost.step }).toMatchObject({ write, kind: 'failed', failure });
        // Nothing is published before the last write.
        expect(postsOf(world, account)).toHaveLength(isLast && moment === 'after' ? 1 : 0);
        expectTruth(await publishThrough(makePublisherOver, part, account, { from: lost }), part, account);
      };
      const all = Array.from({ length: whole.writes() }, (_, index) => index + 1);
      await Promise.all(all.flatMap((write) => [lose(write, 'before'), lose(write, 'after')]));
    },
  );

  test.concurrent.each(contents)(
    '$name: a worker that dies at any step is followed by one that goes on',
    async ({ make }) => {
      /** Lets a worker die after so many steps; `isNoted`: what the last of them gave was stored. */
      const die = async (steps: number, isNoted: boolean): Promise<boolean> => {
        const [account, part] = [await open(), await make(files)];
        const { step, state } = await drive(makePublisher, part, account, { steps });
        const left = 'state' in step && isNoted ? stored(step.state) : state;
        const seen = await makePublisher().lookUp(bare(part), account, left);
        expectTruth(
          await publishThrough(makePublisher, part, account, { from: { step: seen, state: left } }),
          part,
          account,
        );
        return 'state' in step;
      };
      for (let steps = 1, isUnderWay = true; isUnderWay; steps += 1) {
        [isUnderWay = false] = await Promise.all([die(steps, true), die(steps, false)]);
      }
    },
  );

  test.concurrent.each([
    ['reset_before_store', 'NETWORK_ERROR', contents],
    ['reset_after_store', 'NETWORK_ERROR', contents],
    ['error_after_store', 'PLATFORM_SERVER_ERROR', contents],
    ['timeout_before_store', 'TIMEOUT_ERROR', [simplest]],
    ['timeout_after_store', 'TIMEOUT_ERROR', [simplest]],
  ] as const)('after %s the outcome is unknown, and a lookup finds what can be found', async (kind, code, those) => {
    const publish = async ({ make }: Content): Promise<void> => {
      const [account, part] = [await open(), await make(files)];
      const { step, state } = await driveInto(kind, part, account);
      expect(step).toMatchObject({ kind: 'failed', failure: { code, outcome: 'unknown' } });
      await until(() => kind.endsWith('before_store') || postsOf(world, account).length === 1);
      const seen = await makePublisher().lookUp(bare(part), account, state);
      expectTruth(await publishThrough(makePublisher, part, account, { from: { step: seen, state } }), part, account);
    };
    await Promise.all(those.map(publish));
  });

  test.concurrent.each(['server_error', 'rate_limited', 'auth_expired', 'reset_before_store'] as const)(
    'a lookup that meets %s leaves the outcome open',
    async (kind) => {
      const lookUp = async ({ make }: Content): Promise<void> => {
        const [account, part] = [await open(), await make(files)];
        const { state } = await driveInto('reset_after_store', part, account);
        const { accountId } = account;
        world.box.setFault({ platform: key as SandboxPlatform, kind, accountId, on: 'any', times: 0 });
        const seen = await makePublisher().lookUp(bare(part), account, state);
        // What the platform leaves open anyway is not looked up.
        if (seen.kind === 'unsupported') expect(leavesOpen(part, true)).toBe(true);
        else expect(seen).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
      };
      await Promise.all(contents.map(lookUp));
    },
  );

  /** Publishes a part until the request that makes the post meets a fault. */
  const driveInto = (kind: FaultKind, part: Part, account: Account): Promise<Driven> => {
    const { accountId } = account;
    world.box.setFault({ platform: key as SandboxPlatform, kind, accountId });
    const { http } = kind.startsWith('timeout') ? waiting : world;
    return drive(() => platform.publisher(http, setupOf(world, platform), clock), part, account);
  };
});
