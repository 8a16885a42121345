import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Http, HttpResult } from '../../src/foundation/http-client/http.js';
import { fediverse as adapter } from '../../src/platforms/fediverse/fediverse.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
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
  prepare,
  publish,
  type World,
} from './support.js';

const fediverse = asServed(adapter);

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

const AT = new Date('2026-03-04T05:00:00.000Z');
const account = { accountId: '1', baseUrl: 'http://instance.test', credentials: { accessToken: 'token' } };
const minutes = (count: number) => new Date(AT.getTime() + count * 60_000).toISOString();

const compiled = (file: string) => JSON.stringify(pathToFileURL(path.resolve('.build/src', file)).href);

/** What the garbage collector has not come to yet; a file held in memory would be its 90 MB and more. */
const MOST_GROWTH = 64 * 1024 * 1024;

/** Uploads files one after the other, and prints by how much each raised the most memory that the process ever had. */
const UPLOADS = `
  import { fediverse } from ${compiled('platforms/fediverse/fediverse.js')};
  import { makeHttp } from ${compiled('foundation/http-client/http.js')};
  const { account, media } = JSON.parse(process.argv[1]);
  const { http, close } = makeHttp({ timeoutMs: 60_000 });
  const most = () => process.resourceUsage().maxRSS * 1024;
  const uploads = [];
  for (const file of media) {
    const before = most();
    const part = { key: 'a'.repeat(24), at: new Date(), text: '', media: [file] };
    const { kind } = await fediverse.publisher(http, null, () => new Date()).start(part, account);
    uploads.push({ kind, grown: most() - before });
  }
  await close();
  console.log(JSON.stringify(uploads));
`;

interface Stored {
  id: string;
  created_at: string;
  text: string | null;
}

/** An instance that holds these statuses, newest first; a status without text has no source. */
function instance(statuses: Stored[], headers: Record<string, string> = {}) {
  const requested: string[] = [];
  const http = answering((url): HttpResult => {
    requested.push(url.pathname + url.search);
    const source = /statuses\/(\w+)\/source$/.exec(url.pathname)?.[1];
    if (source !== undefined) {
      const text = statuses.find(({ id }) => id === source)?.text ?? null;
      return text === null ? makeAnswer(404, { error: 'Record not found' }) : makeAnswer(200, { id: source, text });
    }
    const before = url.searchParams.get('max_id');
    const from = before === null ? 0 : statuses.findIndex(({ id }) => id === before) + 1;
    const page = statuses.slice(from, from + Number(url.searchParams.get('limit')));
    return makeAnswer(
      200,
      page.map(({ id, created_at }) => ({ id, created_at, url: `http://instance.test/@me/${id}` })),
      headers,
    );
  });
  return {
    lookUp: (text: string) =>
      fediverse.publisher(http, NO_SETUP, clock).lookUp(makePart(text, { at: AT }), account, null),
    requested,
  };
}

test('a post is public and carries the key of its part', async () => {
  const open = await openAccount(world, fediverse);
  const part = makePart('Hello');
  const step = await fediverse.publisher(world.http, NO_SETUP, clock).start(part, open);
  const request = world.box.requests().at(-1);
  expect(request).toMatchObject({
    method: 'POST',
    path: '/api/v1/statuses',
    body: { status: 'Hello', visibility: 'public' },
  });
  expect(request?.headers['idempotency-key']).toBe(part.key);
  expect(step).toMatchObject({ kind: 'published', url: expect.stringContaining('http') });
});

test.each(['javascript:alert(document.domain)//', 'data:text/html,x', 'no address'])(
  'the address %j of a post is not kept: it would be a link',
  async (url) => {
    const open = await openAccount(world, fediverse);
    const http = amending(world.http, '/statuses', (json) => ({ ...(json as object), url }));
    const step = await fediverse.publisher(http, NO_SETUP, clock).start(makePart('Hello'), open);
    expect(step).toMatchObject({ kind: 'published', postedId: expect.any(String) });
    expect((step as { url?: string }).url ?? null).toBeNull();
  },
);

test('a lookup finds a text whose outer white space the platform stripped', async () => {
  const open = await openAccount(world, fediverse);
  const part = makePart(' \n two lines\nand <b>&amp; "marks" 👋 \n');
  world.box.setFault({ platform: 'fediverse', kind: 'reset_after_store' });
  await fediverse.publisher(world.http, NO_SETUP, clock).start(part, open);
  const [post] = postsOf(world, open);
  expect(await fediverse.publisher(world.http, NO_SETUP, clock).lookUp(part, open, null)).toMatchObject({
    kind: 'alike',
    posts: [{ postedId: post?.postedId }],
  });
});

test('a lookup does not accept a similar text as the part', async () => {
  const open = await openAccount(world, fediverse);
  await fediverse.publisher(world.http, NO_SETUP, clock).start(makePart('Hello there'), open);
  expect(await fediverse.publisher(world.http, NO_SETUP, clock).lookUp(makePart('Hello'), open, null)).toEqual({
    kind: 'absent',
  });
});

test('the same text from before the first try is not the part', async () => {
  const { lookUp, requested } = instance([{ id: '9', created_at: minutes(-3), text: 'Hello' }]);
  expect(await lookUp('Hello')).toEqual({ kind: 'absent' });
  expect(requested).toHaveLength(1);
});

test('a clock that is a little behind does not hide the part', async () => {
  const { lookUp } = instance([{ id: '9', created_at: minutes(-1.9), text: 'Hello' }]);
  expect(await lookUp('Hello')).toEqual({
    kind: 'alike',
    posts: [{ postedId: '9', url: 'http://instance.test/@me/9' }],
  });
});

test('a clock that is far behind, as its Date header shows, does not hide the part', async () => {
  const { lookUp } = instance([{ id: '9', created_at: minutes(-60), text: 'Hello' }], {
    date: 'Wed, 04 Mar 2026 04:06:07 GMT',
  });
  expect(await lookUp('Hello')).toMatchObject({ kind: 'alike', posts: [{ postedId: '9' }] });
});

test('a part without media is like each status that has its text, oldest first', async () => {
  const statuses = [3, 2, 1].map((minute) => ({ id: `${minute}`, created_at: minutes(minute), text: 'Hello' }));
  expect(await instance(statuses).lookUp('Hello')).toMatchObject({
    kind: 'alike',
    posts: [{ postedId: '1' }, { postedId: '2' }, { postedId: '3' }],
  });
});

test('a lookup pages back past newer statuses', async () => {
  const newer = Array.from({ length: 100 }, (_, i) => ({ id: `n${i}`, created_at: minutes(5), text: `${i}` }));
  const { lookUp } = instance([...newer, { id: '9', created_at: minutes(0), text: 'Hello' }]);
  expect(await lookUp('Hello')).toMatchObject({ kind: 'alike', posts: [{ postedId: '9' }] });
  expect(await lookUp('Other')).toEqual({ kind: 'absent' });
});

describe('a server that renumbers the files of a status and returns one page of statuses', () => {
  const upload = { id: 'upload.jpg', url: 'http://instance.test/me/s/upload.jpg' };
  const page = (count: number, ...more: object[]) => [
    ...Array.from({ length: count }, (_, i) => ({ id: `n${i}`, created_at: minutes(1), media_attachments: [] })),
    ...more,
  ];
  const lookUp = async (statuses: object[]) => {
    const names: string[] = [];
    const http: Http = async ({ form }) => {
      if (!form) return makeAnswer(200, statuses);
      names.push(form.files.file?.name ?? '');
      return makeAnswer(200, upload);
    };
    const publisher = fediverse.publisher(http, NO_SETUP, clock);
    const part = makePart('Hello', { at: AT, media: [await files.image(), await files.image()] });
    const ready = await publisher.start(part, account);
    if (ready.kind !== 'ready') throw new Error(JSON.stringify(ready));
    return { found: await publisher.lookUp(part, account, ready.state), names };
  };

  test('a lookup finds the part by the URL of its file', async () => {
    const mine = { id: '9', created_at: minutes(1), media_attachments: [{ id: '9_0', url: upload.url }] };
    expect((await lookUp(page(3, mine))).found).toMatchObject({ kind: 'published', postedId: '9' });
  });

  test('the part is absent when the page is short, and unknown when there may be more', async () => {
    expect((await lookUp(page(19))).found).toEqual({ kind: 'absent' });
    expect((await lookUp(page(20))).found).toEqual({ kind: 'unsupported' });
  });

  test('no two uploads have one name', async () => {
    const names = [...(await lookUp([])).names, ...(await lookUp([])).names];
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[\da-f]{24}-[01]\.jpeg$/);
  });
});

test('too many newer statuses leave the question open', async () => {
  const newer = Array.from({ length: 500 }, (_, i) => ({ id: `n${i}`, created_at: minutes(5), text: `${i}` }));
  const { lookUp, requested } = instance(newer);
  expect(await lookUp('Hello')).toEqual({ kind: 'unsupported' });
  expect(requested.filter((path) => !path.endsWith('/source'))).toHaveLength(5);
});

test('a status whose source cannot be read could be the part', async () => {
  const unreadable = { id: '8', created_at: minutes(1), text: null };
  expect(await instance([unreadable]).lookUp('Hello')).toEqual({ kind: 'unsupported' });
  const found = [unreadable, { id: '9', created_at: minutes(0), text: 'Hello' }];
  expect(await instance(found).lookUp('Hello')).toMatchObject({ kind: 'alike', posts: [{ postedId: '9' }] });
});

describe('media', () => {
  const publisher = () => fediverse.publisher(world.http, NO_SETUP, clock);
  /** An instance that has a video, and gives this answer about it. */
  const working = (answer: (url: URL) => HttpResult, secondsAgo = 0) => {
    const state = { mediaIds: ['7', '8'], processing: ['8'], since: clock().getTime() - secondsAgo * 1000 };
    return fediverse.publisher(answering(answer), NO_SETUP, clock).lookUp(makePart('Hello'), account, state);
  };

  test('a status names its media in the order of the part', async () => {
    const open = await openAccount(world, fediverse);
    const media = [{ ...(await files.image('png')), altText: 'A cat' }, await files.image()];
    const part = makePart('Hello', { media });
    await publish(publisher(), part, open);
    const requests = world.box.requests().filter(({ method }) => method === 'POST');
    const [one, two, status] = requests.slice(-3);
    for (const [index, request] of [one, two].entries()) {
      const { mimeType, bytes, altText } = part.media[index] ?? {};
      const name = `${part.key}-${index}${path.extname(part.media[index]?.name ?? '')}`;
      const fields = altText ? { description: altText } : {};
      expect(request).toMatchObject({
        path: '/api/v2/media',
        body: { fields, files: [{ field: 'file', fileName: name, contentType: mimeType, size: bytes }] },
      });
    }
    expect(status).toMatchObject({
      path: '/api/v1/statuses',
      headers: { 'idempotency-key': part.key },
      body: { status: 'Hello', 'media_ids[]': [expect.any(String), expect.any(String)] },
    });
  });

  test('what a file shows is cut to what every instance takes', async () => {
    const open = await openAccount(world, fediverse);
    const media = [{ ...(await files.image()), altText: '👋'.repeat(1501) }];
    expect((await publish(publisher(), makePart('Hello', { media }), open)).kind).toBe('published');
    const upload = world.box.requests().findLast(({ path }) => path === '/api/v2/media');
    expect(upload?.body).toMatchObject({ fields: { description: '👋'.repeat(1500) } });
  });

  test('a video is waited for, and nothing is posted meanwhile', async () => {
    const open = await openAccount(world, fediverse);
    const step = await publisher().start(makePart('Hello', { media: [await files.video()] }), open);
    expect(step).toMatchObject({ kind: 'pending', checkAfterMs: 1000 });
    const { state } = step as { state: Record<string, unknown> };
    expect(await publisher().lookUp(makePart('Hello'), open, state)).toMatchObject({ kind: 'pending', state });
    expect(postsOf(world, open)).toHaveLength(0);
  });

  test.each([
    [30, 30_000],
    [1000, 60_000],
  ])('after %d seconds of waiting it is polled again after %d milliseconds', async (waited, checkAfterMs) => {
    const step = await working(() => makeAnswer(206, { id: '8' }), waited);
    expect(step.kind === 'pending' && Math.round(step.checkAfterMs / 1000) * 1000).toBe(checkAfterMs);
  });

  test('a video that the instance cannot show is INVALID_CONTENT, and nothing was published', async () => {
    const open = await openAccount(world, fediverse);
    const header = Buffer.from('\0\0\0\x14ftypisom\0\0\0\x01isom', 'latin1');
    const broken = await files.file(header, { kind: 'video', mimeType: 'video/mp4', name: 'broken.mp4' });
    const step = await prepare(publisher(), makePart('Hello', { media: [broken] }), open);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } });
  });

  test('a file that is no image is INVALID_CONTENT', async () => {
    const open = await openAccount(world, fediverse);
    const page = await files.file('<script>', { kind: 'image', mimeType: 'image/png', name: 'image.png' });
    const step = await publisher().start(makePart('Hello', { media: [page] }), open);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'INVALID_CONTENT', outcome: 'rejected' } });
  });

  test('trouble of the instance while it works on a video is waited out', async () => {
    expect(await working(() => makeAnswer(503, { error: 'Later' }))).toMatchObject({ kind: 'pending' });
  });

  test.each([
    ['is still at it', makeAnswer(206, { id: '8' }), 'TIMEOUT_ERROR'],
    ['has trouble', makeAnswer(503, { error: 'Later' }), 'PLATFORM_SERVER_ERROR'],
  ])('after half an hour in which it %s, nothing was published', async (_what, answer, code) => {
    expect(await working(() => answer, 1801)).toMatchObject({ kind: 'failed', failure: { code, outcome: 'rejected' } });
  });

  test('media that the instance has lost are uploaded again', async () => {
    expect(await working(() => makeAnswer(404, { error: 'Record not found' }))).toEqual({ kind: 'absent' });
  });

  test('a lookup identifies a part by its media, not by its text', async () => {
    const open = await openAccount(world, fediverse);
    const part = makePart('Twice', { media: [await files.image()] });
    await publish(publisher(), makePart('Twice', { media: [await files.image()] }), open);
    const ready = await prepare(publisher(), part, open);
    const { state } = ready as { state: Record<string, unknown> };
    expect(await publisher().lookUp(part, open, state)).toEqual({ kind: 'absent' });
    const published = await publisher().finish(part, open, state);
    await publish(publisher(), makePart('Twice', { media: [await files.image()] }), open);
    expect(await publisher().lookUp(part, open, state)).toEqual(published);
  });

  test('a part without a text whose media were never uploaded is not there: no request is sent', async () => {
    const { lookUp, requested } = instance([{ id: '9', created_at: minutes(0), text: '' }]);
    expect(await lookUp('')).toEqual({ kind: 'absent' });
    expect(requested).toEqual([]);
  });

  test('memory does not grow with what is uploaded', async () => {
    const open = await openAccount(world, fediverse);
    const media = [await files.video(8_000_000), await files.video(90_000_000)];
    const argv = ['--input-type=module', '--eval', UPLOADS, JSON.stringify({ account: open, media })];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    const [, large] = JSON.parse(stdout);
    expect(large.kind).toBe('pending');
    expect(large.grown).toBeLessThan(MOST_GROWTH);
  });
});
