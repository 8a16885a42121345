import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import request from 'supertest';
import { makeSignedAddresses } from '../../src/storage/signed-address.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { waitingForLocks } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { startService } from '../support/service.js';
import {
  type Caller,
  create,
  finished,
  HOUR,
  inHours,
  MALFORMED_IDS,
  refused,
  startContract,
  UNKNOWN_ID,
} from './contract.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'media-contract-'));
const contract = startContract({
  roles: 'api,worker',
  env: { DATA_DIR: dataDir },
  logged: /no deleting today/,
});
afterAll(() => rm(dataDir, { recursive: true }));

let png: Buffer;
let dashboard: Caller;
beforeAll(async () => {
  png = await picture(40);
  dashboard = contract.dashboard(await contract.account.session());
});

const picture = (width: number): Promise<Buffer> =>
  sharp({ create: { width, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

const FILE = { fileName: 'cat.png', contentType: 'image/png', type: 'image' };
const ask = (body: object) => contract.owner.post('/get-upload-url', { ...FILE, ...body });

/** An address for a file of a group. */
async function address(
  postGroupId: string,
  body: object = {},
): Promise<{ uploadUrl: string; fileUrl: string; mediaId: string }> {
  const answer = await ask({ postGroupId, ...body });
  expect(answer).toEqual({
    status: 200,
    body: {
      success: true,
      uploadUrl: expect.any(String),
      fileUrl: expect.any(String),
      mediaId: expect.stringMatching(/^[0-9a-f]{24}$/),
    },
  });
  return answer.body;
}

const put = (url: string, contentType = 'image/png', content = png) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(content), headers: { 'content-type': contentType } });

/** Where the storage keeps a file. */
const pathOf = async (mediaId: string) => path.join(dataDir, 'objects', (await keyOf(mediaId)).replaceAll('/', '+'));

/** A file of a group that was really uploaded. */
async function upload(postGroupId: string, content = png): Promise<{ fileUrl: string; mediaId: string }> {
  const { uploadUrl, ...rest } = await address(postGroupId);
  expect((await put(uploadUrl, 'image/png', content)).status).toBe(200);
  return rest;
}

const statusOf = async (url: string) => (await fetch(url)).status;
const mediaUrls = async (postGroupId: string) => {
  const { body } = await contract.owner.get('/list-posts?limit=100');
  return body.posts.find((post: { postGroupId: string }) => post.postGroupId === postGroupId).mediaUrls;
};
const keyOf = async (mediaId: string): Promise<string> => {
  const [row] = await contract.db.query<{ file_name: string }>('SELECT file_name FROM media WHERE id = $1', [mediaId]);
  return row?.file_name ?? '';
};
const recordsOf = (postGroupId: string) => contract.db.query('SELECT id FROM media WHERE group_id = $1', [postGroupId]);
const deletionsOf = (key: string) => contract.db.query('SELECT key FROM object_deletions WHERE key = $1', [key]);

/** Makes the database refuse to delete rows of a table while `work` goes on. */
async function undeletable<T>(table: string, work: () => Promise<T>): Promise<T> {
  await contract.db.query(
    `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no deleting today'; END $$`,
  );
  await contract.db.query(`CREATE TRIGGER refuse BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`);
  try {
    return await work();
  } finally {
    await contract.db.query(`DROP TRIGGER refuse ON ${table}`);
  }
}

/** Makes the storage unable to remove an object: where its file was, there is a folder now. */
async function unremovable(key: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'objects', key.replaceAll('/', '+'));
  await rm(file);
  await mkdir(file);
  return () => rm(file, { recursive: true });
}

describe('get-upload-url', () => {
  test.each([
    ['  cat.png \t', 'cat.png'],
    ['my new  cat.png', 'my_new__cat.png'],
    ['cät (1) #é & <b>.png', 'ct_1___b.png'],
    ['A-z_0.9.png', 'A-z_0.9.png'],
    ['../../etc/passwd', '....etcpasswd'],
    ['猫', 'file'],
    ['..', 'file'],
  ])('the file name %j becomes %s', async (fileName, clean) => {
    const { fileUrl } = await address(await create(contract.owner), { fileName });
    expect(fileUrl.split('/').at(-1)).toBe(clean);
  });

  test.each(['image/png', 'image/svg+xml', 'video/mp4', 'text/html; charset=utf-8', 'no type at all', '*', '猫'])(
    'any content type is accepted: %s',
    async (contentType) => {
      await address(await create(contract.owner), { contentType });
    },
  );

  test.each(['fileName', 'contentType', 'postGroupId'])('without %s: 400', async (field) => {
    const postGroupId = await create(contract.owner);
    for (const value of [undefined, null, '', 0, {}]) {
      expect(await ask({ postGroupId, [field]: value })).toEqual(
        refused(400, 'fileName, contentType, and postGroupId are required'),
      );
    }
    expect(await recordsOf(postGroupId)).toEqual([]);
  });

  test.each([undefined, null, '', 'audio', 'IMAGE', 1])(
    'quirk: with the type %j no address can be made: 500',
    async (type) => {
      const postGroupId = await create(contract.owner);
      expect(await ask({ postGroupId, type })).toEqual(refused(500, 'Failed to create upload URL'));
      expect(await recordsOf(postGroupId)).toEqual([]);
    },
  );

  test.each(['image', 'video'])(
    'the storage key of a file of type %s begins with it, and cannot be guessed',
    async (type) => {
      const { mediaId } = await address(await create(contract.owner), { type });
      expect(await keyOf(mediaId)).toMatch(new RegExp(`^${type}/${mediaId}-[0-9a-f]{32}/cat\\.png$`));
    },
  );

  test('quirk: whose group it is is not checked, and a foreign group does not show the file', async () => {
    const foreign = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
    const postGroupId = await create(contract.owner);
    const answer = await foreign.post('/get-upload-url', { ...FILE, postGroupId });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await mediaUrls(postGroupId)).toEqual([]);
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS, '\0'])('quirk: the unknown group %j is accepted', async (postGroupId) => {
    await address(postGroupId);
  });

  test('the id of the group may be in upper case', async () => {
    const postGroupId = await create(contract.owner);
    const { fileUrl } = await address(postGroupId.toUpperCase());
    expect(await mediaUrls(postGroupId)).toEqual([fileUrl]);
  });

  test('stores what the record holds and the response does not', async () => {
    const postGroupId = await create(contract.owner);
    const { uploadUrl, fileUrl, mediaId } = await address(postGroupId, { fileName: 'my cat.png' });
    const [record] = await contract.db.query('SELECT * FROM media WHERE id = $1', [mediaId]);
    expect(record).toMatchObject({
      group_id: postGroupId,
      url_pure: fileUrl,
      file_path: new URL(fileUrl).pathname,
      upload_url: uploadUrl,
      mime_type: 'image/png',
      name: 'my_cat.png',
      added_at: expect.any(Date),
    });
    expect(fileUrl.endsWith(String(record?.file_name))).toBe(true);
    expect(record?.metadata).toEqual({
      size: null,
      width: null,
      height: null,
      aspectRatio: null,
      format: 'unknown',
      frameRate: null,
      codecName: null,
      bitRate: null,
      duration: null,
      pixelFormat: null,
      frames: null,
    });
  });
});

test('get-upload-url of an account that stores as much as its plan allows: 403, and no record', async () => {
  const { userId, apiKey } = await createAccount(contract.db);
  const full = contract.as({ 'x-api-key': apiKey });
  const postGroupId = await create(full);
  expect((await full.post('/get-upload-url', { ...FILE, postGroupId })).status).toBe(200);
  await contract.db.query('UPDATE media SET stored_bytes = $2 WHERE user_id = $1', [userId, 250 * 1024 ** 3]);
  expect(await full.post('/get-upload-url', { ...FILE, postGroupId })).toEqual(
    refused(403, 'Storage limit reached. Delete files to upload more.'),
  );
  expect(await recordsOf(postGroupId)).toHaveLength(1);
});

describe('get-upload-url, when a part of the group', () => {
  /** A group with a file, whose parts have these statuses. */
  const groupOf = async (...statuses: string[]) => {
    const platforms = statuses.map((_, index) => `fediverse-${index}`);
    const postGroupId = await create(contract.owner, { platforms });
    const { fileUrl } = await address(postGroupId);
    for (const [index, status] of statuses.entries()) {
      await contract.db.query('UPDATE platform_posts SET status = $3 WHERE group_id = $1 AND target_index = $2', [
        postGroupId,
        index,
        status,
      ]);
    }
    return { postGroupId, fileUrl };
  };

  test.each([
    [['processing'], 'processing'],
    [['processing', 'failed'], 'processing'],
    [['published', 'scheduled'], 'processing'],
    [['failed', 'pending'], 'processing'],
    [['published', 'published'], 'published'],
    [['failed'], 'failed'],
    [['published', 'failed'], 'partially_published'],
  ])('is under way or has ended (%j): 400, and no file is added', async (statuses, reported) => {
    const { postGroupId, fileUrl } = await groupOf(...statuses);
    const refusal = refused(400, `Cannot attach media: post is currently in ${reported} status`);
    expect(await ask({ postGroupId })).toEqual(refusal);
    expect(await ask({ postGroupId: postGroupId.toUpperCase() })).toEqual(refusal);
    expect(await mediaUrls(postGroupId)).toEqual([fileUrl]);
    // What others attach is never published with it, and they learn nothing of the group.
    const foreign = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
    expect((await foreign.post('/get-upload-url', { ...FILE, postGroupId })).status).toBe(200);
  });

  test.each([['draft'], ['scheduled'], ['pending']])('is %s: an address, and the file is listed', async (status) => {
    const { postGroupId, fileUrl } = await groupOf(status);
    const { fileUrl: second } = await address(postGroupId);
    expect(await mediaUrls(postGroupId)).toEqual([fileUrl, second]);
  });

  test('is due now, and the operator holds such posts: an address, and the post waits for its files', async () => {
    const env = { DATA_DIR: dataDir, REST_UPLOAD_GRACE_MS: String(HOUR) };
    const holding = await startService({ db: contract.db, roles: 'api', env });
    try {
      const send = (path: string, body: object) =>
        request(holding.url).post(`/api/v1${path}`).set('x-api-key', contract.account.apiKey).send(body);
      const post = { content: 'Files follow', platforms: ['fediverse-1'] };
      const waits = async (postGroupId: string) => {
        const [row] = await contract.db.query<{ due: number; wished: number }>(
          `SELECT (extract(epoch FROM p.due_at - g.created_at) * 1000)::int AS due,
                  (extract(epoch FROM g.scheduled_time - g.created_at) * 1000)::int AS wished
             FROM platform_posts p JOIN post_groups g ON g.id = p.group_id WHERE g.id = $1`,
          [postGroupId],
        );
        return row;
      };
      const { postGroupId } = (await send('/create-post', { ...post, scheduledTime: inHours(0) })).body;
      expect(await waits(postGroupId)).toEqual({ due: HOUR, wished: expect.any(Number) });
      expect((await send('/get-upload-url', { ...FILE, postGroupId })).status).toBe(200);
      // One that is due later anyway is not held.
      const later = (await send('/create-post', { ...post, scheduledTime: inHours(2) })).body;
      const { due, wished } = (await waits(later.postGroupId)) ?? {};
      expect(due).toBe(wished);
    } finally {
      await holding.stop();
    }
  });

  test('went out a moment ago: a client that schedules first and uploads then gets an error', async () => {
    const account = contract.sandbox.createAccount('fediverse');
    const platforms = [await contract.account.connect(account)];
    const postGroupId = await create(contract.owner, { platforms, scheduledTime: inHours(0) });
    await finished(contract.owner, postGroupId);
    expect(await ask({ postGroupId })).toEqual(
      refused(400, 'Cannot attach media: post is currently in published status'),
    );
    expect(await mediaUrls(postGroupId)).toEqual([]);
  });
});

describe('a file and the turn of its post that meet', () => {
  /** A scheduled group whose row a transaction of the test has locked, so that other transactions wait for it. */
  async function lockedGroup() {
    const account = contract.sandbox.createAccount('fediverse');
    const platforms = [await contract.account.connect(account)];
    const scheduledTime = new Date(Date.now() + 2_000).toISOString();
    const postGroupId = await create(contract.owner, { platforms, scheduledTime });
    const client = new pg.Client({ connectionString: contract.db.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM post_groups WHERE id = $1 FOR UPDATE', [postGroupId]);
    const queued = (count: number) =>
      eventually(async () => (await waitingForLocks(contract.db)) === count || undefined, 10_000);
    return { account, postGroupId, queued, release: () => client.end() };
  }
  const published = ({ accountId }: { accountId: string }) => contract.sandbox.posts({ accountId });

  test('the file first: it is part of the post, although a worker had read the group without it', async () => {
    const { account, postGroupId, queued, release } = await lockedGroup();
    const asking = ask({ postGroupId });
    await queued(1);
    await queued(2);
    await release();
    const { status, body } = await asking;
    expect(status).toBe(200);
    expect((await put(body.uploadUrl)).status).toBe(200);
    expect((await finished(contract.owner, postGroupId)).posts).toMatchObject([{ status: 'published' }]);
    expect(published(account).map(({ media }) => media.map(({ width }) => width))).toEqual([[40]]);
    expect(await mediaUrls(postGroupId)).toEqual([body.fileUrl]);
  });

  test('the turn first: no address is given, and the post is published once, without a file', async () => {
    const { account, postGroupId, queued, release } = await lockedGroup();
    await queued(1);
    const asking = ask({ postGroupId });
    await queued(2);
    await release();
    // On a busy machine the worker may have done both before the request goes on.
    const error = expect.stringMatching(/^Cannot attach media: post is currently in (processing|published) status$/);
    expect(await asking).toEqual({ status: 400, body: { error } });
    expect((await finished(contract.owner, postGroupId)).posts).toMatchObject([{ status: 'published' }]);
    expect(published(account).map(({ media }) => media)).toEqual([[]]);
    expect(await mediaUrls(postGroupId)).toEqual([]);
  });
});

describe('the upload address', () => {
  test('takes the file with PUT and the same Content-Type; fileUrl serves it then, and not before', async () => {
    const { uploadUrl, fileUrl } = await address(await create(contract.owner));
    expect(await statusOf(fileUrl)).toBe(404);
    expect((await put(uploadUrl)).status).toBe(200);
    const served = await fetch(fileUrl);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
  });

  test.each(['image/jpeg', 'image/png; q=1', 'text/html'])(
    'refuses the Content-Type %s, and keeps nothing',
    async (type) => {
      const { uploadUrl, fileUrl } = await address(await create(contract.owner));
      expect((await put(uploadUrl, type)).status).toBe(403);
      expect(await statusOf(fileUrl)).toBe(404);
    },
  );

  test('is good for an hour and no longer', async () => {
    const { uploadUrl, mediaId } = await address(await create(contract.owner));
    const expires = Number(new URL(uploadUrl).searchParams.get('expires')) * 1000;
    expect(Math.abs(expires - (Date.now() + HOUR))).toBeLessThan(10_000);

    const access = { method: 'PUT', key: await keyOf(mediaId), contentType: 'image/png' } as const;
    const signedAgo = (milliseconds: number) => {
      const clock = () => new Date(Date.now() - milliseconds);
      const query = makeSignedAddresses({ keys: [ENCRYPTION_KEY], clock }).sign(access, HOUR / 1000);
      return `${uploadUrl.split('?')[0]}?${query}`;
    };
    expect((await put(signedAgo(HOUR))).status).toBe(403);
    expect((await put(signedAgo(HOUR - 30_000))).status).toBe(200);
  });

  test('cannot be changed to another file, type or time', async () => {
    const { uploadUrl } = await address(await create(contract.owner));
    for (const [from, to] of [
      ['cat.png', 'dog.png'],
      ['type=image%2Fpng', 'type=text%2Fhtml'],
      [/expires=\d+/, 'expires=9999999999'],
    ] as const) {
      const changed = uploadUrl.replace(from, to);
      expect(changed).not.toBe(uploadUrl);
      expect((await put(changed, new URL(changed).searchParams.get('type') ?? '')).status).toBe(403);
    }
  });
});

describe('the files of a group', () => {
  test('none: mediaUrls is empty', async () => {
    expect(await mediaUrls(await create(contract.owner))).toEqual([]);
  });

  test('several: mediaUrls holds their addresses in the order in which they were requested', async () => {
    const postGroupId = await create(contract.owner);
    const addresses = [];
    for (const fileName of ['c.png', 'a.png', 'b.png', 'a.png'])
      addresses.push(await address(postGroupId, { fileName }));
    for (const { uploadUrl } of addresses.toReversed()) await put(uploadUrl);
    expect(await mediaUrls(postGroupId)).toEqual(addresses.map(({ fileUrl }) => fileUrl));
  });

  test('draft, addresses, uploads, then scheduled: they are published in their order', async () => {
    const account = contract.sandbox.createAccount('fediverse');
    const platforms = [await contract.account.connect(account)];
    const postGroupId = await create(contract.owner, { platforms });
    for (const width of [30, 10, 20]) await upload(postGroupId, await picture(width));
    const schedule = { status: 'scheduled', scheduledTime: inHours(0) };
    expect((await contract.owner.put(`/update-post/${postGroupId}`, schedule)).status).toBe(200);
    expect((await finished(contract.owner, postGroupId)).posts).toMatchObject([{ status: 'published' }]);
    const [post] = contract.sandbox.posts({ accountId: account.accountId });
    expect(post?.media.map(({ width }) => width)).toEqual([30, 10, 20]);
  });
});

describe('a file that is gone from the storage', () => {
  const VIDEO = { fileName: 'clip.mp4', contentType: 'video/mp4', type: 'video' };
  const scheduleNow = async (postGroupId: string) => {
    const schedule = { status: 'scheduled', scheduledTime: inHours(0) };
    expect((await contract.owner.put(`/update-post/${postGroupId}`, schedule)).status).toBe(200);
    const { posts } = await finished(contract.owner, postGroupId);
    const [row] = await contract.db.query<{ fault: string }>(
      `SELECT error ->> 'fault' AS fault FROM platform_posts WHERE group_id = $1`,
      [postGroupId],
    );
    return { error: posts[0].error, fault: row?.fault };
  };

  test.each([
    ['an image', FILE, 'at once', () => png],
    ['an image', FILE, 'after it was read', () => png],
    ['a video', VIDEO, 'at once', () => readFile('test/media/fixtures/index-first.mp4')],
    ['a video', VIDEO, 'after it was read', () => readFile('test/media/fixtures/index-first.mp4')],
  ])('%s whose upload was answered with 200, lost %s: MEDIA_UNAVAILABLE, the service’s fault', async (...row) => {
    const [, file, when, content] = row;
    const account = contract.sandbox.createAccount('fediverse');
    const postGroupId = await create(contract.owner, { platforms: [await contract.account.connect(account)] });
    const { uploadUrl, mediaId } = await address(postGroupId, file);
    expect((await put(uploadUrl, file.contentType, await content())).status).toBe(200);
    if (when !== 'at once') {
      const query = 'mutation ($id: ID!) { completeUpload(input: { mediaId: $id }) { media { status } } }';
      const headers = { 'x-api-key': contract.account.apiKey };
      const { data } = await graphql(contract.service, headers, query, { id: mediaId });
      expect(data.completeUpload.media.status).toBe('READY');
    }
    await rm(await pathOf(mediaId));
    expect(await scheduleNow(postGroupId)).toMatchObject({
      error: { code: 'MEDIA_UNAVAILABLE', retryable: true },
      fault: 'service',
    });
    expect(contract.sandbox.posts({ accountId: account.accountId })).toEqual([]);
  });

  test('one that never came: MEDIA_NOT_UPLOADED, the fault of the content', async () => {
    const account = contract.sandbox.createAccount('fediverse');
    const postGroupId = await create(contract.owner, { platforms: [await contract.account.connect(account)] });
    await address(postGroupId, VIDEO);
    expect(await scheduleNow(postGroupId)).toMatchObject({
      error: { code: 'MEDIA_NOT_UPLOADED', message: 'clip.mp4 was never uploaded' },
      fault: 'content',
    });
  });
});

describe('POST /media/generate-upload-url (deprecated)', () => {
  const generate = (body: object) => dashboard.post('/media/generate-upload-url', body);

  test.each([
    ['image/png', 'image'],
    ['video/mp4', 'video'],
    ['image/anything', 'image'],
  ])('an address to upload to, and the key: for %s it begins with %s', async (contentType, type) => {
    const { status, body } = await generate({ fileName: 'my cat.png', contentType });
    expect([status, Object.keys(body).sort()]).toEqual([200, ['key', 'uploadUrl']]);
    expect(body.key).toMatch(new RegExp(`^${type}/.*/my_cat\\.png$`));
    expect((await put(body.uploadUrl, contentType)).status).toBe(200);
    expect(await statusOf(`${contract.service.url}/objects/${body.key}`)).toBe(200);
  });

  test.each([
    { metadata: { width: 1 }, type: 'image' },
    { metadata: 'x', type: 1 },
  ])('metadata and type are optional, and anything: %j', async (more) => {
    expect((await generate({ fileName: 'cat.png', contentType: 'image/png', ...more })).status).toBe(200);
  });

  test.each([
    {},
    { fileName: 'cat.png' },
    { contentType: 'image/png' },
    { contentType: 'text/html' },
    { fileName: '', contentType: 'image/png' },
  ])('%j: fileName and contentType are required', async (body) => {
    expect(await generate(body)).toEqual(refused(400, 'fileName and contentType are required'));
  });

  test.each(['text/html', 'application/pdf', 'audio/mpeg', 'image', 'x-image/png'])(
    'the content type %s: 400',
    async (contentType) => {
      expect(await generate({ fileName: 'cat.png', contentType })).toEqual(
        refused(400, 'Only video and image files are allowed'),
      );
    },
  );
});

describe('DELETE /media/post/media/:mediaId', () => {
  const remove = (id: string, caller = dashboard) => caller.delete(`/media/post/media/${id}`);
  const NOT_FOUND = refused(404, 'Media file not found');
  const setStatus = (id: string, status: string) =>
    contract.db.query('UPDATE post_groups SET status = $2 WHERE id = $1', [id, status]);

  test.each(['draft', 'scheduled'])(
    'a file of a %s group is gone, and the others stay in their order',
    async (status) => {
      const postGroupId = await create(contract.owner, status === 'scheduled' ? { scheduledTime: inHours(1) } : {});
      const [first, second, third] = [await upload(postGroupId), await upload(postGroupId), await upload(postGroupId)];
      expect(await remove(second.mediaId)).toEqual({ status: 200, body: { success: true } });
      expect(await mediaUrls(postGroupId)).toEqual([first.fileUrl, third.fileUrl]);
      expect(await statusOf(second.fileUrl)).toBe(404);
      expect(await statusOf(first.fileUrl)).toBe(200);
      expect(await remove(second.mediaId)).toEqual(NOT_FOUND);
    },
  );

  test.each(['published', 'failed'])('of a %s group: 400, and it stays', async (status) => {
    const postGroupId = await create(contract.owner);
    const { mediaId, fileUrl } = await upload(postGroupId);
    await setStatus(postGroupId, status);
    expect(await remove(mediaId)).toEqual(
      refused(400, 'Cannot delete media from a post that has already been published or failed'),
    );
    expect(await mediaUrls(postGroupId)).toEqual([fileUrl]);
    expect(await statusOf(fileUrl)).toBe(200);
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('the unknown id %j: 404', async (id) => {
    expect(await remove(id)).toEqual(NOT_FOUND);
  });

  test('another account’s file: 404, and it stays', async () => {
    const { mediaId, fileUrl } = await upload(await create(contract.owner));
    const otherUser: Headers = await (await createAccount(contract.db)).session();
    expect(await remove(mediaId, contract.dashboard(otherUser))).toEqual(NOT_FOUND);
    expect(await statusOf(fileUrl)).toBe(200);
  });

  test('a file whose group never was can be removed', async () => {
    const { mediaId } = await upload(UNKNOWN_ID);
    expect(await remove(mediaId)).toEqual({ status: 200, body: { success: true } });
  });

  test('a failure: 500, and everything is as before', async () => {
    const postGroupId = await create(contract.owner);
    const { mediaId, fileUrl } = await upload(postGroupId);
    expect(await undeletable('media', () => remove(mediaId))).toEqual(refused(500, 'Failed to delete media file'));
    expect(await mediaUrls(postGroupId)).toEqual([fileUrl]);
    expect(await statusOf(fileUrl)).toBe(200);
  });
});

describe('delete-post', () => {
  const remove = (id: string) => contract.owner.delete(`/delete-post/${id}`);

  test('removes the media records, and then the objects', async () => {
    const postGroupId = await create(contract.owner);
    const files = [await upload(postGroupId), await upload(postGroupId)];
    const other = await upload(await create(contract.owner));
    expect(await remove(postGroupId)).toEqual({ status: 200, body: { success: true } });
    expect(await recordsOf(postGroupId)).toEqual([]);
    for (const { fileUrl } of files) expect(await statusOf(fileUrl)).toBe(404);
    expect(await statusOf(other.fileUrl)).toBe(200);
  });

  test('what somebody else attached to the group is not removed with it', async () => {
    const postGroupId = await create(contract.owner);
    const foreign = contract.as({ 'x-api-key': (await createAccount(contract.db)).apiKey });
    const { body } = await foreign.post('/get-upload-url', { ...FILE, postGroupId });
    await remove(postGroupId);
    expect(await recordsOf(postGroupId)).toEqual([{ id: body.mediaId }]);
  });

  test('a storage that fails does not fail the request: it is logged, and the object is left to the sweeper', async () => {
    const postGroupId = await create(contract.owner);
    const { mediaId } = await upload(postGroupId);
    const key = await keyOf(mediaId);
    const repair = await unremovable(key);
    expect(await remove(postGroupId)).toEqual({ status: 200, body: { success: true } });
    expect(await recordsOf(postGroupId)).toEqual([]);
    expect(await deletionsOf(key)).toEqual([{ key }]);
    const logged = () => contract.service.output.filter((line) => line.includes(key));
    await eventually(async () => logged().length > 0 || undefined);
    expect(logged()).toEqual([expect.stringMatching(/^\{"level":40.*the maintenance will retry/)]);
    await repair();
  });

  test('a failure: 500; the group, its media records and the objects are as before', async () => {
    const postGroupId = await create(contract.owner);
    const { fileUrl, mediaId } = await upload(postGroupId);
    expect(await undeletable('media', () => remove(postGroupId))).toEqual(refused(500, 'Failed to delete post group'));
    expect(await mediaUrls(postGroupId)).toEqual([fileUrl]);
    expect(await statusOf(fileUrl)).toBe(200);
    expect(await deletionsOf(await keyOf(mediaId))).toEqual([]);
  });
});
