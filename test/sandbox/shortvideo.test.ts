import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { sha256, video } from './files.js';
import { call, closeSandboxes, demo, holdWork, releaseWork, sandbox } from './support.js';

afterEach(closeSandboxes);

type Json = Record<string, unknown>;

let box: Sandbox;
let account: SandboxAccount;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'shortvideo');
});

const INIT = '/v2/post/publish/video/init/';
const STATUS = '/v2/post/publish/status/fetch/';
const bearer = (owner = account) => ({ authorization: `Bearer ${owner.credentials.accessToken}` });
const JSON_TYPE = 'application/json; charset=UTF-8';
const post = (path: string, json: unknown, owner = account, type = JSON_TYPE) =>
  call(`${owner.baseUrl}${path}`, { json, headers: { ...bearer(owner), 'content-type': type } });

const brands = { brand_content_toggle: false, brand_organic_toggle: false };
const postInfo = (more: Json = {}) => ({ title: 'Hello', privacy_level: 'PUBLIC_TO_EVERYONE', ...brands, ...more });
const source = (video_size: number, chunk_size = video_size, total_chunk_count = 1) => ({
  source: 'FILE_UPLOAD',
  video_size,
  chunk_size,
  total_chunk_count,
});
const announce = (size: number, more: Json = {}, owner = account) =>
  post(INIT, { post_info: postInfo(more), source_info: source(size) }, owner);
const put = (url: string, bytes: Buffer, range: string, type = 'video/mp4') =>
  call(url, { method: 'PUT', body: Uint8Array.from(bytes), headers: { 'content-type': type, 'content-range': range } });
const whole = (bytes: Buffer) => `bytes 0-${bytes.length - 1}/${bytes.length}`;
const done = async (publish_id: string, owner = account) => {
  for (;;) {
    const { body } = await post(STATUS, { publish_id }, owner);
    if (body.data?.status !== 'PROCESSING_UPLOAD') return body.data;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const upload = async (bytes: Buffer, more: Json = {}): Promise<string> => {
  const { body } = await announce(bytes.length, more);
  expect((await put(body.data.upload_url, bytes, whole(bytes))).status).toBe(201);
  return body.data.publish_id;
};

test('a video that has come is posted, and after a while has an id with more digits than numbers have', async () => {
  holdWork();
  const publish_id = await upload(video(), { video_cover_timestamp_ms: 1000 });
  expect((await post(STATUS, { publish_id })).body).toMatchObject({
    data: { status: 'PROCESSING_UPLOAD', uploaded_bytes: video().length },
    error: { code: 'ok', message: '' },
  });
  releaseWork();
  expect(await done(publish_id)).toMatchObject({ status: 'PUBLISH_COMPLETE' });
  const [kept] = box.posts();
  expect(kept).toMatchObject({ text: 'Hello', media: [{ mimeType: 'video/mp4', sha256: sha256(video()) }] });
  expect(kept?.postedId).toMatch(/^7\d{18}$/);
  const raw = await fetch(`${account.baseUrl}${STATUS}`, {
    method: 'POST',
    body: JSON.stringify({ publish_id }),
    headers: { ...bearer(), 'content-type': JSON_TYPE },
  });
  expect(await raw.text()).toContain(`"publicaly_available_post_id":[${kept?.postedId}]`);
});

test('the address of a post leads to the timeline', async () => {
  await done(await upload(video()));
  const [kept] = box.posts();
  const { headers } = await call(kept?.url ?? '', { redirect: 'manual' });
  expect(headers.get('location')).toBe(`/?post=${kept?.postedId}`);
});

test('a private post has no public id', async () => {
  const publish_id = await upload(video(), { privacy_level: 'SELF_ONLY' });
  expect(await done(publish_id)).toMatchObject({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [] });
  expect(box.posts()).toMatchObject([{ postedId: publish_id }]);
});

test('a file that cannot be played fails, and is not posted', async () => {
  for (const bytes of [video('free'), Buffer.from('text')]) {
    const failed = { status: 'FAILED', fail_reason: 'file_format_check_failed', publicaly_available_post_id: [] };
    expect(await done(await upload(bytes))).toMatchObject(failed);
  }
  expect(box.posts()).toEqual([]);
});

test('what was posted can be read after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  box = await sandbox(dataDir);
  account = demo(box, 'shortvideo');
  const publish_id = await upload(video());
  const before = await done(publish_id);
  await box.close();
  account = demo(await sandbox(dataDir), 'shortvideo');
  expect(await done(publish_id)).toEqual(before);
  await rm(dataDir, { recursive: true });
});

test('an account can read what it may post', async () => {
  const { body } = await post('/v2/post/publish/creator_info/query/', {});
  expect(body.data).toMatchObject({
    creator_username: account.username,
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    max_video_post_duration_sec: 600,
  });
});

describe('an announcement is refused', () => {
  const MB = 1_000_000;

  test.each([
    ['an unknown field', { post_info: postInfo({ caption: 'a' }) }, 400, 'invalid_param'],
    ['an unknown field beside them', { more: 1 }, 400, 'invalid_param'],
    ['no privacy_level', { post_info: { title: 'a', ...brands } }, 400, 'invalid_param'],
    ['no brand_content_toggle', { post_info: postInfo({ brand_content_toggle: undefined }) }, 400, 'invalid_param'],
    ['no brand_organic_toggle', { post_info: postInfo({ brand_organic_toggle: undefined }) }, 400, 'invalid_param'],
    [
      'private branded content',
      { post_info: postInfo({ brand_content_toggle: true, privacy_level: 'SELF_ONLY' }) },
      400,
      'invalid_param',
    ],
    ['a flag that is none', { post_info: postInfo({ disable_duet: 'true' }) }, 400, 'invalid_param'],
    ['a title of 2201 characters', { post_info: postInfo({ title: 'x'.repeat(2201) }) }, 400, 'invalid_param'],
    [
      'a viewer that the account does not have',
      { post_info: postInfo({ privacy_level: 'FOLLOWER_OF_CREATOR' }) },
      403,
      'privacy_level_option_mismatch',
    ],
    [
      'an unverified domain',
      { source_info: { source: 'PULL_FROM_URL', video_url: 'https://a.test/v.mp4' } },
      403,
      'url_ownership_unverified',
    ],
    ['pieces below 5 MB', { source_info: source(12 * MB, 4 * MB, 3) }, 400, 'invalid_param'],
    ['pieces over 64 MB', { source_info: source(300 * MB, 100 * MB, 3) }, 400, 'invalid_param'],
    ['a whole over 64 MB', { source_info: source(100 * MB) }, 400, 'invalid_param'],
    ['a count that is rounded up', { source_info: source(25 * MB, 10 * MB, 3) }, 400, 'invalid_param'],
    ['more than 4 GB', { source_info: source(5_000 * MB, 10 * MB, 500) }, 400, 'invalid_param'],
  ])('with %s', async (_what, change, status, code) => {
    const json = { post_info: postInfo(), source_info: source(10), ...change };
    expect(await post(INIT, json)).toMatchObject({ status, body: { data: {}, error: { code } } });
  });

  test('with an unknown token', async () => {
    const otherAccount = { ...account, credentials: { accessToken: 'none' } };
    expect(await announce(10, {}, otherAccount)).toMatchObject({
      status: 401,
      body: { error: { code: 'access_token_invalid', log_id: expect.any(String) } },
    });
  });

  test('without JSON, and without the slash at the end of its path', async () => {
    const body = new URLSearchParams({ post_info: '{}' });
    const form = await call(account.baseUrl + INIT, { method: 'POST', body, headers: bearer() });
    expect(form).toMatchObject({ status: 400, body: { error: { code: 'invalid_params' } } });
    expect((await post(INIT.slice(0, -1), {})).status).toBe(404);
  });
});

describe('an upload', () => {
  const bytes = Buffer.concat([video(), Buffer.alloc(25_000_000 - video().length)]);
  const begin = async () => {
    const source_info = source(bytes.length, 10_000_000, 2);
    const { body } = await post(INIT, { post_info: postInfo(), source_info });
    return body.data.upload_url as string;
  };
  const first = bytes.subarray(0, 10_000_000);

  test('comes in its order, piece by piece', async () => {
    const url = await begin();
    const one = await put(url, first, 'bytes 0-9999999/25000000');
    expect(one.status).toBe(206);
    expect(one.headers.get('content-range')).toBe('bytes 0-9999999/25000000');
    expect((await put(url, bytes.subarray(10_000_000), 'bytes 10000000-24999999/25000000')).status).toBe(201);
    expect(box.posts()).toMatchObject([{ media: [{ bytes: bytes.length, sha256: sha256(bytes) }] }]);
  });

  test.each([
    ['a piece out of its turn', 'bytes 10000000-19999999/25000000', 416],
    ['a piece of another size', 'bytes 0-9999999/26000000', 400],
    ['a range that is not that of its bytes', 'bytes 0-9999998/25000000', 400],
    ['no range', '', 400],
  ])('with %s is refused', async (_what, range, status) => {
    expect((await put(await begin(), first, range)).status).toBe(status);
  });

  test('with a piece that is none of the announced, of another type, or a second time is refused', async () => {
    const url = await begin();
    expect((await put(url, bytes.subarray(0, 5_000_000), 'bytes 0-4999999/25000000')).status).toBe(400);
    expect((await put(url, first, 'bytes 0-9999999/25000000', 'image/png')).status).toBe(400);
    expect((await put(url, first, 'bytes 0-9999999/25000000')).status).toBe(206);
    expect((await put(url, first, 'bytes 0-9999999/25000000')).status).toBe(416);
    expect(box.posts()).toEqual([]);
  });

  test('at an address that was not given is refused', async () => {
    const url = (await begin()).replace(/upload_token=.*/, 'upload_token=x');
    expect((await put(url, first, 'bytes 0-9999999/25000000')).status).toBe(404);
  });
});

test('only who announced a post can read it', async () => {
  const publish_id = await upload(video());
  const other = box.createAccount('shortvideo');
  const code = async (json: unknown, owner: SandboxAccount) => (await post(STATUS, json, owner)).body.error.code;
  expect(await code({ publish_id }, other)).toBe('token_not_authorized_for_specified_publish_id');
  expect(await code({ publish_id: 'v_pub_none' }, account)).toBe('invalid_publish_id');
  expect(await code({ id: publish_id }, account)).toBe('invalid_param');
});

test('each field of a user requires its scope', async () => {
  const user = (fields: string) => call(`${account.baseUrl}/v2/user/info/?fields=${fields}`, { headers: bearer() });
  expect((await user('open_id,display_name')).body.data).toEqual({
    user: { open_id: account.accountId, display_name: account.displayName },
  });
  expect(await user('open_id,nothing')).toMatchObject({ status: 400, body: { error: { code: 'invalid_params' } } });
  expect((await user('')).status).toBe(400);
});

test('a fault of publishing meets the last piece alone', async () => {
  box.setFault({ platform: 'shortvideo', kind: 'server_error' });
  const bytes = video();
  const { body } = await announce(bytes.length);
  expect(body.error.code).toBe('ok');
  expect((await put(body.data.upload_url, bytes, whole(bytes))).status).toBe(500);
  expect((await put(body.data.upload_url, bytes, whole(bytes))).status).toBe(201);
});

test.each(['application/json', 'text/plain; charset=UTF-8'])('a body of the type %s is refused', async (type) => {
  for (const path of ['/v2/post/publish/creator_info/query/', INIT, STATUS]) {
    expect(await post(path, {}, account, type)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_params' } },
    });
  }
});
