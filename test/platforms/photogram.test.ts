import { photogramFailures } from '../../src/platforms/photogram/failures.js';
import { photogram as adapter } from '../../src/platforms/photogram/photogram.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part } from '../../src/platforms/port/platform.js';
import { bare, drive } from './driving.js';
import { answerOf, bodyOf, CONTAINER_REFUSALS, expectRefused, REFUSALS, unreached } from './graph-refusals.js';
import { logIn, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import {
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

const photogram = asServed(adapter);

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, photogram);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = (http = world.http) => photogram.publisher(http, NO_SETUP, clock);
const publish = async (part: Part) => (await drive(publisher, part, account)).step;
const STORY = { settings: { videoType: 'STORIES' } };

/** What was written while this was done: paths without the account's id, and bodies. */
async function writtenBy(work: () => Promise<unknown>) {
  const before = world.box.requests().length;
  await work();
  const written = world.box
    .requests()
    .slice(before)
    .filter(({ method }) => method === 'POST');
  return written.map(({ path, body }) => [path.replace(account.accountId, 'ID'), body]);
}

const publication = ['/v25.0/ID/media_publish', { creation_id: expect.stringMatching(/^\d{17}$/) }];

describe('what is sent', () => {
  test('a photo is one container with its text and what it shows, which is then published', async () => {
    const image = { ...(await files.image()), altText: 'A cat, asleep' };
    const part = makePart('Good morning', { media: [image] });
    expect(await writtenBy(() => publish(part))).toEqual([
      ['/v25.0/ID/media', { image_url: image.url, alt_text: 'A cat, asleep', caption: 'Good morning' }],
      publication,
    ]);
  });

  test('a carousel is a container for each file, and one for all of them, in the order of the post', async () => {
    const media = [await files.image(), await files.image(), await files.image()];
    let step: LookupResult | undefined;
    const written = await writtenBy(async () => {
      step = await publish(makePart('Three', { media }));
    });
    expect(written).toEqual([
      ...media.map(({ url }) => ['/v25.0/ID/media', { is_carousel_item: 'true', image_url: url }]),
      [
        '/v25.0/ID/media',
        { media_type: 'CAROUSEL', children: expect.stringMatching(/^\d+,\d+,\d+$/), caption: 'Three' },
      ],
      publication,
    ]);
    expect(step).toMatchObject({ kind: 'published' });
  });

  test('a carousel of videos waits for all of them before it is made', async () => {
    const media = [await files.video(), await files.video()];
    const part = makePart('Two', { media });
    const { step } = await drive(publisher, part, account, { steps: 2 });
    expect(step).toMatchObject({ kind: 'ready', state: { container: null, isFinished: true } });
    const written = await writtenBy(() => drive(publisher, part, account, { from: { step, state: null } }));
    expect(written).toMatchObject([['/v25.0/ID/media', { media_type: 'CAROUSEL' }], publication]);
    expect(postsOf(world, account)[0]?.media).toHaveLength(2);
  });

  test('a video is a reel that is shown in the feed too, with the frame that was chosen as its cover', async () => {
    const video = await files.video();
    const part = makePart('It moves', { media: [video], videoTimestamp: 1500.4, settings: { videoType: 'REELS' } });
    expect((await writtenBy(() => publish(part)))[0]).toEqual([
      '/v25.0/ID/media',
      { media_type: 'REELS', video_url: video.url, share_to_feed: 'true', thumb_offset: '1500', caption: 'It moves' },
    ]);
  });

  test.each([
    ['an image', 'image_url', () => files.image()],
    ['a video', 'video_url', () => files.video()],
  ])('%s is a story when that was chosen; a story has no text', async (_what, name, make) => {
    const file = await make();
    const written = await writtenBy(() => publish(makePart('Unseen', { media: [file], ...STORY })));
    expect(written).toEqual([['/v25.0/ID/media', { media_type: 'STORIES', [name]: file.url }], publication]);
  });

  test('several files are no story: refused before anything is sent', async () => {
    const part = makePart('', { media: [await files.image(), await files.image()], ...STORY });
    const written = await writtenBy(async () => {
      const failure = { code: 'INVALID_CONTENT', outcome: 'rejected' };
      expect(await publish(part)).toMatchObject({ kind: 'failed', failure });
    });
    expect(written).toEqual([]);
  });

  test('the operator sets the version of the API', async () => {
    const setup = { ...NO_SETUP, apiVersion: 'v23.0' };
    await drive(
      () => photogram.publisher(world.http, setup, clock),
      makePart('', { media: [await files.image()] }),
      account,
    );
    const paths = world.box.requests().map(({ path }) => path);
    expect(paths.slice(-2)).toEqual([
      `/v23.0/${account.accountId}/media_publish`,
      `/v23.0/${postsOf(world, account)[0]?.postedId}`,
    ]);
  });

  test('ids past 2^53 are kept exact', async () => {
    const step = await publish(makePart('', { media: [await files.image()] }));
    const { postedId = '' } = postsOf(world, account)[0] ?? {};
    expect(BigInt(postedId)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(step).toEqual({ kind: 'published', postedId, url: expect.stringMatching(new RegExp(`/${postedId}$`)) });
  });
});

const LOST = { code: 100, error_subcode: 33 };

/** Answers about the container 7; `posts` are the account's. */
const about = (container: object, posts: unknown[] = []) =>
  publisher(
    answering(({ pathname }) =>
      pathname === '/v25.0/7'
        ? makeAnswer('error' in container ? 400 : 200, container)
        : pathname === '/v25.0/1/media' || pathname === '/v25.0/1/stories'
          ? makeAnswer(200, { data: posts })
          : makeAnswer(404, ''),
    ),
  );
const AT = new Date('2026-03-04T05:00:00.000Z');
const part = makePart('Hello', { at: AT });
const there = { accountId: '1', baseUrl: 'http://photogram.test', credentials: { accessToken: 'token' } };
const progress = (more: object = {}) => ({
  items: [],
  container: '7',
  isFinished: true,
  since: clock().getTime(),
  ...more,
});
const post = (id: string, caption: string | undefined, minutes = 1) => ({
  id,
  caption,
  timestamp: new Date(AT.getTime() + minutes * 60_000).toISOString().replace('.000Z', '+0000'),
  permalink: `https://photogram.test/p/${id}`,
});

describe('waiting for a container', () => {
  /** Starts a reel, and polls its container while the platform answers this. */
  const waiting = async (body: object, more: object = {}) => {
    const started = await publisher().start(makePart('', { media: [await files.video()] }), account);
    if (started.kind !== 'pending') throw new Error(started.kind);
    const state = { ...stored(started.state), ...more };
    const answer = { status: 'error' in body ? 400 : 200, body };
    world.box.setFault({ platform: 'photogram', kind: 'answer', path: `/${state.container}`, answer });
    return publisher().lookUp(part, account, state);
  };

  test('nothing is published while the platform works on it', async () => {
    const step = await publisher().start(makePart('', { media: [await files.video()] }), account);
    expect(step).toMatchObject({ kind: 'pending', checkAfterMs: 1000 });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test.each([
    [30, 30_000],
    [1000, 60_000],
  ])('after %d seconds it is polled again after %d milliseconds', async (waited, checkAfterMs) => {
    const step = await waiting({ status_code: 'IN_PROGRESS' }, { since: clock().getTime() - waited * 1000 });
    expect(step.kind === 'pending' && Math.round(step.checkAfterMs / 1000) * 1000).toBe(checkAfterMs);
  });

  test('after half an hour it is given up, and nothing was published', async () => {
    const step = await waiting({ status_code: 'IN_PROGRESS' }, { since: clock().getTime() - 1_801_000 });
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'TIMEOUT_ERROR', outcome: 'rejected' } });
  });

  test.each([
    ['Error: Media upload has failed with error code 2207026', 'INVALID_CONTENT'],
    ['Error: Media upload has failed with error code 2207053', 'PLATFORM_SERVER_ERROR'],
    ['Error: Media upload has failed with error code 2207004', 'CONTENT_TOO_LARGE'],
    ['Error: something new', 'INVALID_CONTENT'],
    [undefined, 'INVALID_CONTENT'],
  ])('one that failed with %j is %s, and nothing was published', async (status, code) => {
    const container = { status_code: 'ERROR', status };
    const failure = { code, outcome: 'rejected', platformError: JSON.stringify(container) };
    expect(await waiting(container)).toMatchObject({ kind: 'failed', failure });
  });

  test('one that expired is made again', async () => {
    const failure = { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' };
    expect(await waiting({ status_code: 'EXPIRED' })).toMatchObject({ kind: 'failed', failure });
  });

  test('one that the platform has lost sight of is made again', async () => {
    const platformError = JSON.stringify(bodyOf(LOST));
    const failure = { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected', platformStatusCode: 400, platformError };
    expect(await waiting(bodyOf(LOST))).toMatchObject({ kind: 'failed', failure });
  });

  test('trouble of the platform is waited out', async () => {
    const started = await publisher().start(makePart('', { media: [await files.video()] }), account);
    if (started.kind !== 'pending') throw new Error(started.kind);
    world.box.setFault({ platform: 'photogram', kind: 'server_error', on: 'any' });
    const step = await publisher().lookUp(part, account, stored(started.state));
    expect(step).toMatchObject({ kind: 'pending', state: started.state });
  });

  test('a read over the limit is repeated when the platform allows it', async () => {
    const started = await publisher().start(makePart('', { media: [await files.video()] }), account);
    if (started.kind !== 'pending') throw new Error(started.kind);
    world.box.setFault({ platform: 'photogram', kind: 'rate_limited', on: 'any', resetSeconds: 600 });
    const step = await publisher().lookUp(part, account, stored(started.state));
    if (step.kind !== 'pending') throw new Error(step.kind);
    expect(step.checkAfterMs).toBeGreaterThan(540_000);
    expect(step.checkAfterMs).toBeLessThanOrEqual(660_000);
  });

  test('a video that the platform cannot show is INVALID_CONTENT', async () => {
    const header = Buffer.from('\0\0\0\x14ftypisom\0\0\0\x01isom', 'latin1');
    const broken = await files.file(header, { kind: 'video', mimeType: 'video/mp4', name: 'broken.mp4' });
    const step = await publish(makePart('', { media: [broken] }));
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } });
  });

  test('a file that the platform cannot fetch is tried again', async () => {
    const gone = { ...(await files.image()), url: 'http://127.0.0.1:1/gone.jpg' };
    const failure = { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' };
    expect(await publish(makePart('', { media: [gone] }))).toMatchObject({ kind: 'failed', failure });
  });

  test('one that is published too early is waited for, and published once', async () => {
    const media = [await files.image()];
    const { step: ready } = await drive(publisher, makePart('', { media }), account, { steps: 1 });
    if (ready.kind !== 'ready') throw new Error(ready.kind);
    const body = bodyOf({ code: 9007, error_subcode: 2207027 });
    world.box.setFault({
      platform: 'photogram',
      kind: 'answer',
      path: '/media_publish',
      answer: { status: 400, body },
    });
    const early = await publisher().finish(bare(part), account, stored(ready.state));
    expect(early).toMatchObject({ kind: 'pending', state: { isFinished: false } });
    const { step } = await drive(publisher, part, account, { from: { step: early, state: null } });
    expect(step).toMatchObject({ kind: 'published', postedId: postsOf(world, account)[0]?.postedId });
    expect(postsOf(world, account)).toHaveLength(1);
  });
});

describe('after a lost response', () => {
  const lookUp = (container: object, posts: unknown[] = [], of: Part = part, more: object = {}) =>
    about(container, posts).lookUp(of, there, progress(more));

  test.each([
    ['FINISHED', { kind: 'absent' }],
    ['IN_PROGRESS', { kind: 'pending', state: { isFinished: true } }],
    ['ERROR', { kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } }],
    ['EXPIRED', { kind: 'failed', failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' } }],
  ])('a container that is %s was not published', async (status_code, lookup) => {
    expect(await lookUp({ status_code })).toMatchObject(lookup);
  });

  test('one that was PUBLISHED is like each post since that has its text, oldest first', async () => {
    const posts = [post('9', 'Hello'), post('8', 'Another'), post('7', 'Hello'), post('6', 'Hello', -3)];
    const lookup = {
      kind: 'alike',
      posts: [
        { postedId: '7', url: 'https://photogram.test/p/7' },
        { postedId: '9', url: 'https://photogram.test/p/9' },
      ],
    };
    expect(await lookUp({ status_code: 'PUBLISHED' }, posts)).toEqual(lookup);
  });

  test('a post that is another of ours is not taken for it', async () => {
    const posts = [post('9', 'Hello'), post('8', 'Hello')];
    const taken = new Set(['9']);
    expect(await lookUp({ status_code: 'PUBLISHED' }, posts, { ...part, taken })).toMatchObject({
      kind: 'alike',
      posts: [{ postedId: '8' }],
    });
  });

  test('when it was PUBLISHED and a post has nearly its text, the outcome is unknown: it is not published again', async () => {
    expect(await lookUp({ status_code: 'PUBLISHED' }, [post('9', 'Hello!')])).toEqual({ kind: 'unsupported' });
  });

  test.each([
    ['was PUBLISHED', { status_code: 'PUBLISHED' }],
    ['is out of sight', bodyOf(LOST)],
  ])('one that %s is waited for while nothing new is listed, and is not published again', async (_what, container) => {
    const older = [post('9', 'Another'), post('6', 'Hello', -3)];
    expect(await lookUp(container, older)).toMatchObject({
      kind: 'pending',
      state: { container: '7', isFinished: true },
    });
    const since = clock().getTime() - 1_801_000;
    expect(await lookUp(container, older, part, { since })).toEqual({ kind: 'unsupported' });
    expect(await lookUp(container, [post('8', 'Hello')])).toMatchObject({ kind: 'alike', posts: [{ postedId: '8' }] });
  });

  test('a story is found by its time alone', async () => {
    const story = { ...part, ...STORY };
    expect(await lookUp({ status_code: 'PUBLISHED' }, [post('8', undefined)], story)).toMatchObject({
      kind: 'alike',
      posts: [{ postedId: '8' }],
    });
    world.box.setFault({ platform: 'photogram', kind: 'reset_after_store' });
    const lost = await drive(publisher, makePart('', { media: [await files.image()], ...STORY }), account);
    const found = await publisher().lookUp({ ...part, at: new Date(), ...STORY }, account, lost.state);
    expect(found).toMatchObject({ kind: 'alike', posts: [{ postedId: postsOf(world, account)[0]?.postedId }] });
  });

  test('before anything was stored, nothing was published: no request is sent', async () => {
    const silent = publisher(answering(() => makeAnswer(500, '')));
    expect(await silent.lookUp(part, there, null)).toEqual({ kind: 'absent' });
  });

  test('a container for several files that had no response is made again, from the same items', async () => {
    const state = progress({ items: ['5', '6'], container: null });
    expect(await about({}).lookUp(part, there, state)).toEqual({ kind: 'ready', state });
  });
});

describe('what the platform refuses', () => {
  const refused = [...CONTAINER_REFUSALS, ...REFUSALS];

  test.each(refused)('%j is %s', async (platformError, code) => {
    world.box.setFault({ platform: 'photogram', kind: 'answer', path: '/media', answer: answerOf(platformError) });
    const step = await publisher().start(makePart('', { media: [await files.image()] }), account);
    expectRefused(step, platformError, code, 'rejected');
  });

  test('every row of the table is reached by a response', () => {
    // Those of a container that failed are reported by its status.
    const documented = photogramFailures.rows.filter(({ error }) => error !== 'ERROR' && error !== 'EXPIRED');
    const table = { ...photogramFailures, rows: documented };
    expect(
      unreached(
        table,
        refused.map(([platformError]) => bodyOf(platformError)),
      ),
    ).toEqual([]);
  });

  test.each([
    ['4 minutes', { '17': [{ type: 'instagram', estimated_time_to_regain_access: 4 }] }, 240],
    [
      'the longest of several',
      { a: [{ estimated_time_to_regain_access: 1 }], b: [{}, { estimated_time_to_regain_access: 9 }] },
      540,
    ],
    ['nothing', { a: [{ estimated_time_to_regain_access: 0 }] }, null],
    ['something else', ['soon'], null],
  ])('a limit ends at the time in the usage header: %s', async (_what, usage, seconds) => {
    const headers = { 'X-Business-Use-Case-Usage': JSON.stringify(usage) };
    const answer = { status: 400, headers, body: bodyOf({ code: 80_002 }) };
    world.box.setFault({ platform: 'photogram', kind: 'answer', path: '/media', answer });
    const before = Date.now();
    const step = await publisher().start(makePart('', { media: [await files.image()] }), account);
    const { retryAt } = (step as { failure: { retryAt?: Date } }).failure;
    if (seconds === null) return expect(retryAt).toBeUndefined();
    expect(retryAt?.getTime()).toBeGreaterThanOrEqual(before + seconds * 1000);
    expect(retryAt?.getTime()).toBeLessThanOrEqual(Date.now() + seconds * 1000);
  });

  test('what the platform has for the owner to read is what the owner reads', async () => {
    const error = {
      message: 'Invalid parameter',
      code: 100,
      error_user_msg: 'The caption is too long.',
      fbtrace_id: 'A1',
    };
    world.box.setFault({
      platform: 'photogram',
      kind: 'answer',
      path: '/media',
      answer: { status: 400, body: { error } },
    });
    const step = await publisher().start(makePart('', { media: [await files.image()] }), account);
    expect((step as { failure: { message: string } }).failure.message).toContain(': The caption is too long.');
  });
});

describe('logins', () => {
  const SCOPES = [
    ...['instagram_business_basic', 'instagram_business_content_publish'],
    ...['instagram_business_manage_comments', 'instagram_business_manage_insights'],
  ];
  const logInWith = async (scopes: string[] | null = null) => {
    const owner = world.box.createAccount('photogram');
    const setup = { ...setupOf(world, photogram), scopes };
    return { owner, setup, granted: await logIn(world.http, photogram.authorization, setup, [owner]) };
  };
  const days = (date: Date | null | undefined) => ((date?.getTime() ?? 0) - Date.now()) / 86_400_000;

  test('the brief token is exchanged for one of 60 days, which is renewed 14 days ahead, by itself', async () => {
    const { owner, setup, granted } = await logInWith();
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    const { expiresAt, credentials = {} } = granted.accounts[0] ?? {};
    expect(days(expiresAt)).toBeCloseTo(60, 2);
    const session = photogram.session(world.http, setup);
    expect(days(session.renewAt(credentials))).toBeCloseTo(46, 2);
    const { accountId, baseUrl } = owner;
    const renewed = await session.refresh({ accountId, baseUrl, credentials });
    if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
    expect(renewed.credentials.accessToken).not.toBe(credentials.accessToken);
    expect(renewed.credentials.scopes).toBe(SCOPES.join(' '));
    expect(days(renewed.expiresAt)).toBeCloseTo(60, 2);
  });

  test('a token without permission to post is rejected', async () => {
    const { granted } = await logInWith(['instagram_business_basic']);
    const failure = { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' };
    expect(granted).toMatchObject({ kind: 'failed', failure });
  });

  test('a check requests whose the token is, and returns the permissions that came with it', async () => {
    const { owner, setup, granted } = await logInWith();
    if (granted.kind === 'failed') throw new Error(granted.failure.message);
    const { accountId, baseUrl, displayName } = owner;
    const connected = { accountId, baseUrl, credentials: granted.accounts[0]?.credentials ?? {} };
    const probed = await photogram.probe(world.http, connected, setup);
    expect(probed).toEqual({ kind: 'working', displayName, permissions: SCOPES });
  });
});
