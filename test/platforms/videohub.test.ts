import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part, State } from '../../src/platforms/port/platform.js';
import { findPlatform } from '../../src/platforms/registry.js';
import { makeResource } from '../../src/platforms/videohub/resource.js';
import { videohub as adapter } from '../../src/platforms/videohub/videohub.js';
import { bare, drive } from './driving.js';
import { type MediaFiles, mediaOf, openMediaFiles } from './media-files.js';
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
import { MOST_GROWTH, uploadAlone } from './upload-memory.js';

const videohub = asServed(adapter);

let world: World;
let files: MediaFiles;
let account: Account;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
beforeEach(async () => {
  account = await openAccount(world, videohub);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const UPLOAD = '/upload/youtube/v3/videos';
const MIB = 1024 * 1024;

const makePublisher = () => videohub.publisher(world.http, NO_SETUP, clock);
const videoPart = async (settings: Record<string, unknown> = {}, more: Partial<Part> = {}, bytes = 0): Promise<Part> =>
  makePart('It moves', {
    media: [await files.video(bytes)],
    settings: { ...DEFAULT_SETTINGS.videohub, ...settings },
    ...more,
  });
const publish = (part: Part) => drive(makePublisher, part, account);
const uploads = () => world.box.requests().filter((request) => request.path === UPLOAD);
const answer = (pathname: string, status: number, body?: unknown) =>
  world.box.setFault({ platform: 'videohub', kind: 'answer', path: pathname, answer: { status, body } });
const stateOf = (step: LookupResult): State => {
  if (step.kind === 'ready' || step.kind === 'pending') return stored(step.state);
  throw new Error(`${step.kind} has no state`);
};
const begin = async (part: Part) => stateOf(await makePublisher().start(part, account));

test('a video is announced and uploaded to the address that the platform gave', async () => {
  const before = world.box.requests().length;
  const part = await videoPart({ title: 'A title', privacy: 'unlisted' });
  const { step } = await publish(part);
  const [started, sent, ...requested] = world.box.requests().slice(before);
  const size = String(part.media[0]?.bytes);
  expect(started).toMatchObject({
    method: 'POST',
    path: UPLOAD,
    query: { uploadType: 'resumable', part: 'snippet,status' },
    headers: { 'x-upload-content-length': size, 'x-upload-content-type': 'video/mp4' },
    body: {
      snippet: { title: 'A title', description: 'It moves', categoryId: '22' },
      status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false },
    },
  });
  expect(sent).toMatchObject({
    method: 'PUT',
    path: UPLOAD,
    query: { upload_id: expect.any(String) },
    headers: { 'content-type': 'video/mp4', 'content-length': size, 'content-range': `bytes 0-2147/${size}` },
  });
  expect(requested.length).toBeGreaterThan(0);
  expect(new Set(requested.map(({ method, path: at }) => `${method} ${at}`))).toEqual(
    new Set(['GET /youtube/v3/videos']),
  );
  const [post] = postsOf(world, account);
  expect(step).toEqual({ kind: 'published', postedId: post?.postedId, url: post?.url });
  expect(post?.url).toBe(`${account.baseUrl}/watch?v=${post?.postedId}`);
});

test.each([['text alone'], ['image']])('a post with a %s is refused before anything is sent', async (what) => {
  const publisher = findPlatform('videohub')?.publisher(world.http, NO_SETUP, clock);
  const before = world.box.requests().length;
  const part = makePart('Hello', { media: what === 'image' ? [await files.image()] : [] });
  expect(await publisher?.start(part, account)).toMatchObject({
    kind: 'failed',
    failure: { code: 'INVALID_CONTENT', outcome: 'rejected', message: 'videohub posts require a video' },
  });
  expect(world.box.requests()).toHaveLength(before);
});

describe('what the platform is sent', () => {
  const sentTitle = async (text: string, settings: Record<string, unknown> = {}, name = 'My holiday.mp4') =>
    makeResource(makePart(text, { settings }), { ...(await files.video()), name });
  const titleOf = async (...about: Parameters<typeof sentTitle>) => (await sentTitle(...about)).snippet.title;
  const longText = `${'word '.repeat(13)}longer than that`;

  test.each([
    ['a title that was chosen', 'Text', { title: ' Chosen ' }, 'Chosen'],
    ['the names of mentions in it', 'Text', { title: '@{urn:network:person:a|Zoë} hi' }, 'Zoë hi'],
    ['the text', 'A short text', {}, 'A short text'],
    ['the text on one line', 'Two\n\nlines\tand  more', {}, 'Two lines and more'],
    ['70 characters of a longer text', 'x'.repeat(80), {}, 'x'.repeat(70)],
    ['whole characters of it', '👋'.repeat(80), {}, '👋'.repeat(70)],
    ['whole words of it, where it has some', longText, {}, `${'word '.repeat(13)}`.trim()],
    ['the name of the file where there is no text', ' \n', {}, 'My holiday'],
  ])('the title is %s', async (_what, text, settings, title) => {
    expect(await titleOf(text, settings)).toBe(title);
  });

  test('a file whose name says nothing has a title all the same', async () => {
    expect(await titleOf('', {}, '<>.mp4')).toBe('Video');
  });

  test('the description is all of the text', async () => {
    const text = `First\n\n${'long '.repeat(200)}`;
    expect(await sentTitle(text)).toMatchObject({ snippet: { description: text } });
  });

  test.each([
    ['a text', 'I <3 this', {}],
    ['a title', 'Fine', { title: 'a > b' }],
  ])('%s that the platform does not take is INVALID_CONTENT, and nothing is sent', async (_what, text, settings) => {
    const before = world.box.requests().length;
    expect(await makePublisher().start(await videoPart(settings, { text }), account)).toMatchObject({
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected', message: expect.stringContaining('accept < or >') },
    });
    expect(world.box.requests()).toHaveLength(before);
  });

  test.each(['private', 'public', 'unlisted'])('%s is who can see it', async (privacy) => {
    expect((await publish(await videoPart({ privacy }))).step.kind).toBe('published');
    expect(postsOf(world, account)[0]?.record).toMatchObject({ resource: { status: { privacyStatus: privacy } } });
  });
});

describe('a large video', () => {
  const SIZE = 20 * MIB;

  /** Sends what is left, as the turn does that has the file. */
  const goOn = async (part: Part, from: LookupResult): Promise<LookupResult> => {
    let step = from;
    while (step.kind === 'ready') step = await makePublisher().finish(part, account, stored(step.state));
    return (await drive(makePublisher, part, account, { from: { step, state: null } })).step;
  };
  const expectWhole = async (part: Part) => {
    const [post, ...others] = postsOf(world, account);
    expect(others).toEqual([]);
    expect(post?.media).toMatchObject(await Promise.all(part.media.map(mediaOf)));
  };

  test('is sent piece by piece, and comes as it is', async () => {
    const part = await videoPart({}, {}, SIZE);
    const before = uploads().length;
    expect((await publish(part)).step.kind).toBe('published');
    const sent = uploads().slice(before + 1);
    expect(sent.map(({ headers, status }) => [headers['content-range'], status])).toEqual([
      [`bytes 0-${8 * MIB - 1}/${SIZE}`, 308],
      [`bytes ${8 * MIB}-${16 * MIB - 1}/${SIZE}`, 308],
      [`bytes ${16 * MIB}-${SIZE - 1}/${SIZE}`, 201],
    ]);
    await expectWhole(part);
  });

  test('may take as long as each piece needs', async () => {
    const step = await makePublisher().start(await videoPart({}, {}, SIZE), account);
    expect(step).toMatchObject({ kind: 'ready', withinMs: Math.ceil((8 * MIB) / 50) });
  });

  test.each([
    ['reset_before_store', 'did not come is sent again', 0],
    ['server_error', 'met trouble is sent again', 0],
    ['reset_after_store', 'came, though its answer was lost, is not sent again', 8 * MIB],
    ['error_after_store', 'came, in spite of the answer, is not sent again', 8 * MIB],
  ] as const)('after %s, a piece that %s', async (kind, _title, sent) => {
    const part = await videoPart({}, {}, SIZE);
    const started = await begin(part);
    world.box.setFault({ platform: 'videohub', kind, path: UPLOAD });
    expect(await makePublisher().finish(part, account, started)).toMatchObject({ failure: { outcome: 'unknown' } });
    const next = await makePublisher().lookUp(part, account, started);
    expect(uploads().at(-1)?.headers).toMatchObject({ 'content-range': `bytes */${SIZE}`, 'content-length': '0' });
    expect(next).toMatchObject({ kind: 'ready', state: { sent, resumed: true } });
    expect(await goOn(part, next)).toMatchObject({ kind: 'published' });
    await expectWhole(part);
  });

  test('the platform says how much of a piece it has, and gets the rest', async () => {
    const part = await videoPart({}, {}, SIZE);
    const started = await begin(part);
    const partly = videohub.publisher(
      async (request) => {
        const result = await world.http(request);
        return result.kind === 'answer' && result.status === 308
          ? { ...result, headers: { ...result.headers, range: 'bytes=0-262143' } }
          : result;
      },
      NO_SETUP,
      clock,
    );
    expect(await partly.finish(part, account, started)).toMatchObject({ kind: 'ready', state: { sent: 262_144 } });
  });

  test('a piece that the platform does not accept is tried twice and no more', async () => {
    const part = await videoPart({}, {}, SIZE);
    const stuck = videohub.publisher(
      answering(() => makeAnswer(308, '')),
      NO_SETUP,
      clock,
    );
    const state = { stage: 'upload', session: 'http://videohub.test/s', total: SIZE, sent: 0, resumed: false };
    const again = await stuck.finish(part, account, state);
    expect(again).toMatchObject({ kind: 'ready', state: { sent: 0, resumed: true } });
    expect(await stuck.finish(part, account, stateOf(again))).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' },
    });
  });

  test('a piece that is lost a second time, or whose file is gone, leaves nothing behind', async () => {
    const part = await videoPart({}, {}, SIZE);
    const started = await begin(part);
    expect(await makePublisher().lookUp(bare(part), account, started)).toEqual({ kind: 'absent' });
    const again = stateOf(await makePublisher().lookUp(part, account, started));
    expect(await makePublisher().lookUp(part, account, again)).toEqual({ kind: 'absent' });
    expect(postsOf(world, account)).toEqual([]);
  });

  test('a refusal of a piece that is sent again does not say that it had not come', async () => {
    const part = await videoPart();
    const started = await begin(part);
    expect((await makePublisher().finish(part, account, started)).kind).toBe('pending');
    answer(UPLOAD, 400, { error: { code: 400, message: 'No', errors: [{ reason: 'badRequest' }] } });
    const resumed = { ...started, resumed: true };
    expect(await makePublisher().finish(part, account, resumed)).toMatchObject({ failure: { outcome: 'unknown' } });
    // The session still has its video.
    expect(await makePublisher().lookUp(part, account, resumed)).toMatchObject({
      kind: 'pending',
      state: { stage: 'processing' },
    });
  });

  test('an expired session is looked up as absent, to start again', async () => {
    const part = await videoPart();
    const started = await begin(part);
    const over = { ...started, session: String(started.session).replace(/upload_id=.*/, 'upload_id=gone') };
    expect(await makePublisher().finish(part, account, over)).toMatchObject({
      failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'unknown', platformStatusCode: 404 },
    });
    expect(await makePublisher().lookUp(part, account, over)).toEqual({ kind: 'absent' });
  });

  test('a gateway’s 404 about a session does not say that its video is absent', async () => {
    const part = await videoPart();
    const started = await begin(part);
    expect((await makePublisher().finish(part, account, started)).kind).toBe('pending');
    answer(UPLOAD, 404, '<html><title>404 Not Found</title></html>');
    expect(await makePublisher().lookUp(part, account, started)).toMatchObject({ failure: { outcome: 'unknown' } });
    expect((await makePublisher().lookUp(part, account, started)).kind).toBe('pending');
  });

  test('memory does not grow with what is uploaded', async () => {
    const media = [await files.video(8_000_000), await files.video(90_000_000)];
    const [, large] = await uploadAlone('videohub', account, media);
    expect(large).toMatchObject({ kind: 'pending', pieces: 11 });
    expect(large?.grown).toBeLessThan(MOST_GROWTH);
  });
});

test('a response to the announcement that gives no address announced nothing', async () => {
  answer(UPLOAD, 200);
  expect(await makePublisher().start(await videoPart(), account)).toMatchObject({
    failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected', platformStatusCode: 200 },
  });
});

test('no response shows the address of a session, which is as good as a token', async () => {
  const part = await videoPart();
  const started = await begin(part);
  const session = String(started.session);
  const http = answering(() => makeAnswer(400, { error: { message: session, errors: [{ reason: 'badRequest' }] } }));
  const step = await videohub.publisher(http, NO_SETUP, clock).finish(part, account, started);
  expect(step.kind).toBe('failed');
  expect(JSON.stringify(step)).not.toContain(session);
});

describe('a video that the platform works on', () => {
  const working = (items: object[], minutes = 0, status = 200) => {
    const state = { stage: 'processing', videoId: 'dQw4w9WgXcQ', since: clock().getTime() - minutes * 60_000 };
    const http = answering(() => makeAnswer(status, { items }));
    return videohub
      .publisher(http, NO_SETUP, clock)
      .lookUp(bare(makePart('')), { ...account, baseUrl: videohub.defaultBaseUrl }, state);
  };
  const video = (uploadStatus: string) => [{ status: { uploadStatus } }];
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const published = { kind: 'published', postedId: 'dQw4w9WgXcQ', url };

  test('is waited for; a long one counts as published after half an hour', async () => {
    expect(await working(video('uploaded'))).toMatchObject({ kind: 'pending', checkAfterMs: 1000 });
    expect(await working(video('uploaded'), 29)).toMatchObject({ kind: 'pending', checkAfterMs: 60_000 });
    expect(await working(video('uploaded'), 31)).toEqual(published);
    expect(await working(video('processed'))).toEqual(published);
  });

  test('and that the platform does not know yet is waited for', async () => {
    expect(await working([])).toMatchObject({ kind: 'pending' });
  });

  test('is published when the platform cannot be polled: it has it', async () => {
    expect(await working([], 0, 503)).toMatchObject({ kind: 'pending' });
    expect(await working([], 31, 503)).toMatchObject({ kind: 'published' });
    expect(await working([], 0, 401)).toMatchObject({ kind: 'published' });
  });

  test('and finds to be none is INVALID_CONTENT with the reason, and nothing is published', async () => {
    const page = await files.file('<script>', { kind: 'video', mimeType: 'video/mp4', name: 'video.mp4' });
    const { step } = await publish({ ...(await videoPart()), media: [page] });
    expect(step).toMatchObject({
      kind: 'failed',
      failure: { code: 'INVALID_CONTENT', outcome: 'rejected', message: expect.stringContaining('invalidFile') },
    });
    expect(postsOf(world, account)).toEqual([]);
  });
});

test('an upload that was never started made no video', async () => {
  expect(await makePublisher().lookUp(await videoPart(), account, null)).toEqual({ kind: 'absent' });
});
