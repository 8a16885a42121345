import type { Http, HttpResult } from '../../src/foundation/http-client/http.js';
import { network as adapter } from '../../src/platforms/network/network.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Part, PartMedia } from '../../src/platforms/port/platform.js';
import { bare, drive } from './driving.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { requestsTo, unknownAccount } from './network-support.js';
import {
  answering,
  asServed,
  clock,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  postsOf,
  type World,
} from './support.js';
import { MOST_GROWTH, uploadAlone } from './upload-memory.js';

const network = asServed(adapter);

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, network);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = (http: Http = world.http) => network.publisher(http, NO_SETUP, clock);
const publish = async (part: Part, steps?: number) => (await drive(publisher, part, account, { steps })).step;
const contentOfPost = () =>
  (requestsTo(world, '/rest/posts').at(-1)?.body as { content?: unknown } | undefined)?.content;
const describedAs = async (altText: string) => {
  await publish(makePart('One', { media: [{ ...(await files.image('png')), altText }] }));
  return contentOfPost();
};

describe('images', () => {
  test('one is the media of its post, with what it shows', async () => {
    const media = { id: expect.stringMatching(/^urn:li:image:/), altText: 'A square' };
    expect(await describedAs('A square')).toEqual({ media });
    expect(requestsTo(world, '/rest/images').at(-1)).toMatchObject({
      query: { action: 'initializeUpload' },
      body: { initializeUploadRequest: { owner: `urn:li:person:${account.accountId}` } },
    });
  });

  test('its description has up to 4086 characters, none of them cut in half', async () => {
    expect(await describedAs(`${'x'.repeat(4085)}👋👋`)).toMatchObject({
      media: { altText: `${'x'.repeat(4085)}👋` },
    });
  });

  test('two to ten keep their order', async () => {
    const media = await Promise.all(Array.from({ length: 10 }, () => files.image()));
    await publish(makePart('Ten', { media }));
    const { multiImage } = contentOfPost() as { multiImage: { images: unknown[] } };
    expect(multiImage.images).toHaveLength(10);
    expect(postsOf(world, account)[0]?.media.map(({ bytes }) => bytes)).toEqual(media.map(({ bytes }) => bytes));
  });
});

describe('a video', () => {
  const videoPart = async (more: Partial<PartMedia> = {}, bytes = 0): Promise<Part> =>
    makePart('It moves', { media: [{ ...(await files.video(bytes)), ...more }] });
  /** A video that was uploaded so many seconds ago, and a platform that gives this answer about it. */
  const working = (result: HttpResult, secondsAgo = 0) => {
    const since = clock().getTime() - secondsAgo * 1000;
    const state = { stage: 'processing', media: [{ id: 'urn:li:video:V1' }], since };
    return publisher(answering(() => result)).lookUp(makePart('Hello'), unknownAccount, state);
  };

  test('is sent in the pieces that the platform requests, and finished with their names', async () => {
    const part = await videoPart({}, 9 * 1024 * 1024);
    expect(await publish(part, 2)).toMatchObject({ kind: 'pending', checkAfterMs: 1000 });
    const pieces = requestsTo(world, '/dms-uploads').slice(-3);
    expect(pieces.map(({ headers }) => headers['content-length'])).toEqual(['4194304', '4194304', '1048576']);
    expect(pieces.map(({ headers }) => headers['content-type'])).toEqual(Array(3).fill('application/octet-stream'));
    const [begin, finish] = requestsTo(world, '/rest/videos').slice(-2);
    expect(begin?.body).toEqual({
      initializeUploadRequest: {
        owner: `urn:li:person:${account.accountId}`,
        fileSizeBytes: 9 * 1024 * 1024,
        uploadCaptions: false,
        uploadThumbnail: false,
      },
    });
    expect(finish).toMatchObject({ query: { action: 'finalizeUpload' }, status: 200 });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test('is waited for, and then the media of its post, with what it shows', async () => {
    const step = await publish(await videoPart({ altText: 'A wave' }));
    const [post] = postsOf(world, account);
    expect(step).toMatchObject({ kind: 'published', postedId: post?.postedId.replace('urn:li:', 'urn:network:') });
    expect(contentOfPost()).toEqual({ media: { id: expect.stringMatching(/^urn:li:video:/), altText: 'A wave' } });
  });

  test('memory does not grow with what is uploaded', async () => {
    const media = [await files.video(8_000_000), await files.video(90_000_000)];
    const [, large] = await uploadAlone('network', account, media);
    expect(large?.kind).toBe('pending');
    expect(large?.grown).toBeLessThan(MOST_GROWTH);
  });

  test.each([
    [30, 30_000],
    [1000, 60_000],
  ])('after %d seconds of waiting it is polled again after %d milliseconds', async (waited, checkAfterMs) => {
    const step = await working(makeAnswer(200, { status: 'PROCESSING' }), waited);
    expect(step.kind === 'pending' && Math.round(step.checkAfterMs / 1000) * 1000).toBe(checkAfterMs);
  });

  test('that the platform cannot process is INVALID_CONTENT, and nothing was published', async () => {
    const header = Buffer.from('\0\0\0\x14ftypisom\0\0\0\x01isom', 'latin1');
    const broken = await files.file(header, { kind: 'video', mimeType: 'video/mp4', name: 'broken.mp4' });
    const platformError = expect.stringContaining('FAILED');
    expect(await publish(makePart('Hello', { media: [broken] }))).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected', platformError },
    });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test.each(['WAITING_UPLOAD', 'PROCESSING'])('that is %s is waited for', async (status) => {
    expect(await working(makeAnswer(200, { status }))).toMatchObject({ kind: 'pending' });
  });

  test('trouble of the platform while it works on one is waited out', async () => {
    expect(await working(makeAnswer(503, ''))).toMatchObject({ kind: 'pending' });
    const lost = { kind: 'lost', sent: true, cause: 'timeout', message: 'late' } as const;
    expect(await working(lost)).toMatchObject({ kind: 'pending' });
  });

  test.each([
    ['is still at it', makeAnswer(200, { status: 'PROCESSING' }), 'TIMEOUT_ERROR'],
    ['has trouble', makeAnswer(503, ''), 'PLATFORM_SERVER_ERROR'],
  ])('after half an hour in which the platform %s, nothing was published', async (_what, result, code) => {
    expect(await working(result, 1801)).toMatchObject({ kind: 'failed', failure: { code, outcome: 'rejected' } });
  });

  test('that is not visible any more is abandoned', async () => {
    expect(await working(makeAnswer(401, { code: 'REVOKED_ACCESS_TOKEN' }))).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
  });

  test('of which a piece was taken under no name is not uploaded', async () => {
    world.box.setFault({ platform: 'network', kind: 'answer', path: 'uploaded-video', answer: { status: 200 } });
    expect(await publish(await videoPart())).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' },
    });
  });
});

describe('of a post with media', () => {
  const part = async () => makePart('Hello', { media: [await files.image()] });

  test('a lookup finds that it does not exist while the files are uploaded', async () => {
    const { step } = await drive(publisher, await part(), account, { steps: 1 });
    const { state = null } = step as { state?: Record<string, unknown> };
    expect(await publisher().lookUp(bare(await part()), account, state)).toEqual({ kind: 'absent' });
  });

  test('a lookup is not supported after the upload', async () => {
    const { step } = await drive(publisher, await part(), account, { steps: 2 });
    const { state = null } = step as { state?: Record<string, unknown> };
    expect(await publisher().lookUp(bare(await part()), account, state)).toEqual({ kind: 'unsupported' });
  });

  test.each([
    ['/rest/images', 'image'],
    ['uploaded-image', 'image'],
    ['/rest/videos', 'video'],
    ['uploaded-video', 'video'],
  ] as const)('nothing is published after a failure at %s', async (path, kind) => {
    const media = [kind === 'image' ? await files.image() : await files.video()];
    for (const fault of ['server_error', 'reset_after_store'] as const) {
      world.box.setFault({ platform: 'network', kind: fault, path });
      const step = await publish(makePart('No', { media }));
      expect(step).toMatchObject({ kind: 'failed', failure: { outcome: 'rejected' } });
    }
    expect(postsOf(world, account)).toHaveLength(0);
  });
});
