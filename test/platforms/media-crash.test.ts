import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { eventually } from '../support/eventually.js';
import { openPublishing, type PublishingWorld } from './publishing-support.js';

const PLATFORMS = ['fediverse', 'skyfeed', 'messenger'] as const;
/** When the worker dies, seen from the platform. */
const MOMENTS = [
  ['before the post is stored', 'delay_before_store'],
  ['after it is stored', 'delay_after_store'],
] as const;
const CASES = PLATFORMS.flatMap((platform) => MOMENTS.map(([moment, kind]) => ({ platform, moment, kind })));

interface Killed {
  target: SandboxAccount;
  groupId: string;
}

let world: PublishingWorld;
const killed = new Map<(typeof CASES)[number], Killed>();

beforeAll(async () => {
  world = await openPublishing();
  for (const each of CASES) {
    const target = world.box.createAccount(each.platform);
    world.box.setFault({ platform: each.platform, accountId: target.accountId, kind: each.kind, delayMs: 60_000 });
    killed.set(each, { target, groupId: await world.schedule(target, 'Once', [await world.files.image()]) });
  }
  const worker = await world.startWorker({ PUBLISH_TIMEOUT_MS: '20000', PUBLISH_GRACE_MS: '0' });
  await eventually(async () => {
    const [row] = await world.db.query<{ ready: number }>(
      'SELECT count(*)::int AS ready FROM publish_attempts WHERE outcome IS NULL AND state IS NOT NULL',
    );
    const writes = world.box.requests().filter(({ path, status }) => status === null && isLastWrite(path));
    return row?.ready === CASES.length && writes.length === CASES.length ? true : undefined;
  }, 30_000);
  await worker.kill();
  world.box.clearFaults();
  const second = await world.startWorker();
  stop = () => second.stop();
}, 90_000);

let stop: () => Promise<void> = async () => undefined;
afterAll(async () => {
  await stop();
  await world?.close();
});

const isLastWrite = (path: string) => /\/(statuses|com\.atproto\.repo\.putRecord|sendPhoto)$/.test(path);

test.each(CASES)(
  '$platform: a worker with an image is killed $moment, and the post is live at most once',
  async (each) => {
    const { target, groupId } = killed.get(each) as Killed;
    const post = await world.ended(groupId, 60_000);
    const posts = world.box.posts({ accountId: target.accountId });
    if (each.platform === 'messenger') {
      expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN', retryable: false } });
      expect(posts.length).toBeLessThanOrEqual(1);
    } else {
      expect(post).toMatchObject({ status: 'published', postedId: posts[0]?.postedId });
      expect(posts).toMatchObject([{ text: 'Once', media: [{ width: 32 }] }]);
    }
  },
  70_000,
);
