import type { FaultKind, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Account, Part, Sighting } from '../../src/platforms/platform.js';
import { NO_SETUP } from '../../src/platforms/reach.js';
import { platforms } from '../../src/platforms/registry.js';
import { caseOf } from './cases.js';
import { contentsOf } from './contents.js';
import { bare, type Driven, drive, losing, publishThrough, type Speak } from './driving.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { openAccount, openWorld, postsOf, stored, until, type World } from './support.js';

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

describe.each([...platforms.values()].map((platform) => [platform.key, platform] as const))('%s', (key, platform) => {
  const contents = contentsOf(platform);
  const { leavesOpen = () => false, neutral = (id) => id } = caseOf(key);
  const speak: Speak = () => platform.publisher(world.http, NO_SETUP);
  const open = () => openAccount(world, platform);

  /** Whatever was said in the end is true: the post is live, once; or nobody can say, and it is live at most once. */
  const expectTruth = (end: Sighting, part: Part, account: Account) => {
    const posts = postsOf(world, account);
    if (end.kind === 'unanswerable' && leavesOpen(part, posts.length > 0)) {
      return expect(posts.length).toBeLessThanOrEqual(1);
    }
    expect(end).toMatchObject({ kind: 'published', postedId: neutral(posts[0]?.postedId ?? '') });
    expect(posts).toHaveLength(1);
  };

  test.each(contents)('$name: whichever answer is lost, the post is live once', async ({ make }) => {
    for (const moment of ['before', 'after'] as const) {
      for (let write = 1, writes = write; write <= writes; write += 1) {
        const [account, part] = [await open(), await make(files)];
        const client = losing(world.http, write, moment);
        expectTruth(
          await publishThrough(() => platform.publisher(client.http, NO_SETUP), part, account),
          part,
          account,
        );
        writes = client.writes();
      }
    }
  });

  test.each(contents)('$name: a worker that dies at any step is followed by one that goes on', async ({ make }) => {
    /** Lets a worker die after so many steps; `isNoted`: what the last of them gave was stored. */
    const die = async (steps: number, isNoted: boolean): Promise<boolean> => {
      const [account, part] = [await open(), await make(files)];
      const { step, state } = await drive(speak, part, account, { steps });
      const isOver = !('state' in step);
      const left = 'state' in step && isNoted ? stored(step.state) : state;
      const seen = await speak().look(bare(part), account, left);
      expectTruth(await publishThrough(speak, part, account, { step: seen, state: left }), part, account);
      return isOver;
    };
    for (let steps = 1, isOver = false; !isOver; steps += 1) {
      isOver = await die(steps, false);
      if (!isOver) await die(steps, true);
    }
  });

  test.each([
    ['timeout_before_store', 'TIMEOUT_ERROR'],
    ['timeout_after_store', 'TIMEOUT_ERROR'],
    ['reset_before_store', 'NETWORK_ERROR'],
    ['reset_after_store', 'NETWORK_ERROR'],
    ['error_after_store', 'PLATFORM_SERVER_ERROR'],
  ] as const)('after %s the outcome is unknown, and a look tells what can be told', async (kind, code) => {
    for (const { make } of contents) {
      const [account, part] = [await open(), await make(files)];
      const { step, state } = await driveInto(kind, part, account);
      expect(step).toMatchObject({ kind: 'failed', failure: { code, outcome: 'unknown' } });
      await until(() => kind.endsWith('before_store') || postsOf(world, account).length === 1);
      const seen = await speak().look(bare(part), account, state);
      expectTruth(await publishThrough(speak, part, account, { step: seen, state }), part, account);
    }
  });

  /** Publishes a part until the request that makes the post meets a fault. */
  const driveInto = (kind: FaultKind, part: Part, account: Account): Promise<Driven> => {
    const { accountId } = account;
    world.box.setFault({ platform: key as SandboxPlatform, kind, accountId });
    const http = kind.startsWith('timeout') ? world.impatient : world.http;
    return drive(() => platform.publisher(http, NO_SETUP), part, account);
  };

  test.each(['server_error', 'rate_limited', 'auth_expired', 'reset_before_store'] as const)(
    'a look that meets %s leaves open what became of the post',
    async (kind) => {
      for (const { make } of contents) {
        const [account, part] = [await open(), await make(files)];
        const { state } = await driveInto('reset_after_store', part, account);
        world.box.setFault({ platform: key as SandboxPlatform, kind, on: 'any', times: 0 });
        const seen = await speak().look(bare(part), account, state);
        world.box.clearFaults();
        // What the platform leaves open anyway is not even looked for.
        if (seen.kind === 'unanswerable') expect(leavesOpen(part, true)).toBe(true);
        else expect(seen).toMatchObject({ kind: 'failed', failure: { outcome: 'unknown' } });
      }
    },
  );
});
