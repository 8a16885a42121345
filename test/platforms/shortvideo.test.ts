import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part, PlatformSetup, State } from '../../src/platforms/port/platform.js';
import { findPlatform } from '../../src/platforms/registry.js';
import { shortvideo as adapter } from '../../src/platforms/shortvideo/shortvideo.js';
import { announce } from '../../src/platforms/shortvideo/upload.js';
import { bare, drive } from './driving.js';
import { type MediaFiles, mediaOf, openMediaFiles } from './media-files.js';
import {
  amending,
  answering,
  asServed,
  clock,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  postsOf,
  stored,
  type World,
} from './support.js';
import { MOST_GROWTH, uploadAlone } from './upload-memory.js';

const shortvideo = asServed(adapter);

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, shortvideo);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const INIT = '/v2/post/publish/video/init/';
const STATUS = '/v2/post/publish/status/fetch/';

const makePublisher = (setup: Partial<PlatformSetup> = {}) =>
  shortvideo.publisher(world.http, { ...NO_SETUP, ...setup }, clock);
const videoPart = async (settings: Record<string, unknown> = {}, more: Partial<Part> = {}, bytes = 0): Promise<Part> =>
  makePart('It moves #now', {
    media: [await files.video(bytes)],
    settings: { ...DEFAULT_SETTINGS.shortvideo, ...settings },
    ...more,
  });
const publish = (part: Part, setup?: Partial<PlatformSetup>) => drive(() => makePublisher(setup), part, account);
const requestsOf = (pathname: string) => world.box.requests().filter((request) => request.path === pathname);
const sentPost = (): Record<string, unknown> => {
  const { body } = requestsOf(INIT).at(-1) ?? {};
  return (body as { post_info: Record<string, unknown> }).post_info;
};
const answer = (pathname: string, status: number, body?: unknown) =>
  world.box.setFault({ platform: 'shortvideo', kind: 'answer', path: pathname, answer: { status, body } });
const stateOf = (step: LookupResult): State => {
  if (step.kind === 'ready' || step.kind === 'pending') return stored(step.state);
  throw new Error(`${step.kind} has no state`);
};
const rejected = (code: string) => ({ kind: 'failed', failure: { code, outcome: 'rejected' } });

test('a video is announced, uploaded and polled; its id is exact to the last digit', async () => {
  const before = world.box.requests().length;
  const part = await videoPart();
  const { step } = await publish(part);
  const requested = world.box.requests().slice(before);
  expect(requested.slice(0, 3).map(({ method, path: at }) => `${method} ${at}`)).toEqual([
    'POST /v2/post/publish/creator_info/query/',
    `POST ${INIT}`,
    'PUT /video/',
  ]);
  const size = part.media[0]?.bytes ?? 0;
  expect(requested[1]?.body).toEqual({
    post_info: {
      title: 'It moves #now',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: false,
      disable_duet: true,
      disable_stitch: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
    },
    source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size: size, total_chunk_count: 1 },
  });
  expect(requested[2]?.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(size),
    'content-range': `bytes 0-${size - 1}/${size}`,
  });
  // The address of the upload is secret enough: no token goes there.
  expect(requested[2]?.headers).not.toHaveProperty('authorization');
  const [post] = postsOf(world, account);
  expect(post?.postedId).toMatch(/^\d{19}$/);
  expect(step).toEqual({ kind: 'published', postedId: post?.postedId, url: post?.url });
});

test.each([['text alone'], ['image']])('a post with a %s is refused before anything is sent', async (what) => {
  const publisher = findPlatform('shortvideo')?.publisher(world.http, NO_SETUP, clock);
  const before = world.box.requests().length;
  const part = makePart('Hello', { media: what === 'image' ? [await files.image()] : [] });
  expect(await publisher?.start(part, account)).toMatchObject({
    kind: 'failed',
    failure: { code: 'INVALID_CONTENT', outcome: 'rejected', message: 'shortvideo posts require a video' },
  });
  expect(world.box.requests()).toHaveLength(before);
});

describe('settings', () => {
  test.each([true, false])('allow… = %s is sent as its opposite to the flags that disable', async (allowed) => {
    await publish(await videoPart({ allowComments: allowed, allowDuet: allowed, allowStitch: allowed }));
    expect(sentPost()).toMatchObject({
      disable_comment: !allowed,
      disable_duet: !allowed,
      disable_stitch: !allowed,
    });
  });

  test.each(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])('%s is who can view it', async (viewer) => {
    expect((await publish(await videoPart({ viewerSetting: viewer }))).step.kind).toBe('published');
    expect(sentPost().privacy_level).toBe(viewer);
  });

  test('an app without approval publishes only for the account itself, with every setting', async () => {
    for (const viewerSetting of ['PUBLIC_TO_EVERYONE', 'SELF_ONLY', '']) {
      await publish(await videoPart({ viewerSetting }), { approved: false });
      expect(sentPost().privacy_level).toBe('SELF_ONLY');
    }
  });

  test('a post that has no public id goes by that of its publishing', async () => {
    const { step } = await publish(await videoPart({ viewerSetting: 'SELF_ONLY' }));
    const [post] = postsOf(world, account);
    expect(post?.postedId).toMatch(/^v_pub_file~/);
    expect(step).toEqual({ kind: 'published', postedId: post?.postedId });
  });

  test.each([
    ['no viewer', { viewerSetting: '' }, 'shortvideo requires selecting who can view your post'],
    ['a viewer that the account does not have', { viewerSetting: 'FOLLOWER_OF_CREATOR' }, 'FOLLOWER_OF_CREATOR'],
    ['commercial content of no brand', { commercialContent: true }, 'your brand or branded content'],
  ])('%s is INVALID_CONTENT, and nothing is announced', async (_what, settings, message) => {
    const before = requestsOf(INIT).length;
    const { step } = await publish(await videoPart(settings));
    expect(step).toMatchObject(rejected('INVALID_CONTENT'));
    expect(step).toHaveProperty('failure.message', expect.stringContaining(message));
    expect(requestsOf(INIT)).toHaveLength(before);
  });

  test.each([
    [{ brandOrganic: true }, { brand_organic_toggle: true, brand_content_toggle: false }],
    [{ brandedContent: true }, { brand_organic_toggle: false, brand_content_toggle: true }],
  ])('commercial content with %j is sent as %j, and without it both toggles as false', async (brands, toggles) => {
    await publish(await videoPart({ commercialContent: true, ...brands }));
    expect(sentPost()).toMatchObject(toggles);
    await publish(await videoPart({ commercialContent: false, ...brands }));
    expect(sentPost()).toMatchObject({ brand_organic_toggle: false, brand_content_toggle: false });
  });

  test('the frame of the cover is sent in whole milliseconds', async () => {
    await publish(await videoPart({}, { videoTimestamp: 1500.4 }));
    expect(sentPost().video_cover_timestamp_ms).toBe(1500);
  });

  test('a video that is too long for the account is INVALID_CONTENT, and nothing is announced', async () => {
    const before = requestsOf(INIT).length;
    const part = await videoPart();
    const media = part.media.map((file) => ({ ...file, durationSeconds: 300.5 }));
    const http = amending(world.http, '/creator_info/query/', (answer) => {
      const { data, ...rest } = answer as { data: object };
      return { ...rest, data: { ...data, max_video_post_duration_sec: 300 } };
    });
    const step = await shortvideo.publisher(http, NO_SETUP, clock).start({ ...part, media }, account);
    expect(step).toMatchObject(rejected('INVALID_CONTENT'));
    expect(step).toHaveProperty('failure.message', expect.stringContaining('at most 300 seconds'));
    expect(requestsOf(INIT)).toHaveLength(before);
  });
});

describe('a large video', () => {
  const SIZE = 25_000_000;

  test.each([
    [1, 1, 1],
    [4_999_999, 4_999_999, 1],
    [19_999_999, 19_999_999, 1],
    [20_000_000, 10_000_000, 2],
    [50_000_123, 10_000_000, 5],
    [4 * 1024 ** 3, 10_000_000, 429],
  ])('of %d bytes comes in pieces of %d, %d of them', (video_size, chunk_size, total_chunk_count) => {
    expect(announce(video_size)).toEqual({ source: 'FILE_UPLOAD', video_size, chunk_size, total_chunk_count });
  });

  test('is sent piece by piece, the last one with what is left, and comes as it is', async () => {
    const part = await videoPart({}, {}, SIZE);
    const before = requestsOf('/video/').length;
    expect((await publish(part)).step.kind).toBe('published');
    const ranges = requestsOf('/video/')
      .slice(before)
      .map(({ headers }) => headers['content-range']);
    expect(ranges).toEqual(['bytes 0-9999999/25000000', 'bytes 10000000-24999999/25000000']);
    const [post] = postsOf(world, account);
    expect(post?.media).toMatchObject(await Promise.all(part.media.map(mediaOf)));
  });

  test('may take as long as each piece needs', async () => {
    const step = await makePublisher().start(await videoPart({}, {}, SIZE), account);
    expect(step).toMatchObject({ kind: 'ready', withinMs: 200_000 });
  });

  /** Sends what is left, as the turn does that has the file. */
  const goOn = async (part: Part, from: LookupResult): Promise<LookupResult> => {
    let step = from;
    while (step.kind === 'ready') step = await makePublisher().finish(part, account, stored(step.state));
    return (await drive(makePublisher, part, account, { from: { step, state: null } })).step;
  };
  /** Loses the response to the first piece. */
  const lose = async (kind: 'reset_before_store' | 'reset_after_store') => {
    const part = await videoPart({}, {}, SIZE);
    const started = stateOf(await makePublisher().start(part, account));
    world.box.setFault({ platform: 'shortvideo', kind, path: '/video/' });
    expect(await makePublisher().finish(part, account, started)).toMatchObject({
      kind: 'failed',
      failure: { outcome: 'unknown' },
    });
    return { part, started };
  };

  test.each([
    ['reset_before_store', 'did not come is sent again', 0],
    ['reset_after_store', 'came, though its answer was lost, is not sent again', 10_000_000],
  ] as const)('after %s, a piece that %s', async (kind, _title, sent) => {
    const { part, started } = await lose(kind);
    const next = await makePublisher().lookUp(part, account, started);
    expect(next).toMatchObject({ kind: 'ready', state: { sent, resumed: true } });
    expect(await goOn(part, next)).toMatchObject({ kind: 'published' });
    const [post, ...others] = postsOf(world, account);
    expect(others).toEqual([]);
    expect(post?.media).toMatchObject(await Promise.all(part.media.map(mediaOf)));
  });

  test('a piece that is lost a second time, or whose file is gone, leaves nothing behind', async () => {
    const { part, started } = await lose('reset_before_store');
    expect(await makePublisher().lookUp(bare(part), account, started)).toEqual({ kind: 'absent' });
    const again = stateOf(await makePublisher().lookUp(part, account, started));
    world.box.setFault({ platform: 'shortvideo', kind: 'reset_before_store', path: '/video/' });
    expect(await makePublisher().finish(part, account, again)).toMatchObject({ failure: { outcome: 'unknown' } });
    expect(await makePublisher().lookUp(part, account, again)).toEqual({ kind: 'absent' });
  });

  test.each([400, 401, 413, 429])(
    'a bare %d to a piece does not say that it has not come: a lookup does',
    async (status) => {
      const part = await videoPart();
      const started = stateOf(await makePublisher().start(part, account));
      for (const state of [started, { ...started, resumed: true }]) {
        answer('/video/', status);
        expect(await makePublisher().finish(part, account, state)).toMatchObject({ failure: { outcome: 'unknown' } });
      }
      expect(await makePublisher().lookUp(bare(part), account, started)).toEqual({ kind: 'absent' });
    },
  );

  test.each([403, 404, 416])(
    'the status of an address that responds with %d is read, and the upload is retried',
    async (status) => {
      const part = await videoPart();
      const started = stateOf(await makePublisher().start(part, account));
      answer('/video/', status);
      expect(await makePublisher().finish(part, account, started)).toMatchObject({
        failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown', platformStatusCode: status },
      });
      expect(await makePublisher().lookUp(bare(part), account, started)).toEqual({ kind: 'absent' });
    },
  );

  test('memory does not grow with what is uploaded', async () => {
    const media = [await files.video(8_000_000), await files.video(90_000_000)];
    const [, large] = await uploadAlone('shortvideo', account, media);
    expect(large).toMatchObject({ kind: 'pending', pieces: 9 });
    expect(large?.grown).toBeLessThan(MOST_GROWTH);
  });
});

describe('a video that the platform works on', () => {
  const MINUTE = 60_000;
  const working = (data: object, { minutes = 0, isPublic = true } = {}) => {
    const since = clock().getTime() - minutes * MINUTE;
    const state = { stage: 'processing', publishId: 'v_pub_1', username: 'ann', isPublic, since };
    const http = answering(() => makeAnswer(200, { data, error: { code: 'ok', message: '' } }));
    return shortvideo.publisher(http, NO_SETUP, clock).lookUp(bare(makePart('')), account, state);
  };
  const published = { kind: 'published', postedId: 'v_pub_1' };

  test('is waited for, half an hour and no longer: then it is unknown', async () => {
    const data = { status: 'PROCESSING_UPLOAD', uploaded_bytes: 10 };
    expect(await working(data)).toMatchObject({ kind: 'pending', checkAfterMs: 1000 });
    expect(await working(data, { minutes: 29 })).toMatchObject({ kind: 'pending', checkAfterMs: 60_000 });
    const overdue = await working(data, { minutes: 31 });
    expect(overdue).toMatchObject({ kind: 'failed', failure: { code: 'TIMEOUT_ERROR', outcome: 'unknown' } });
  });

  test('and shows to everybody gets a public id, for which it is waited some minutes', async () => {
    const data = { status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [] };
    expect(await working(data, { minutes: 1 })).toMatchObject({ kind: 'pending' });
    expect(await working(data, { minutes: 6 })).toEqual(published);
    expect(await working(data, { isPublic: false })).toEqual(published);
    expect(await working({ status: 'PUBLISH_COMPLETE' }, { isPublic: false })).toEqual(published);
  });

  test('has a public id also where it is a small number', async () => {
    const step = await working({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [42] });
    expect(step).toEqual({ kind: 'published', postedId: '42', url: expect.stringMatching(/\/@ann\/video\/42$/) });
  });

  test('trouble of the platform meanwhile is waited out; a refusal leaves it open', async () => {
    const part = await videoPart();
    const started = stateOf(await makePublisher().start(part, account));
    const sent = stateOf(await makePublisher().finish(part, account, started));
    answer(STATUS, 503, { data: {}, error: { code: 'internal_error', message: 'Later', log_id: '1' } });
    expect(await makePublisher().lookUp(bare(part), account, sent)).toMatchObject({ kind: 'pending' });
    answer(STATUS, 400, { data: {}, error: { code: 'invalid_publish_id', message: 'No', log_id: '2' } });
    expect(await makePublisher().lookUp(bare(part), account, sent)).toMatchObject({ failure: { outcome: 'unknown' } });
  });

  test('an upload that was never started posted nothing', async () => {
    expect(await makePublisher().lookUp(await videoPart(), account, null)).toEqual({ kind: 'absent' });
  });

  test('a file that is no video fails with its message, and nothing is published', async () => {
    const page = await files.file('<script>', { kind: 'video', mimeType: 'video/mp4', name: 'video.mp4' });
    const { step } = await publish({ ...(await videoPart()), media: [page] });
    expect(step).toMatchObject(rejected('INVALID_CONTENT'));
    expect(step).toHaveProperty('failure.message', expect.stringContaining('file_format_check_failed'));
    expect(postsOf(world, account)).toEqual([]);
  });
});
