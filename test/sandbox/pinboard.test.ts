import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { makeVideo } from '../support/video-file.js';
import { formOf, noise, sha256, video } from './files.js';
import { once } from './graph-support.js';
import { type Answer, call, closeSandboxes, demo, sandbox } from './support.js';

afterEach(closeSandboxes);

let box: Sandbox;
let account: SandboxAccount;
let files: Map<string, Buffer>;
let server: Server;
let at: string;

beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'pinboard');
  files = new Map([['/a.jpg', await noise().jpeg().toBuffer()]]);
  server = createServer((req, res) => {
    const file = files.get(String(req.url));
    res.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

const headers = () => ({ authorization: `Bearer ${account.credentials.accessToken}` });
const json = { 'content-type': 'application/json' };
const get = (path: string) => call(`${account.baseUrl}${path}`, { headers: headers() });
const pin = (more: object = {}, init: RequestInit = {}) =>
  call(`${account.baseUrl}/v5/pins`, {
    json: { board_id: account.accountId, media_source: { source_type: 'image_url', url: `${at}/a.jpg` }, ...more },
    headers: headers(),
    ...init,
  });
const several = (count: number) => ({
  media_source: {
    source_type: 'multiple_image_urls',
    items: Array.from({ length: count }, () => ({ url: `${at}/a.jpg` })),
  },
});

test('a pin shows the image that was fetched, and is read back', async () => {
  const texts = { title: 'Bread', description: 'Fresh bread', alt_text: 'A loaf', link: 'https://example.com' };
  const { status, body } = await pin(texts);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...texts, board_id: account.accountId, creative_type: 'REGULAR' });
  // More than a JavaScript number holds, and a time without a zone.
  expect(Number.isSafeInteger(Number(body.id))).toBe(false);
  expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const [image] = files.values();
  const media = [{ mimeType: 'image/jpeg', sha256: sha256(image ?? Buffer.alloc(0)), width: 40, height: 30 }];
  expect(box.posts()).toMatchObject([{ postedId: body.id, text: 'Fresh bread', media }]);
  expect(await get(`/v5/pins/${body.id}`)).toMatchObject({ status: 200, body });
});

test('two to five images are one pin', async () => {
  expect((await pin(several(5))).body).toMatchObject({
    creative_type: 'CAROUSEL',
    media: { media_type: 'multiple_images' },
  });
  expect(box.posts()[0]?.media).toHaveLength(5);
  for (const count of [1, 6]) expect(await pin(several(count))).toMatchObject({ status: 400, body: { code: 1 } });
});

test.each<[string, object]>([
  ['no image', { media_source: undefined }],
  ['a field that the API does not have', { note: 'x' }],
  ['a misspelt field of the image', { media_source: { source_type: 'image_url', link: 'http://127.0.0.1' } }],
  ['another kind of source', { media_source: { source_type: 'pin_url', url: 'http://127.0.0.1' } }],
  ['what is not done here', { sponsor_id: '1' }],
  ['an address that is none', { media_source: { source_type: 'image_url', url: 'picture' } }],
  ['an address with nothing behind it', { media_source: { source_type: 'image_url', url: 'http://127.0.0.1:1/' } }],
  ['a title that is too long', { title: 'x'.repeat(101) }],
  ['a description that is too long', { description: 'x'.repeat(801) }],
  ['an alternative text that is too long', { alt_text: 'x'.repeat(501) }],
  ['a title that is no text', { title: 7 }],
  ['a board that is no number', { board_id: 'bread' }],
])('a pin with %s is refused', async (_what, more) => {
  const { status, body } = await pin(more);
  expect({ status, body }).toEqual({ status: 400, body: { code: 1, message: expect.any(String) } });
  expect(box.posts()).toEqual([]);
});

test('lengths count code points', async () => {
  expect((await pin({ title: '👋'.repeat(100) })).status).toBe(201);
});

test('what is fetched must be an image, and not a large one', async () => {
  files.set('/a.jpg', video());
  expect(await pin()).toMatchObject({ status: 400 });
  files.set('/a.jpg', Buffer.from('<html>'));
  expect(await pin()).toMatchObject({ status: 400 });
  files.set('/a.jpg', Buffer.concat([await noise().png().toBuffer(), Buffer.alloc(20 * 1024 * 1024)]));
  expect(await pin()).toMatchObject({ status: 413 });
  expect(box.posts()).toEqual([]);
});

test.each([
  ['BMP', () => readFile('test/media/fixtures/picture.bmp'), 40, 30],
  ['TIFF', () => noise().tiff().toBuffer(), 40, 30],
])('a %s is taken', async (_format, make, width, height) => {
  files.set('/a.jpg', await make());
  expect((await pin()).status).toBe(201);
  expect(box.posts()).toMatchObject([{ media: [{ width, height }] }]);
});

describe('a video', () => {
  const register = (json: object = { media_type: 'video' }) =>
    call(`${account.baseUrl}/v5/media`, { json, headers: headers() });
  const upload = (registered: Answer['body'], file: Buffer | null, more = {}) =>
    call(registered.upload_url, {
      method: 'POST',
      body: formOf({ ...registered.upload_parameters, ...more }, file ? { file } : {}),
    });
  const statusOf = async (id: string) => (await get(`/v5/media/${id}`)).body.status;
  const processed = (id: string) => once(() => statusOf(id), 'processing');
  const videoPin = (media_id: string, more: object = { cover_image_key_frame_time: 0 }) =>
    pin({ media_source: { source_type: 'video_id', media_id, ...more } });

  test('is registered, uploaded, processed and pinned', async () => {
    const { status, body } = await register();
    expect({ status, body }).toMatchObject({ status: 201, body: { media_type: 'video' } });
    expect(await statusOf(body.media_id)).toBe('registered');
    expect((await upload(body, makeVideo())).status).toBe(204);
    expect(await processed(body.media_id)).toBe('succeeded');
    expect(box.posts()).toEqual([]);
    const pinned = await videoPin(body.media_id);
    expect(pinned).toMatchObject({ status: 201, body: { creative_type: 'VIDEO', media: { media_type: 'video' } } });
    expect(box.posts()).toMatchObject([{ postedId: pinned.body.id, media: [{ mimeType: 'video/mp4', width: 640 }] }]);
  });

  test('has an image as its cover, too', async () => {
    const { body } = await register();
    await upload(body, makeVideo());
    await processed(body.media_id);
    expect((await videoPin(body.media_id, { cover_image_url: `${at}/a.jpg` })).status).toBe(201);
    expect((await videoPin(body.media_id, { cover_image_url: `${at}/none.jpg` })).status).toBe(400);
  });

  test.each([
    ['no cover', {}],
    ['a frame that is no whole second', { cover_image_key_frame_time: 1.5 }],
    ['a frame before its start', { cover_image_key_frame_time: -1 }],
    ['an unknown field', { cover_image_key_frame_time: 0, cover: 1 }],
  ])('with %s is not pinned', async (_what, more) => {
    const { body } = await register();
    await upload(body, makeVideo());
    await processed(body.media_id);
    expect(await videoPin(body.media_id, more)).toMatchObject({ status: 400, body: { code: 1 } });
    expect(box.posts()).toEqual([]);
  });

  test('that is not processed yet, that failed, or that was not registered is not pinned', async () => {
    const { body } = await register();
    expect((await videoPin(body.media_id)).status).toBe(400);
    await upload(body, Buffer.from('no video'));
    expect(await processed(body.media_id)).toBe('failed');
    expect((await videoPin(body.media_id)).status).toBe(400);
    expect((await videoPin('1')).status).toBe(404);
    expect(box.posts()).toEqual([]);
  });

  test('is uploaded once, with the fields of its registration', async () => {
    const { body } = await register();
    const denied = { status: 403, body: expect.stringContaining('<Code>AccessDenied</Code>') };
    expect(await upload(body, makeVideo(), { 'x-amz-signature': 'wrong' })).toMatchObject(denied);
    expect(await upload(body, null)).toMatchObject({ status: 400, body: expect.stringContaining('InvalidArgument') });
    expect((await upload(body, makeVideo())).status).toBe(204);
    expect(await upload(body, makeVideo())).toMatchObject(denied);
  });

  test('is the only kind of media that is registered', async () => {
    for (const json of [{}, { media_type: 'image' }, { media_type: 'video', name: 'a' }]) {
      expect((await register(json)).status).toBe(400);
    }
  });

  test('of somebody else is neither seen nor pinned', async () => {
    const other = box.createAccount('pinboard');
    const { body } = await call(`${other.baseUrl}/v5/media`, {
      json: { media_type: 'video' },
      headers: { authorization: `Bearer ${other.credentials.accessToken}` },
    });
    expect((await get(`/v5/media/${body.media_id}`)).status).toBe(404);
    expect((await videoPin(body.media_id)).status).toBe(404);
  });
});

test('a board of somebody else, or none', async () => {
  const other = box.createAccount('pinboard');
  expect(await pin({ board_id: other.accountId })).toMatchObject({ status: 403, body: { code: 29 } });
  expect(await pin({ board_id: '1' })).toMatchObject({ status: 404, body: { code: 40, message: 'Board not found.' } });
});

test('without a token, or with a wrong one, access is refused', async () => {
  for (const authorization of ['', 'Bearer wrong', 'Basic x']) {
    expect(await pin({}, { headers: { ...json, authorization } })).toMatchObject({
      status: 401,
      body: { code: 2, message: 'Authentication failed.' },
    });
  }
});

describe('a token that a person gave at a login', () => {
  const ALL = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];
  const tokenFor = async (scopes: readonly string[]): Promise<string> => {
    const { id, secret } = box.clients.pinboard;
    const redirect_uri = 'http://127.0.0.1:9/callback';
    const params = { response_type: 'code', client_id: id, redirect_uri, state: 's', scope: scopes.join(',') };
    const page = await call(`${account.baseUrl}/oauth?${new URLSearchParams(params)}`, {
      method: 'POST',
      body: new URLSearchParams({ account: account.accountId, decision: 'allow' }),
      redirect: 'manual',
    });
    const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const answer = await call(`${account.baseUrl}/v5/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    });
    return answer.body.access_token;
  };
  const pinWith = (token: string) => pin({}, { headers: { ...json, authorization: `Bearer ${token}` } });

  test.each(ALL.slice(0, 4))('makes no pin without the scope %s', async (scope) => {
    expect(await pinWith(await tokenFor(ALL.filter((each) => each !== scope)))).toMatchObject({
      status: 401,
      body: { code: 3, message: expect.stringMatching(/^Your token does not have sufficient permissions/) },
    });
    expect(box.posts()).toEqual([]);
  });

  test('does what it may until it ends', async () => {
    const token = await tokenFor(ALL);
    expect((await pinWith(token)).status).toBe(201);
    box.expireTokens('pinboard', account.accountId);
    expect(await pinWith(token)).toMatchObject({ status: 401, body: { code: 2 } });
    expect(box.posts()).toHaveLength(1);
  });
});

test('the pins of a board come in pages, the latest first', async () => {
  for (const title of ['one', 'two', 'three']) await pin({ title });
  const first = await get(`/v5/boards/${account.accountId}/pins?page_size=2`);
  expect(first.body.items).toMatchObject([{ title: 'three' }, { title: 'two' }]);
  const next = await get(`/v5/boards/${account.accountId}/pins?page_size=2&bookmark=${first.body.bookmark}`);
  expect(next.body).toMatchObject({ items: [{ title: 'one' }], bookmark: null });
  expect((await get(`/v5/boards/${account.accountId}/pins?page_size=251`)).status).toBe(400);
  expect((await get(`/v5/boards/${account.accountId}/pins?limit=2`)).status).toBe(400);
});

test('the user and the boards can be read', async () => {
  expect((await get('/v5/user_account')).body).toMatchObject({ username: account.username });
  expect((await get('/v5/boards')).body).toMatchObject({
    items: [{ id: account.accountId, name: account.displayName }],
    bookmark: null,
  });
});

test('what the API does not have is a 404 in its own form', async () => {
  expect(await get('/v5/nothing')).toMatchObject({ status: 404, body: { code: expect.any(Number) } });
});

test.each([
  ['auth_expired', 401, 2],
  ['rate_limited', 429, 8],
  ['server_error', 500, 500],
  ['rejected', 400, 1],
] as const)('%s is said with the platform’s error', async (kind, status, code) => {
  box.setFault({ platform: 'pinboard', kind });
  expect(await pin()).toMatchObject({ status, body: { code, message: expect.any(String) } });
});
