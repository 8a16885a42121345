import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import request from 'supertest';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { makeDeleteLeftObjects } from '../../src/domain/media/delete-left-objects.use-case.js';
import { makeReadMedia } from '../../src/domain/media/read-media.use-case.js';
import { DOCUMENTED_PLANS } from '../../src/domain/plans/plans.js';
import { newId } from '../../src/foundation/database/id.js';
import { type Db, makeTransaction, type Transaction } from '../../src/foundation/database/unit-of-work.js';
import { openDiskStorage } from '../../src/storage/disk-storage.js';
import { makeSignedAddresses } from '../../src/storage/signed-address.js';
import type { ObjectStorage } from '../../src/storage/storage.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { restUpload } from '../support/rest-upload.js';
import { removeExpired } from '../support/retention.js';
import { type Service, startService } from '../support/service.js';
import { makeVideo } from '../support/video-file.js';
import { insertRows } from './page-data.js';

const HOUR = 3_600_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'media-graphql-'));
let db: TestDatabase;
let tap: StatementTap;
let service: Service;
let owner: Headers;
let otherUser: Headers;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api', env: { DATA_DIR: dataDir } });
  const newUser = async () => ({ 'x-api-key': (await createAccount(db, { connected: ['fediverse-1'] })).apiKey });
  [owner, otherUser] = [await newUser(), await newUser()];
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
  await rm(dataDir, { recursive: true });
});

const FIELDS = `id type name fileName url mimeType correction status problem addedAt
  metadata { size width height aspectRatio format frameRate codecName bitRate duration pixelFormat frames }`;
const UNKNOWN = {
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
};

/** A mutation with an input; its response, or the code of its error. */
async function mutate(headers: Headers, name: string, selection: string, input: object) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  const { data, errors } = await graphql(service, headers, query, { input });
  return errors ? errors[0]?.extensions.code : data[name];
}

async function newGroup(headers = owner, status = 'draft'): Promise<string> {
  const input = { post: { content: 'Hi', platformIds: ['fediverse-1'] } };
  const { postGroup } = await mutate(headers, 'createPost', 'postGroup { id }', input);
  await db.query('UPDATE post_groups SET status = $2 WHERE id = $1', [postGroup.id, status]);
  return postGroup.id;
}

const FILE = { fileName: 'cat.png', contentType: 'image/png', type: 'IMAGE' };
const createUpload = (input: object, headers = owner) =>
  mutate(headers, 'createUpload', `uploadUrl media { ${FIELDS} }`, { ...FILE, ...input });
const completeUpload = async (id: string, headers = owner) => {
  const answer = await mutate(headers, 'completeUpload', `media { ${FIELDS} }`, { mediaId: id });
  return answer.media ?? answer;
};
const deleteMedia = (id: string, headers = owner) => mutate(headers, 'deleteMedia', 'deletedMediaId', { mediaId: id });

async function put(url: string, content: Buffer, contentType: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(content),
    headers: { 'content-type': contentType },
  });
  expect(answer.status).toBe(200);
}

const picture = (format: 'jpeg' | 'png' | 'gif' | 'webp', width = 40): Promise<Buffer> =>
  sharp({ create: { width, height: 30, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();

/** A file of a new group that was uploaded and not read yet. */
async function upload(content: Buffer, contentType: string): Promise<{ id: string; uploadUrl: string; url: string }> {
  const type = contentType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
  const { uploadUrl, media } = await createUpload({ postGroupId: await newGroup(), contentType, type });
  await put(uploadUrl, content, contentType);
  return { id: media.id, uploadUrl, url: media.url };
}

const mediaOf = async (id: string, headers = owner) =>
  nodesOf(
    (
      await graphql(
        service,
        headers,
        `query ($id: ID!) { postGroup(id: $id) { media { edges { node { ${FIELDS} } } } } }`,
        { id },
      )
    ).data.postGroup.media,
  );

describe('createUpload', () => {
  test('returns where to send the file, and what will be there', async () => {
    const postGroupId = await newGroup();
    const { uploadUrl, media } = await createUpload({ postGroupId, fileName: 'my cat.png' });
    expect(media).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: 'IMAGE',
      name: 'my_cat.png',
      fileName: expect.stringMatching(/^image\/.+\/file\.png$/),
      url: uploadUrl.split('?')[0],
      mimeType: 'image/png',
      correction: null,
      status: 'PENDING_UPLOAD',
      problem: null,
      metadata: UNKNOWN,
      addedAt: expect.any(String),
    });
    expect(await mediaOf(postGroupId)).toEqual([media]);
  });

  test('for the group of another account, or none: POST_GROUP_NOT_FOUND', async () => {
    for (const postGroupId of [await newGroup(otherUser), newId()]) {
      expect(await createUpload({ postGroupId })).toBe('POST_GROUP_NOT_FOUND');
    }
  });

  test('for a malformed id: ID_INVALID', async () => {
    expect(await createUpload({ postGroupId: 'abc' })).toBe('ID_INVALID');
  });

  test.each(['published', 'failed', 'processing'])(
    'for a group of which something is %s: MEDIA_NOT_ATTACHABLE, with or without validation',
    async (status) => {
      const postGroupId = await newGroup();
      await db.query('UPDATE platform_posts SET status = $2 WHERE group_id = $1', [postGroupId, status]);
      const query = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }';
      const { errors } = await graphql(service, owner, query, { input: { ...FILE, postGroupId } });
      expect(errors).toMatchObject([
        {
          message: `Cannot attach media: post is currently in ${status} status`,
          extensions: { code: 'MEDIA_NOT_ATTACHABLE', status: status.toUpperCase() },
        },
      ]);
      const { status: refused } = await restUpload(service, owner, { postGroupId });
      expect(refused).toBe(400);
      expect(await mediaOf(postGroupId)).toEqual([]);
    },
  );

  test.each([
    ['IMAGE', 'text/html'],
    ['VIDEO', 'application/pdf'],
    ['IMAGE', 'image/svg+xml'],
    ['IMAGE', 'image'],
  ])(
    'of a file of type %s that says %s, which is neither image nor video: CONTENT_TYPE_INVALID',
    async (type, contentType) => {
      expect(await createUpload({ postGroupId: await newGroup(), type, contentType })).toBe('CONTENT_TYPE_INVALID');
    },
  );

  test('what REST takes, which is anything, a foreign group does not show, and it does not lead to the group', async () => {
    const postGroupId = await newGroup(otherUser);
    const { media } = await restUpload(service, owner, { postGroupId, contentType: 'text/html' });
    expect(await db.query('SELECT status, mime_type AS type FROM media WHERE id = $1', [media.id])).toEqual([
      { status: 'awaiting', type: 'text/html' },
    ]);
    expect(await mediaOf(postGroupId, otherUser)).toEqual([]);
    const leading = `query ($id: ID!) { node(id: $id) { ... on Media { postGroup { id content } } } }`;
    const { data } = await graphql(service, owner, leading, { id: media.id });
    expect(data.node).toEqual({ postGroup: null });
  });
});

describe('completeUpload', () => {
  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('reads the image format %s', async (format) => {
    const content = await picture(format);
    const { id } = await upload(content, `image/${format}`);
    expect(await completeUpload(id)).toMatchObject({
      status: 'READY',
      problem: null,
      metadata: { ...UNKNOWN, size: content.length, width: 40, height: 30, aspectRatio: 4 / 3, format },
    });
  });

  test.each([
    ['mp4', 'index-first.mp4', 'video/mp4'],
    ['mov', 'clip.mov', 'video/quicktime'],
    ['avi', 'clip.avi', 'video/x-msvideo'],
    ['mkv', 'clip.mkv', 'video/x-matroska'],
    ['webm', 'clip.webm', 'video/webm'],
  ])('reads the video format %s', async (format, fixture, contentType) => {
    const content = await readFile(path.resolve('test/media/fixtures', fixture));
    const { id } = await upload(content, contentType);
    expect(await completeUpload(id)).toMatchObject({
      status: 'READY',
      problem: null,
      metadata: {
        size: content.length,
        width: expect.any(Number),
        height: expect.any(Number),
        aspectRatio: expect.any(Number),
        format,
        frameRate: expect.any(Number),
        codecName: expect.any(String),
        bitRate: expect.any(Number),
        duration: expect.any(Number),
        pixelFormat: format === 'webm' ? null : 'yuv420p',
        frames: null,
      },
    });
  });

  const clip = (name: string) => readFile(path.resolve('test/media/fixtures', name));
  test.each<[string, string, string, () => Promise<Buffer>, object]>([
    [
      'a PNG image',
      'IMAGE',
      'image/jpeg',
      () => picture('png'),
      { type: 'IMAGE', mimeType: 'image/png', correction: 'Declared as image/jpeg; the file is a PNG image' },
    ],
    [
      'an MP4 video',
      'IMAGE',
      'video/mp4',
      () => clip('index-first.mp4'),
      { type: 'VIDEO', mimeType: 'video/mp4', correction: 'Declared as an image; the file is an MP4 video' },
    ],
    [
      'a WebM video',
      'IMAGE',
      'image/png',
      () => clip('clip.webm'),
      { type: 'VIDEO', mimeType: 'video/webm', correction: 'Declared as image/png; the file is a WebM video' },
    ],
    [
      'a JPEG image',
      'VIDEO',
      'video/mp4',
      () => picture('jpeg'),
      { type: 'IMAGE', mimeType: 'image/jpeg', correction: 'Declared as video/mp4; the file is a JPEG image' },
    ],
    [
      'a MOV video',
      'VIDEO',
      'video/mov',
      () => clip('clip.mov'),
      { type: 'VIDEO', mimeType: 'video/quicktime', correction: null },
    ],
    [
      'a GIF image',
      'IMAGE',
      'application/octet-stream',
      () => picture('gif'),
      { type: 'IMAGE', mimeType: 'image/gif', correction: null },
    ],
  ])('%s that was declared as %s, %s, is what its bytes are, also in storage', async (...row) => {
    const [, type, contentType, content, expected] = row;
    const { uploadUrl, media } = await createUpload({ postGroupId: await newGroup(), contentType, type });
    const bytes = await content();
    await put(uploadUrl, bytes, contentType);
    expect(await completeUpload(media.id)).toMatchObject({ status: 'READY', problem: null, ...expected });
    const served = await fetch(media.url);
    expect(served.headers.get('content-type')).toBe((expected as { mimeType: string }).mimeType);
    expect(bytes.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
    // It is read again when its address has expired, and says the same.
    expect(await completeUpload(media.id)).toMatchObject(expected);
  });

  test('a file that has not come stays PENDING_UPLOAD', async () => {
    const { media } = await createUpload({ postGroupId: await newGroup() });
    expect(await completeUpload(media.id)).toEqual(media);
  });

  test.each<[string, string, () => Promise<Buffer> | Buffer, string]>([
    ['is empty', 'image/png', () => Buffer.alloc(0), 'The file is empty'],
    [
      'is cut off',
      'image/png',
      async () => (await picture('png')).subarray(0, 60),
      'The file is a PNG image that is damaged or truncated',
    ],
    [
      'is a page',
      'image/png',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'The file says image/png and is an HTML page',
    ],
    [
      'is nothing that is known',
      'image/png',
      () => Buffer.from('hello'),
      'The file says image/png and is of an unknown format',
    ],
  ])('a file that %s is INVALID, and says why', async (_what, contentType, content, problem) => {
    const { id } = await upload(await content(), contentType);
    expect(await completeUpload(id)).toMatchObject({ status: 'INVALID', problem });
  });

  test('a broken file that is asked for again while it is read is INVALID in every response', async () => {
    const whole = await picture('png', 4000);
    for (const later of [0, 20, 40, 60, 80, 100, 120]) {
      const { id } = await upload(whole.subarray(0, whole.length / 2), 'image/png');
      const answers = await Promise.all([completeUpload(id), pause(later).then(() => completeUpload(id))]);
      expect(answers).toMatchObject([{ status: 'INVALID' }, { status: 'INVALID' }]);
    }
    for (let pair = 0; pair < 20; pair += 1) {
      const { id } = await upload(Buffer.from('hello'), 'image/png');
      const answers = await Promise.all([completeUpload(id), pause(pair).then(() => completeUpload(id))]);
      expect(answers).toMatchObject([{ status: 'INVALID' }, { status: 'INVALID' }]);
    }
  });

  test('a file that was sent a second time is read again', async () => {
    const { id, uploadUrl } = await upload(Buffer.from('hello'), 'image/png');
    expect(await completeUpload(id)).toMatchObject({ status: 'INVALID' });
    await put(uploadUrl, await picture('png'), 'image/png');
    expect(await completeUpload(id)).toMatchObject({ status: 'READY', problem: null, metadata: { width: 40 } });
    await put(uploadUrl, await picture('png', 80), 'image/png');
    expect(await completeUpload(id)).toMatchObject({ status: 'READY', metadata: { width: 80 } });
  });

  test('another account’s file, or none: MEDIA_NOT_FOUND, and it is not read', async () => {
    const { id } = await upload(await picture('png'), 'image/png');
    expect(await completeUpload(id, otherUser)).toBe('MEDIA_NOT_FOUND');
    expect(await completeUpload(newId())).toBe('MEDIA_NOT_FOUND');
    expect(await completeUpload('abc')).toBe('ID_INVALID');
    expect(await db.query('SELECT status FROM media WHERE id = $1', [id])).toEqual([{ status: 'awaiting' }]);
  });
});

describe('scheduling looks at the files first', () => {
  const ISSUES = 'valid errors { code message field severity } warnings { code }';
  const validate = async (postGroupId: string) => {
    const query = `query ($id: ID!) { validatePost(input: { postGroupId: $id }) { ${ISSUES} } }`;
    return (await graphql(service, owner, query, { id: postGroupId })).data.validatePost;
  };
  const schedule = async (postGroupId: string, more: object = {}) => {
    const input = { postGroupId, status: 'SCHEDULED', scheduledTime: '2035-03-15T10:00:00Z', ...more };
    const query = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status } } }';
    const { data, errors } = await graphql(service, owner, query, { input });
    return errors ? errors[0]?.extensions : data.updatePost.postGroup;
  };
  const refusedFor = (error: object) => ({ code: 'VALIDATION_FAILED', validation: { valid: false, errors: [error] } });
  /** A group with a file that was uploaded, and of which its client says nothing. */
  const withFile = async (content: Buffer, contentType: string) => {
    const postGroupId = await newGroup();
    const type = contentType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
    const { uploadUrl, media } = await createUpload({ postGroupId, contentType, type });
    await put(uploadUrl, content, contentType);
    return { postGroupId, id: media.id };
  };
  const TOO_MANY_PIXELS = { code: 'MEDIA_DIMENSIONS_INVALID', field: 'video' };
  const NOT_UPLOADED = { code: 'MEDIA_NOT_UPLOADED', field: 'media', message: 'cat.png was never uploaded' };

  test('a video that the platform does not accept is not scheduled, with any declared type', async () => {
    for (const contentType of ['video/mp4', 'image/png']) {
      const { postGroupId, id } = await withFile(makeVideo({ width: 4096, height: 2160 }), contentType);
      expect(await schedule(postGroupId)).toMatchObject(refusedFor(TOO_MANY_PIXELS));
      expect(await mediaOf(postGroupId)).toMatchObject([{ id, type: 'VIDEO', status: 'READY' }]);
    }
  });

  test('what cannot be published is not scheduled', async () => {
    const { postGroupId } = await withFile(Buffer.from('hello'), 'image/png');
    expect(await schedule(postGroupId)).toMatchObject(refusedFor({ code: 'MEDIA_TYPE_NOT_SUPPORTED' }));
  });

  test('a file that replaces one which was inspected is inspected', async () => {
    const postGroupId = await newGroup();
    const { uploadUrl, media } = await createUpload({ postGroupId, contentType: 'video/mp4', type: 'VIDEO' });
    await put(uploadUrl, makeVideo(), 'video/mp4');
    expect(await completeUpload(media.id)).toMatchObject({ status: 'READY' });
    await put(uploadUrl, makeVideo({ width: 4096, height: 2160, seconds: 5 }), 'video/mp4');
    expect(await schedule(postGroupId)).toMatchObject(refusedFor(TOO_MANY_PIXELS));
  });

  test('a file that has not arrived is named by validation, and keeps the post from being scheduled', async () => {
    const postGroupId = await newGroup();
    const { media } = await createUpload({ postGroupId });
    expect(await validate(postGroupId)).toMatchObject({
      valid: false,
      errors: [{ ...NOT_UPLOADED, severity: 'ERROR' }],
    });
    expect(await schedule(postGroupId)).toMatchObject(refusedFor(NOT_UPLOADED));
    // Once it is removed, or with the files that are to stay, the post goes out without it.
    expect(await schedule(postGroupId, { media: [] })).toEqual({ status: 'SCHEDULED' });
    expect(await deleteMedia(media.id)).toBe('MEDIA_NOT_FOUND');
  });

  test('a file that is still to be fetched from its URL does not: publishing waits for it', async () => {
    const postGroupId = await newGroup();
    const input = { postGroupId, url: 'https://example.com/dog.png', type: 'IMAGE' };
    await mutate(owner, 'createUploadFromUrl', 'media { id }', input);
    expect(await schedule(postGroupId)).toEqual({ status: 'SCHEDULED' });
  });

  test('an update of a scheduled post looks, too', async () => {
    const postGroupId = await newGroup();
    expect(await schedule(postGroupId)).toEqual({ status: 'SCHEDULED' });
    await createUpload({ postGroupId });
    expect(await schedule(postGroupId, { scheduledTime: '2035-03-16T10:00:00Z' })).toMatchObject(
      refusedFor(NOT_UPLOADED),
    );
  });

  test('a copy is not scheduled without a file that has not arrived; as a draft it has those that have', async () => {
    const { postGroupId } = await withFile(await picture('png'), 'image/png');
    await createUpload({ postGroupId });
    const copy = (more: object) => mutate(owner, 'duplicatePost', 'postGroup { id }', { postGroupId, ...more });
    expect(await copy({ scheduledTime: '2035-03-15T10:00:00Z' })).toBe('VALIDATION_FAILED');
    const { postGroup } = await copy({});
    expect(await mediaOf(postGroup.id)).toHaveLength(1);
  });

  test('REST schedules without validation, after it has looked', async () => {
    const { postGroupId, id } = await withFile(makeVideo({ width: 4096, height: 2160 }), 'image/png');
    await createUpload({ postGroupId });
    const { status } = await request(service.url)
      .put(`/api/v1/update-post/${postGroupId}`)
      .set(owner)
      .send({ status: 'scheduled', scheduledTime: '2035-03-15T10:00:00Z' });
    expect(status).toBe(200);
    expect(await mediaOf(postGroupId)).toMatchObject([{ id, type: 'VIDEO', status: 'READY' }, {}]);
  });
});

test('a file that is not completed by its client is read by a job; one that never came is removed after its hour', async () => {
  const { id } = await upload(await picture('webp'), 'image/webp');
  const [draft, scheduled, failed, open] = await Promise.all(
    ['draft', 'scheduled', 'failed', 'draft'].map((status) => newGroup(owner, status)),
  );
  await db.query("UPDATE platform_posts SET status = 'failed' WHERE group_id = $1", [failed]);
  for (const postGroupId of [draft, scheduled, open]) await createUpload({ postGroupId });
  const { media } = await createUpload({ postGroupId: await newGroup() });
  await db.query('UPDATE media SET group_id = $1 WHERE id = $2', [failed, media.id]);
  await db.query("UPDATE media SET upload_expires_at = now() - interval '2 minutes' WHERE group_id = ANY($1)", [
    [draft, scheduled, failed],
  ]);
  const worker = await startService({ db, roles: 'worker', env: { DATA_DIR: dataDir } });
  try {
    const metadata = await eventually(async () => {
      const [media] = await db.query(`SELECT metadata FROM media WHERE id = $1 AND status = 'ready'`, [id]);
      return media?.metadata;
    });
    expect(metadata).toMatchObject({ width: 40, height: 30, format: 'webp' });
    const isGone = async (group: string | undefined) => (await mediaOf(group ?? '')).length === 0 || undefined;
    for (const group of [draft, scheduled]) await eventually(() => isGone(group));
    // A retry of a post that failed because its file was missing must not publish it without the file.
    for (const group of [failed, open]) expect(await mediaOf(group ?? '')).toHaveLength(1);
  } finally {
    await worker.stop();
  }
});

describe('deleteMedia', () => {
  const inGroup = async (status: string) => {
    const postGroupId = await newGroup();
    const { media } = await createUpload({ postGroupId });
    await db.query('UPDATE post_groups SET status = $2 WHERE id = $1', [postGroupId, status]);
    return { id: media.id, postGroupId };
  };

  test.each(['draft', 'scheduled'])('removes a file from a %s group', async (status) => {
    const { id, postGroupId } = await inGroup(status);
    expect(await deleteMedia(id)).toEqual({ deletedMediaId: id });
    expect(await mediaOf(postGroupId)).toEqual([]);
    expect(await deleteMedia(id)).toBe('MEDIA_NOT_FOUND');
  });

  test.each(['published', 'failed'])('of a %s group: MEDIA_NOT_DELETABLE', async (status) => {
    const { id, postGroupId } = await inGroup(status);
    expect(await deleteMedia(id)).toBe('MEDIA_NOT_DELETABLE');
    expect(await mediaOf(postGroupId)).toHaveLength(1);
  });

  test('another account’s file, or none: MEDIA_NOT_FOUND', async () => {
    const { id, postGroupId } = await inGroup('draft');
    expect(await deleteMedia(id, otherUser)).toBe('MEDIA_NOT_FOUND');
    expect(await deleteMedia(newId())).toBe('MEDIA_NOT_FOUND');
    expect(await deleteMedia('abc')).toBe('ID_INVALID');
    expect(await mediaOf(postGroupId)).toHaveLength(1);
  });
});

describe.each([1, 20])('with %i groups of three files each', (size) => {
  test('a page of groups with their posts and files is 2 statements', async () => {
    const account = await createAccount(db);
    const ids = Array.from({ length: size }, () => newId());
    const times = { createdAt: 0, updatedAt: 0, scheduledTime: null, status: 'draft' as const };
    await insertRows(
      db,
      account.userId,
      ids.map((id) => ({ id, ...times, platforms: ['fediverse'] })),
    );
    await db.query(
      `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                          status, metadata, added_at, updated_at)
       SELECT left(md5(id || n), 24), $1, id, 'image', 'a', 'a', 'a', n::text, now(), 'image/png', 'awaiting', $3,
              now() + n * interval '1 second', now()
         FROM unnest($2::text[]) AS id, generate_series(1, 3) AS n`,
      [account.userId, ids, JSON.stringify(UNKNOWN)],
    );
    const query = `query ($size: Int) {
      postGroups(first: $size) { edges { node { id posts { id } media { edges { node { url metadata { width } } } } } } }
    }`;
    const headers = { 'x-api-key': account.apiKey };
    // Its first operation reserves points of its limit for those that follow.
    await graphql(service, headers, '{ viewer { id } }');
    tap.take();
    const { data } = await graphql(service, headers, query, { size });
    const tables = tap.take().map(({ text }) => /FROM "?(\w+)"?/.exec(text)?.[1]);
    expect(data.postGroups.edges).toHaveLength(size);
    for (const { node } of data.postGroups.edges) {
      expect(nodesOf(node.media).map(({ url }: { url: string }) => url)).toEqual(['1', '2', '3']);
    }
    expect(tables).toEqual(['api_keys', 'post_groups']);
  });
});

test('the files of a group are paged in the order of publishing; REST list-posts has them all', async () => {
  const account = await createAccount(db);
  const id = newId();
  const times = { createdAt: 0, updatedAt: 0, scheduledTime: null, status: 'draft' as const };
  await insertRows(db, account.userId, [{ id, ...times, platforms: ['fediverse'] }]);
  // Every third has a place; the others follow in the order of their arrival, of which some are equal.
  await db.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                        status, metadata, position, added_at, updated_at)
     SELECT left(md5(n::text), 24), $1, $2, 'image', 'a', 'a', 'a', n::text, now(), 'image/png', 'awaiting', $3,
            CASE WHEN n % 3 = 0 THEN 200 - n END, now() + n / 5 * interval '1 second', now()
       FROM generate_series(1, 120) AS n`,
    [account.userId, id, JSON.stringify(UNKNOWN)],
  );
  const expected = (
    await db.query<{ url: string }>(
      'SELECT url_pure AS url FROM media WHERE group_id = $1 ORDER BY position NULLS LAST, added_at, id',
      [id],
    )
  ).map(({ url }) => url);
  expect(expected).toHaveLength(120);
  const headers = { 'x-api-key': account.apiKey };
  const query = `query ($id: ID!, $after: String) {
    postGroup(id: $id) { media(first: 50, after: $after) { totalCount edges { node { url } } pageInfo { hasNextPage endCursor } } }
  }`;
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { data } = await graphql(service, headers, query, { id, after });
    const { totalCount, edges, pageInfo } = data.postGroup.media;
    expect(totalCount).toBe(120);
    seen.push(...edges.map(({ node }: { node: { url: string } }) => node.url));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  expect(seen).toEqual(expected);
  const { body } = await request(service.url).get('/api/v1/list-posts').set(headers);
  expect(body.posts[0].mediaUrls).toEqual(expected);
  const { errors } = await graphql(service, headers, `{ postGroup(id: "${id}") { media(first: 101) { totalCount } } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'PAGE_INVALID' } }]);
});

/** The service's storage and database, for what is run in this process. */
async function withStores<T>(
  clock: () => Date,
  act: (stores: { db: Db; transaction: Transaction; storage: ObjectStorage }) => Promise<T>,
): Promise<T> {
  const storage = await openDiskStorage({
    folder: path.join(dataDir, 'objects'),
    baseUrl: () => service.url,
    addresses: makeSignedAddresses({ keys: [ENCRYPTION_KEY], clock }),
    clock,
  });
  const dataSource = await openDataSource(db);
  try {
    return await act({ db: dataSource.manager, transaction: makeTransaction(dataSource), storage });
  } finally {
    await dataSource.destroy();
  }
}

test('a file that is deleted while it is read is no failure: there is none', async () => {
  const { id } = await upload(await picture('png'), 'image/png');
  const clock = () => new Date();
  const read = withStores(clock, (stores) =>
    makeReadMedia({
      ...stores,
      plans: DOCUMENTED_PLANS,
      clock,
      recordChanges: () => Promise.reject(new Error('Nothing is recorded')),
      mediaQueue: { enqueueProbe: () => Promise.reject(new Error('Nothing is replaced')) },
      async probe(source) {
        await deleteMedia(id);
        await source.read(0, 1);
        throw new Error('It is still there');
      },
    })(id),
  );
  expect(await read).toBeNull();
});

describe('the sweeper', () => {
  /** Sweeps as if it were so many milliseconds from now; returns what it logged. */
  async function sweepIn(milliseconds: number): Promise<string[]> {
    const clock = () => new Date(Date.now() + milliseconds);
    const logged: string[] = [];
    const log = pino({}, { write: (line) => void logged.push(line) });
    await withStores(clock, async (stores) => {
      await removeExpired(stores.transaction, { clock, kinds: ['unattached_files'] });
      await makeDeleteLeftObjects({ ...stores, clock, log })();
    });
    return logged;
  }
  const isThere = async (url: string) => (await fetch(url)).ok;
  const waiting = async (url: string) =>
    (await db.query("SELECT key FROM object_deletions WHERE $1 LIKE '%' || key", [url])).length > 0;

  test('removes uploads that were not attached within a day, and leaves those that were', async () => {
    const content = await picture('png');
    const attached = await upload(content, 'image/png');
    const loose = await restUpload(service, owner, { postGroupId: newId() });
    const foreign = await restUpload(service, owner, { postGroupId: await newGroup(otherUser) });
    for (const { uploadUrl } of [loose, foreign]) await put(uploadUrl, content, 'image/png');
    await sweepIn(23 * HOUR);
    expect(await isThere(loose.media.url)).toBe(true);
    expect(await sweepIn(25 * HOUR)).toEqual([]);
    expect(await isThere(attached.url)).toBe(true);
    for (const { media } of [loose, foreign]) {
      expect(await isThere(media.url)).toBe(false);
      expect(await completeUpload(media.id)).toBe('MEDIA_NOT_FOUND');
      expect(await waiting(media.url)).toBe(false);
    }
  });

  test('removes what arrives at a bucket under an address whose file was removed', async () => {
    const { id, url } = await upload(await picture('png'), 'image/png');
    const [object] = await db.query('SELECT file_name FROM media WHERE id = $1', [id]);
    const file = path.join(dataDir, 'objects', String(object?.file_name).replaceAll('/', '+'));
    const content = await readFile(file);
    await deleteMedia(id);
    await writeFile(file, content);
    await sweepIn(HOUR / 2);
    expect(await isThere(url)).toBe(true);
    await sweepIn(HOUR + 1000);
    expect(await isThere(url)).toBe(false);
    expect(await waiting(url)).toBe(false);
  });

  test('an object that cannot be removed is logged, tried again, and delays no other', async () => {
    const stuck = await createUpload({ postGroupId: await newGroup() });
    const folder = path.join(dataDir, 'objects', stuck.media.fileName.replaceAll('/', '+'));
    await mkdir(folder);
    await deleteMedia(stuck.media.id);
    const other = await upload(await picture('png'), 'image/png');
    await deleteMedia(other.id);
    expect(await sweepIn(HOUR + 1000)).toEqual([expect.stringContaining('"left":1')]);
    expect(await waiting(stuck.media.url)).toBe(true);
    expect(await waiting(other.url)).toBe(false);
    await rmdir(folder);
    expect(await sweepIn(HOUR + 1000)).toEqual([]);
    expect(await waiting(stuck.media.url)).toBe(false);
  });
});
