import type { Fault, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { eventually } from '../support/eventually.js';
import type { Service } from '../support/service.js';
import { openPublishing, type PublishingWorld } from './publishing-support.js';

let world: PublishingWorld;
let workers: Service[];

beforeAll(async () => {
  world = await openPublishing();
  // Two, so that every case is also a race between them.
  workers = await Promise.all([world.startWorker(), world.startWorker()]);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await Promise.all((workers ?? []).map((worker) => worker.stop()));
  await world?.close();
});

const live = ({ accountId }: SandboxAccount) => world.box.posts({ accountId });
const fault = ({ platform, accountId }: SandboxAccount, more: Omit<Fault, 'platform' | 'accountId'>) =>
  world.box.setFault({ platform, accountId, ...more });

describe.each(['fediverse', 'skyfeed', 'messenger'] as const)('%s', (platform: SandboxPlatform) => {
  test.each(['images in their order', 'a video'])('gets %s', async (what) => {
    const target = world.box.createAccount(platform);
    const images = [await world.files.image('jpeg', 20, 30), await world.files.image('png', 40, 10)];
    const media = what === 'a video' ? [await world.files.clip()] : images;
    const post = await world.ended(await world.schedule(target, 'Hello', media));
    expect(live(target)).toMatchObject([
      { text: 'Hello', media: what === 'a video' ? [{ mimeType: 'video/mp4' }] : [{ width: 20 }, { width: 40 }] },
    ]);
    expect(post).toMatchObject({ status: 'published', postedId: live(target)[0]?.postedId });
  });

  test.each(['timeout_before_store', 'reset_after_store'] as const)(
    'has it once at most after %s of the last write',
    async (kind) => {
      const target = world.box.createAccount(platform);
      fault(target, { kind });
      const post = await world.ended(await world.schedule(target, 'Once', [await world.files.image()]));
      if (platform === 'messenger') {
        expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN', retryable: false } });
        expect(live(target)).toHaveLength(kind === 'timeout_before_store' ? 0 : 1);
      } else {
        expect(post).toMatchObject({ status: 'published', postedId: live(target)[0]?.postedId });
        expect(live(target)).toHaveLength(1);
      }
    },
  );
});

test('fediverse: a video that the instance gives up working on fails the post as INVALID_CONTENT', async () => {
  const target = world.box.createAccount('fediverse');
  // How often it has taken a video to work on.
  const taken = () => world.box.requests().filter(({ status }) => status === 202).length;
  const before = taken();
  const groupId = await world.schedule(target, 'A video', [await world.files.clip()]);
  await eventually(async () => taken() > before || undefined);
  fault(target, { kind: 'rejected', on: 'any', times: 0 });
  expect(await world.ended(groupId)).toMatchObject({ status: 'failed', error: { code: 'INVALID_CONTENT' } });
  expect(live(target)).toEqual([]);
});

test('messenger: while a file is in flight, it is not taken for lost before it could have arrived', async () => {
  const target = world.box.createAccount('messenger');
  // The last write hangs for longer than a request without a file may take.
  fault(target, { kind: 'delay_after_store', delayMs: 2_500 });
  const image = await world.files.padded(await world.files.image('gif'), 500_000);
  const groupId = await world.schedule(target, 'Large', [image]);
  const allowedMs = await eventually(async () => {
    const [row] = await world.db.query<{ ms: number }>(
      `SELECT extract(epoch FROM a.uncertain_until - a.started_at)::float * 1000 AS ms
         FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id WHERE p.group_id = $1 AND a.state IS NOT NULL`,
      [groupId],
    );
    return row?.ms;
  });
  expect(allowedMs).toBeGreaterThan(10_000);
  expect(await world.ended(groupId)).toMatchObject({ status: 'published', postedId: live(target)[0]?.postedId });
});

describe('messenger: a text that is too long for a caption', () => {
  const long = 'x'.repeat(1025);
  /** Schedules media with the text, and sets a fault for the text as soon as the media are out. */
  const withFault = async (kind: Fault['kind']) => {
    const target = world.box.createAccount('messenger');
    fault(target, { kind: 'delay_after_store', delayMs: 600 });
    const groupId = await world.schedule(target, long, [await world.files.image()]);
    await eventually(async () => live(target).length === 1 || undefined);
    fault(target, { kind, resetSeconds: 1 });
    return { target, post: await world.ended(groupId) };
  };

  test('follows as a reply, also when the platform makes it wait', async () => {
    const { target, post } = await withFault('rate_limited');
    const [media, text] = live(target);
    expect(live(target)).toHaveLength(2);
    expect(text).toMatchObject({ text: long, record: { reply_to_message: { message_id: Number(media?.postedId) } } });
    expect(post).toMatchObject({ status: 'published', postedId: media?.postedId });
  });

  test.each(['rejected', 'reset_before_store'] as const)(
    'and meets %s: the post fails honestly, and the media are not sent again',
    async (kind) => {
      const { target, post } = await withFault(kind);
      const [media] = live(target);
      expect(live(target)).toHaveLength(1);
      expect(post).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN', retryable: false } });
      expect(post.error?.message).toContain(`messenger has the media (message ${media?.postedId})`);
    },
  );
});
