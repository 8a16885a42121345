import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { sha256, video } from './files.js';
import { call, closeSandboxes, demo, sandbox } from './support.js';

afterEach(closeSandboxes);

type Json = Record<string, unknown>;

let box: Sandbox;
let account: SandboxAccount;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'videohub');
});

const UPLOAD = '/upload/youtube/v3/videos';
const bearer = (owner = account) => ({ authorization: `Bearer ${owner.credentials.accessToken}` });
const resource = (snippet: Json = {}, status: Json = {}): Json => ({
  snippet: { title: 'A title', description: 'Words', categoryId: '22', ...snippet },
  status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, ...status },
});
const announce = (
  bytes: number,
  { json = resource(), query = 'uploadType=resumable&part=snippet,status', headers = {}, owner = account } = {},
) =>
  call(`${account.baseUrl}${UPLOAD}?${query}`, {
    json,
    headers: {
      ...bearer(owner),
      'x-upload-content-length': String(bytes),
      'x-upload-content-type': 'video/mp4',
      ...headers,
    },
  });
const begin = async (bytes: number): Promise<string> => (await announce(bytes)).headers.get('location') ?? '';
const put = (url: string, bytes: Buffer, range?: string, headers: Record<string, string> = bearer()) =>
  call(url, {
    method: 'PUT',
    body: Uint8Array.from(bytes),
    headers: { ...headers, 'content-type': 'video/mp4', ...(range === undefined ? {} : { 'content-range': range }) },
    redirect: 'manual',
  });
const whole = (bytes: Buffer) => `bytes 0-${bytes.length - 1}/${bytes.length}`;
const nothing = Buffer.alloc(0);
const get = (path: string, owner = account) => call(account.baseUrl + path, { headers: bearer(owner) });
const statusOf = async (id: string) => {
  const { body } = await get(`/youtube/v3/videos?part=status,processingDetails&id=${id}`);
  return body.items[0];
};
const processed = async (id: string) => {
  for (;;) {
    const item = await statusOf(id);
    if (item.status.uploadStatus !== 'uploaded') return item;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

test('a video that has come is there under its id, and worked on for a while', async () => {
  const answer = await announce(video().length);
  expect(answer).toMatchObject({ status: 200, body: '' });
  const session = answer.headers.get('location') ?? '';
  expect(session.startsWith(`${account.baseUrl}${UPLOAD}?`)).toBe(true);
  const { status, body } = await put(session, video(), whole(video()));
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      id: expect.stringMatching(/^[\w-]{11}$/),
      snippet: { title: 'A title' },
      status: { uploadStatus: 'uploaded' },
    },
  });
  expect(await processed(body.id)).toMatchObject({
    status: { uploadStatus: 'processed', privacyStatus: 'public' },
    processingDetails: { processingStatus: 'succeeded' },
  });
  const media = [{ mimeType: 'video/mp4', bytes: video().length, sha256: sha256(video()) }];
  expect(box.posts()).toMatchObject([{ postedId: body.id, text: 'Words', media }]);
});

test('the address of a video leads to the timeline', async () => {
  const { body } = await put(await begin(video().length), video(), whole(video()));
  const { headers } = await call(box.posts()[0]?.url ?? '', { redirect: 'manual' });
  expect(headers.get('location')).toBe(`/?post=${body.id}`);
});

test('a file that cannot be played fails, and is not shown', async () => {
  const text = Buffer.from('text');
  const { body } = await put(await begin(text.length), text, whole(text));
  expect(await processed(body.id)).toMatchObject({
    status: { uploadStatus: 'failed', failureReason: 'invalidFile' },
    processingDetails: { processingStatus: 'failed' },
  });
  expect(box.posts()).toEqual([]);
});

test('a video outlives a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  box = await sandbox(dataDir);
  account = demo(box, 'videohub');
  const { body } = await put(await begin(video().length), video(), whole(video()));
  const before = await processed(body.id);
  await box.close();
  box = await sandbox(dataDir);
  account = demo(box, 'videohub');
  expect(await processed(body.id)).toEqual(before);
  await rm(dataDir, { recursive: true });
});

describe('an announcement is refused', () => {
  const long = 'x'.repeat(101);

  test.each([
    ['no title', resource({ title: undefined }), 'invalidVideoMetadata'],
    ['an empty title', resource({ title: ' ' }), 'invalidTitle'],
    ['a title of 101 characters', resource({ title: long }), 'invalidTitle'],
    ['a title with <', resource({ title: 'a < b' }), 'invalidTitle'],
    ['a description with >', resource({ description: 'a > b' }), 'invalidDescription'],
    ['a description of 5001 bytes', resource({ description: 'é'.repeat(2501) }), 'invalidDescription'],
    ['a category that there is not', resource({ categoryId: '99' }), 'invalidCategoryId'],
    ['a privacy that there is not', resource({}, { privacyStatus: 'friends' }), 'invalidParameter'],
    ['an unknown field', resource({ text: 'a' }), 'invalidParameter'],
    ['an unknown part', { ...resource(), media: {} }, 'invalidParameter'],
  ])('with %s', async (_what, json, reason) => {
    const answer = await announce(10, { json });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 400, errors: [{ reason }] } } });
  });

  test.each([
    ['another kind of upload', { query: 'uploadType=media&part=snippet,status' }, 400, 'invalidParameter'],
    ['a part that is not named', { query: 'uploadType=resumable&part=snippet' }, 400, 'unexpectedPart'],
    ['no length', { headers: { 'x-upload-content-length': '' } }, 400, 'badRequest'],
    ['an image', { headers: { 'x-upload-content-type': 'image/png' } }, 400, 'badContent'],
    ['an unknown token', { headers: { authorization: 'Bearer none' } }, 401, 'authError'],
  ])('with %s', async (_what, about, status, reason) => {
    expect(await announce(10, about)).toMatchObject({ status, body: { error: { errors: [{ reason }] } } });
  });
});

describe('a session', () => {
  const UNIT = 256 * 1024;
  const bytes = Buffer.concat([video(), Buffer.alloc(3 * UNIT)]);
  const first = bytes.subarray(0, 2 * UNIT);
  const firstRange = `bytes 0-${first.length - 1}/${bytes.length}`;
  const ask = async (session: string) => {
    const { status, headers } = await put(session, nothing, `bytes */${bytes.length}`);
    return { status, range: headers.get('range') };
  };

  test('says at any time how much it has, and in the end what it made of it', async () => {
    const session = await begin(bytes.length);
    expect(await ask(session)).toEqual({ status: 308, range: null });
    const one = await put(session, first, firstRange);
    expect({ status: one.status, range: one.headers.get('range') }).toEqual({ status: 308, range: 'bytes=0-524287' });
    expect(await ask(session)).toEqual({ status: 308, range: 'bytes=0-524287' });
    const rest = bytes.subarray(first.length);
    const { status, body } = await put(session, rest, `bytes ${first.length}-${bytes.length - 1}/${bytes.length}`);
    expect(status).toBe(201);
    expect(await put(session, nothing, `bytes */${bytes.length}`)).toMatchObject({
      status: 200,
      body: { id: body.id },
    });
    // A piece that it has is no second video.
    expect(await put(session, first, firstRange)).toMatchObject({ status: 200, body: { id: body.id } });
    expect(box.posts()).toMatchObject([{ media: [{ bytes: bytes.length, sha256: sha256(bytes) }] }]);
  });

  test('takes a video in one piece, also without a range', async () => {
    expect((await put(await begin(bytes.length), bytes)).status).toBe(201);
  });

  test.each([
    ['a piece that is no multiple of 256 KiB', bytes.subarray(0, 1000), `bytes 0-999/${bytes.length}`, 400],
    ['a piece of another video', first, `bytes 0-${first.length - 1}/${bytes.length + 1}`, 400],
    ['a range that is not that of its bytes', first, `bytes 0-${first.length}/${bytes.length}`, 400],
    ['a piece out of its turn', first, `bytes ${UNIT}-${3 * UNIT - 1}/${bytes.length}`, 416],
    ['a question with bytes', first, `bytes */${bytes.length}`, 400],
    ['a range that is none', first, 'bytes', 400],
  ])('refuses %s', async (_what, piece, range, status) => {
    const session = await begin(bytes.length);
    expect((await put(session, piece, range)).status).toBe(status);
    expect(await ask(session)).toEqual({ status: 308, range: null });
  });

  test('belongs to no other user, and needs a token', async () => {
    const session = await begin(bytes.length);
    const other = box.createAccount('videohub');
    expect((await put(session, bytes, whole(bytes), bearer(other))).status).toBe(404);
    expect((await put(session, bytes, whole(bytes), {})).status).toBe(401);
    expect((await put(session.replace(/upload_id=.*/, 'upload_id=x'), bytes, whole(bytes))).status).toBe(404);
  });
});

test('channels and videos are shown to their owner alone', async () => {
  const { body } = await put(await begin(video().length), video(), whole(video()));
  const other = box.createAccount('videohub');
  expect((await get('/youtube/v3/channels?part=snippet&mine=true')).body.items).toMatchObject([
    { id: account.accountId, snippet: { title: account.displayName, customUrl: `@${account.username}` } },
  ]);
  expect((await get(`/youtube/v3/videos?part=status&id=${body.id}`, other)).body.items).toEqual([]);
  expect((await get('/youtube/v3/channels?part=contentDetails&mine=true')).status).toBe(400);
  expect((await get('/youtube/v3/channels?part=snippet')).status).toBe(400);
  expect((await get('/youtube/v3/nothing')).status).toBe(404);
});

test('a fault of publishing meets the last piece alone', async () => {
  box.setFault({ platform: 'videohub', kind: 'server_error' });
  const session = await begin(video().length);
  expect((await put(session, video(), whole(video()))).status).toBe(503);
  expect((await put(session, video(), whole(video()))).status).toBe(201);
});
