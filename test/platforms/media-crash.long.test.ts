import type { FaultKind, SandboxAccount } from '../../sandbox/sandbox.js';
import { platforms } from '../../src/platforms/registry.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { eventually } from '../support/eventually.js';
import { caseOf } from './cases.js';
import { openPublishing, type PublishingWorld } from './publishing-support.js';
import { makePart } from './support.js';

/** When the worker dies, seen from the platform. */
const MOMENTS = [
  ['before the post is stored', 'delay_before_store'],
  ['after it is stored', 'delay_after_store'],
] as const satisfies [string, FaultKind][];
const CASES = [...platforms.keys()].flatMap((platform) =>
  MOMENTS.map(([moment, kind]) => ({ platform, moment, kind })),
);

interface Killed {
  target: SandboxAccount;
  groupId: string;
}

let world: PublishingWorld;
const killed = new Map<(typeof CASES)[number], Killed>();

beforeAll(async () => {
  world = await openPublishing();
  const { box, files, schedule } = world;
  for (const each of CASES) {
    const { platform, kind } = each;
    const target = box.createAccount(platform);
    // For as long as this test lasts: what a dead worker had sent is not stored after all.
    box.setFault({ platform, accountId: target.accountId, kind, delayMs: 600_000 });
    const media = platformRules[platform].media.image ? await files.image() : await files.clip();
    killed.set(each, { target, groupId: await schedule(target, 'Once', [media]) });
  }
  // Late posts get a tenth of the places, and here every one of them stays in its place.
  const PUBLISH_CONCURRENCY = String(10 * CASES.length);
  const env = { PUBLISH_TIMEOUT_MS: '120000', PUBLISH_CONCURRENCY };
  const worker = await world.startWorker(env);
  stop = () => worker.kill();
  await eventually(async () => {
    const { faults } = await (await fetch(`${box.url}/faults`)).json();
    expect(faults).toEqual([]);
    const isReached = CASES.every((each) => liveOf(each).length === liveAfter(each));
    return isReached || undefined;
  }, 100_000);
  await worker.kill();
  // As if the time had passed that its requests had.
  await world.db.query('UPDATE platform_posts SET lease_until = now() WHERE lease_until IS NOT NULL');
  const second = await world.startWorker();
  stop = () => second.stop();
}, 180_000);

let stop: () => Promise<void> = async () => undefined;
afterAll(async () => {
  await stop();
  await world?.close();
});

const killedIn = (each: (typeof CASES)[number]) => killed.get(each) as Killed;
/** How many posts a platform has when the worker is killed. */
const liveAfter = ({ kind }: (typeof CASES)[number]) => (kind === 'delay_after_store' ? 1 : 0);
const liveOf = (each: (typeof CASES)[number]) => world.box.posts({ accountId: killedIn(each).target.accountId });

test.each(CASES)(
  '$platform: a worker with a file is killed $moment, and the post is live at most once',
  async (each) => {
    const { leavesOpen = () => false, neutral = (id) => id } = caseOf(each.platform);
    const post = await world.ended(killedIn(each).groupId, 90_000);
    const live = liveOf(each);
    if (leavesOpen(makePart('Once'), liveAfter(each) > 0)) {
      expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN', retryable: false } });
      expect(live).toHaveLength(liveAfter(each));
    } else {
      expect(post).toMatchObject({ status: 'published', postedId: neutral(live[0]?.postedId ?? '') });
      expect(live).toMatchObject([{ text: expect.stringContaining('Once'), media: [{}] }]);
    }
  },
  100_000,
);
