import type { HttpResult } from '../../src/foundation/http-client/http.js';
import { microblog as adapter } from '../../src/platforms/microblog/microblog.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part, PartMedia } from '../../src/platforms/port/platform.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { answerOnce, blank, failureOf, problem, requestsOf } from './microblog-support.js';
import {
  answering,
  asServed,
  clock,
  makeAnswer,
  makePart,
  openAccount,
  openWorld,
  postsOf,
  prepare,
  publish,
  stored,
  type World,
} from './support.js';
import { MOST_GROWTH, uploadAlone } from './upload-memory.js';

const microblog = asServed(adapter);

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, microblog);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const publisher = () => microblog.publisher(world.http, NO_SETUP, clock);
const start = (part: Part) => publisher().start(part, account);

describe('posting', () => {
  test('a text is one request with nothing but the text, and the post has an address', async () => {
    let step: LookupResult | undefined;
    const requests = await requestsOf(world, async () => {
      step = await start(makePart('Hello'));
    });
    expect(requests).toMatchObject([{ method: 'POST', path: '/2/tweets', status: 201 }]);
    expect(requests[0]?.body).toEqual({ text: 'Hello' });
    const postedId = postsOf(world, account)[0]?.postedId;
    expect(step).toEqual({ kind: 'published', postedId, url: `${account.baseUrl}/i/web/status/${postedId}` });
  });

  test('at its own address the platform shows posts on another host', async () => {
    const http = answering(() => makeAnswer(201, '{"data":{"id":"2124114591385387008","text":"Hello"}}'));
    const own = { ...account, baseUrl: microblog.defaultBaseUrl };
    expect(await microblog.publisher(http, NO_SETUP, clock).start(makePart('Hello'), own)).toMatchObject({
      url: 'https://x.com/i/web/status/2124114591385387008',
    });
  });

  test('an id past 2^53 that comes as a number is kept exactly', async () => {
    const http = answering(() => makeAnswer(201, '{"data":{"id":"2124114591385387009","text":"a"}}'));
    const step = await microblog.publisher(http, NO_SETUP, clock).start(makePart('a'), account);
    expect(step).toMatchObject({ postedId: '2124114591385387009' });
  });

  test('a part of a thread is a reply to the one before it', async () => {
    const first = await start(makePart('One (1/2)'));
    const replyTo = first.kind === 'published' ? first.postedId : '';
    const requests = await requestsOf(world, () => start(makePart('Two (2/2)', { replyTo })));
    expect(requests.map(({ body }) => body)).toEqual([{ text: 'Two (2/2)', reply: { in_reply_to_tweet_id: replyTo } }]);
    expect(postsOf(world, account)[1]?.record).toMatchObject({ in_reply_to: replyTo });
  });

  test('images are uploaded one by one, described where there are words for them, and named in their order', async () => {
    const media: PartMedia[] = [
      { ...(await files.image('png')), altText: `A cat${'😺'.repeat(1000)}` },
      await files.image(),
    ];
    const requests = await requestsOf(world, () => publish(publisher(), makePart('Two', { media }), account));
    const form = ({ name, mimeType, bytes }: PartMedia) => ({
      fields: { media_category: 'tweet_image' },
      files: [{ field: 'media', fileName: name, contentType: mimeType, size: bytes }],
    });
    const upload = { method: 'POST', path: '/2/media/upload' };
    expect(requests).toMatchObject([
      { ...upload, body: form(media[0] as PartMedia) },
      {
        path: '/2/media/metadata',
        body: { id: expect.any(String), metadata: { alt_text: { text: `A cat${'😺'.repeat(995)}` } } },
      },
      { ...upload, body: form(media[1] as PartMedia) },
      { path: '/2/tweets', body: { text: 'Two', media: { media_ids: [expect.any(String), expect.any(String)] } } },
    ]);
    expect(postsOf(world, account)[0]?.record).toMatchObject({
      media: [{ alt_text: expect.stringMatching(/^A cat/) }, { alt_text: null }],
    });
  });

  test('a post of only media has no text, and a moving image has a different category', async () => {
    const media = [await files.image('gif')];
    const requests = await requestsOf(world, () => publish(publisher(), makePart('', { media }), account));
    expect(requests).toMatchObject([{ body: { fields: { media_category: 'tweet_gif' } } }, { path: '/2/tweets' }]);
    expect(requests[1]?.body).toEqual({ media: { media_ids: [expect.any(String)] } });
  });
});

describe('a video', () => {
  /** A platform that processes an upload, and gives this answer about it. */
  const working = (requested: () => HttpResult, secondsAgo = 0) => {
    const state = { mediaIds: ['7'], processing: ['7'], since: clock().getTime() - secondsAgo * 1000 };
    return microblog.publisher(answering(requested), NO_SETUP, clock).lookUp(makePart('Hello'), account, state);
  };
  const processing = (info: object) => makeAnswer(200, { data: { id: '7', processing_info: info } });

  test('is announced, sent in pieces of 4 MB, and finalized', async () => {
    const video = await files.video(9 * 1024 * 1024);
    const requests = await requestsOf(world, () =>
      publish(publisher(), makePart('It moves', { media: [video] }), account),
    );
    const piece = (index: number, size: number) => ({
      path: expect.stringMatching(/^\/2\/media\/upload\/\d+\/append$/),
      body: {
        fields: { segment_index: String(index) },
        files: [{ field: 'media', fileName: 'video.mp4', contentType: 'video/mp4', size }],
      },
    });
    expect(requests).toMatchObject([
      {
        path: '/2/media/upload/initialize',
        body: { media_type: 'video/mp4', total_bytes: video.bytes, media_category: 'tweet_video' },
      },
      piece(0, 4 * 1024 * 1024),
      piece(1, 4 * 1024 * 1024),
      piece(2, 1024 * 1024),
      { path: expect.stringMatching(/\/finalize$/) },
      { path: '/2/tweets', body: { text: 'It moves', media: { media_ids: [expect.any(String)] } } },
    ]);
    expect(requests[4]).not.toHaveProperty('body');
    expect(postsOf(world, account)[0]?.media).toMatchObject([{ mimeType: 'video/mp4', bytes: video.bytes }]);
  });

  test('is waited for, and nothing is posted meanwhile', async () => {
    const step = await start(makePart('Hello', { media: [await files.video()] }));
    expect(step).toMatchObject({ kind: 'pending', checkAfterMs: 1000 });
    const { state } = step as { state: Record<string, unknown> };
    expect(await publisher().lookUp(makePart('Hello'), account, stored(state))).toMatchObject({
      kind: 'pending',
      state,
    });
    expect(postsOf(world, account)).toHaveLength(0);
  });

  test.each([
    ['pending', 5, 5000],
    ['in_progress', 0, 1000],
    ['in_progress', 600, 60_000],
  ])('%s, to be polled after %d seconds, is polled after %d milliseconds', async (state, seconds, checkAfterMs) => {
    const lookup = await working(() => processing({ state, check_after_secs: seconds, progress_percent: 3 }));
    expect(lookup).toMatchObject({ kind: 'pending', checkAfterMs });
  });

  test.each([
    ['succeeded', processing({ state: 'succeeded', progress_percent: 100 })],
    ['without anything to do', makeAnswer(200, { data: { id: '7' } })],
  ])('that is %s may be posted', async (_what, requested) => {
    const ready = await working(() => requested);
    expect(ready).toMatchObject({ kind: 'ready', state: { mediaIds: ['7'], processing: [] } });
  });

  test('that the platform cannot show is INVALID_CONTENT, and nothing was published', async () => {
    const page = await files.file('<script>', { kind: 'video', mimeType: 'video/mp4', name: 'video.mp4' });
    const failure = failureOf(await prepare(publisher(), makePart('Hello', { media: [page] }), account));
    expect(failure).toMatchObject({
      code: 'INVALID_CONTENT',
      outcome: 'rejected',
      message: 'microblog could not process the video',
      platformError: expect.stringContaining('"state":"failed"'),
    });
  });

  test('that the platform has lost is uploaded again', async () => {
    expect(await working(() => makeAnswer(404, problem('resource-not-found', 'Gone')))).toEqual({ kind: 'absent' });
  });

  test('trouble of the platform while it works on one is waited out', async () => {
    expect(await working(() => makeAnswer(503, blank(503, 'Later')))).toMatchObject({ kind: 'pending' });
  });

  test('access that ended while the platform works on one ends the attempt', async () => {
    const failure = failureOf(await working(() => makeAnswer(401, blank(401, 'Unauthorized'))));
    expect(failure).toMatchObject({ code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' });
  });

  test.each([
    ['is still at it', processing({ state: 'in_progress', check_after_secs: 1 }), 'TIMEOUT_ERROR'],
    ['has trouble', makeAnswer(503, blank(503, 'Later')), 'PLATFORM_SERVER_ERROR'],
  ])('after half an hour in which the platform %s nothing was published', async (_what, requested, code) => {
    expect(failureOf(await working(() => requested, 1801))).toMatchObject({ code, outcome: 'rejected' });
  });

  test.each(['/initialize', '/append', '/finalize', '/metadata', '/media/upload'])(
    'or an image whose upload is refused at %s publishes nothing',
    async (at) => {
      const image = { ...(await files.image()), altText: 'A cat' };
      answerOnce(world, { status: 503, body: blank(503, 'Later') }, at);
      const media = ['/metadata', '/media/upload'].includes(at) ? [image] : [await files.video()];
      const failure = failureOf(await start(makePart('Hello', { media })));
      expect(failure).toMatchObject({ code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' });
    },
  );

  test('a piece that is refused as too large is CONTENT_TOO_LARGE', async () => {
    answerOnce(world, { status: 413, body: '<html>' }, '/append');
    const failure = failureOf(await start(makePart('Hello', { media: [await files.video()] })));
    expect(failure).toMatchObject({ code: 'CONTENT_TOO_LARGE', outcome: 'rejected', platformStatusCode: 413 });
  });

  test('a piece that is refused in a response called a success is refused', async () => {
    answerOnce(
      world,
      { status: 200, body: { errors: [problem('invalid-request', 'segment_index is invalid')] } },
      '/append',
    );
    const failure = failureOf(await start(makePart('Hello', { media: [await files.video()] })));
    expect(failure).toMatchObject({ code: 'INVALID_CONTENT', outcome: 'rejected' });
  });

  test.each(['{"data":{"expires_at":1772600000}}', '{}', ''])(
    'a response of %j to a piece is a success',
    async (body) => {
      answerOnce(world, { status: 200, body }, '/append');
      // The sandbox misses the piece that it never got.
      const failure = failureOf(await start(makePart('Hello', { media: [await files.video()] })));
      expect(failure.platformError).toContain('Segments do not add up');
    },
  );

  test('memory does not grow with what is uploaded', async () => {
    const media = [await files.video(8_000_000), await files.video(90_000_000)];
    const [, large] = await uploadAlone('microblog', account, media);
    expect(large?.kind).toBe('pending');
    expect(large?.grown).toBeLessThan(MOST_GROWTH);
  });
});
