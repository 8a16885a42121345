import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { PLANS } from '../../src/domain/plans/plans.js';
import { newId } from '../../src/foundation/database/id.js';
import { connectTargets, createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { restUpload } from '../support/rest-upload.js';
import { type Service, startService } from '../support/service.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'storage-limit-'));
let db: TestDatabase;
let tap: StatementTap;
let service: Service;
let clip: Buffer;

beforeAll(async () => {
  clip = await readFile(path.resolve('test/media/fixtures/index-first.mp4'));
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api', env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
  await rm(dataDir, { recursive: true });
});

const MESSAGE = 'Storage limit reached. Delete files to upload more.';

/** So many files of a user that take so many bytes together. */
const insertFiles = (userId: string, files: number, bytes: number) =>
  db.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                        status, metadata, added_at, updated_at, stored_bytes)
     SELECT left(md5($1 || n || random()), 24), $1, '', 'image', 'a', 'a' || n, 'a', 'a', now(), 'image/png', 'ready', '{}',
            now(), now(), CASE n WHEN 1 THEN $3::bigint ELSE 0 END
       FROM generate_series(1, $2::int) AS n`,
    [userId, files, bytes],
  );

interface Owner extends TestAccount {
  headers: Headers;
}

/** An account that may store so many bytes, and so many files, more. */
async function accountWithRoom({
  plan = 'pro',
  bytes = null,
  files = null,
}: {
  plan?: keyof typeof PLANS;
  bytes?: number | null;
  files?: number | null;
}): Promise<Owner> {
  const account = await createAccount(db, { plan, workspaceAccess: true, connected: ['network-1'] });
  const { storage } = PLANS[plan];
  const used = files === null ? 1 : storage.files - files;
  await insertFiles(account.userId, used, bytes === null ? 0 : storage.bytes - bytes);
  return { ...account, headers: { 'x-api-key': account.apiKey } };
}

async function mutate(headers: Headers, name: string, selection: string, input: object) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  const { data, errors } = await graphql(service, headers, query, { input });
  return errors ? errors[0]?.extensions.code : data[name];
}

async function newGroup(headers: Headers): Promise<string> {
  const input = { post: { content: 'Hi', platformIds: ['network-1'] } };
  return (await mutate(headers, 'createPost', 'postGroup { id }', input)).postGroup.id;
}

const createUpload = async (
  headers: Headers,
  more: { postGroupId?: string; contentType?: string; type?: string } = {},
) =>
  mutate(headers, 'createUpload', 'uploadUrl media { id url status problem }', {
    fileName: 'cat.png',
    contentType: 'image/png',
    type: 'IMAGE',
    ...more,
    postGroupId: more.postGroupId ?? (await newGroup(headers)),
  });
const completeUpload = async (headers: Headers, id: string) =>
  (await mutate(headers, 'completeUpload', 'media { status problem url }', { mediaId: id })).media;

const put = async (url: string, content: Buffer, contentType = 'image/png') => {
  const headers = { 'content-type': contentType };
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(content), headers });
  return { status: answer.status, body: await answer.text() };
};

const storage = async (headers: Headers) => {
  const query = '{ usage { storage { usedBytes limitBytes usedFiles limitFiles } } }';
  return (await graphql(service, headers, query)).data.usage.storage;
};
const filesOf = (userId: string) => db.query("SELECT id FROM media WHERE user_id = $1 AND name <> 'a'", [userId]);
const temporaryFiles = () => readdir(path.join(dataDir, 'temporary')).catch(() => []);

const postVideo = async (headers: Headers, postGroupId: string) => {
  const form = new FormData();
  form.set('postGroupId', postGroupId);
  form.set('video', new Blob([new Uint8Array(clip)], { type: 'video/mp4' }), 'clip.mp4');
  const answer = await fetch(`${service.url}/media/process-video`, { method: 'POST', body: form, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

test.each<[keyof typeof PLANS, number]>([
  ['starter', 2],
  ['pro', 50],
  ['premium', 250],
])('the plan %s stores %i GB, and usage has the used bytes', async (plan, gigabytes) => {
  const account = await createAccount(db, { plan });
  await insertFiles(account.userId, 3, 1000);
  const headers = plan === 'starter' ? await account.session() : { 'x-api-key': account.apiKey };
  expect(await storage(headers)).toEqual({
    usedBytes: 1000,
    limitBytes: gigabytes * 1024 ** 3,
    usedFiles: 3,
    limitFiles: PLANS[plan].storage.files,
  });
});

describe.each([
  ['bytes', { bytes: 0 }],
  ['files', { files: 0 }],
])('an account that has used all of its %s gets no address, and nothing is written', (_what, room) => {
  test('over GraphQL', async () => {
    const { headers, userId } = await accountWithRoom(room);
    const postGroupId = await newGroup(headers);
    expect(await createUpload(headers)).toBe('STORAGE_LIMIT_REACHED');
    expect(await createUpload(headers, { postGroupId })).toBe('STORAGE_LIMIT_REACHED');
    expect(await filesOf(userId)).toEqual([]);
  });

  test('over REST', async () => {
    const { headers, userId } = await accountWithRoom(room);
    const answer = await request(service.url)
      .post('/api/v1/get-upload-url')
      .set(headers)
      .send({ fileName: 'a.png', contentType: 'image/png', postGroupId: newId(), type: 'image' });
    expect([answer.status, answer.body]).toEqual([403, { error: MESSAGE }]);
    expect(await filesOf(userId)).toEqual([]);
  });

  test('in the dashboard', async () => {
    const account = await accountWithRoom(room);
    const session = await account.session();
    const generated = await request(service.url)
      .post('/media/generate-upload-url')
      .set(session)
      .send({ fileName: 'a.png', contentType: 'image/png' });
    expect([generated.status, generated.body]).toEqual([403, { error: MESSAGE }]);
    const processed = await postVideo(session, await newGroup(account.headers));
    expect(processed).toEqual({ status: 403, body: { error: MESSAGE } });
    expect(await filesOf(account.userId)).toEqual([]);
  });
});

describe('many at once never get past the limit together', () => {
  const content = Buffer.alloc(100_000, 'x');

  test('fifty files that come at once, where there is room for three', async () => {
    const { headers } = await accountWithRoom({ bytes: 3.5 * content.length });
    const uploads = await Promise.all(Array.from({ length: 50 }, () => createUpload(headers)));
    const answers = await Promise.all(uploads.map(({ uploadUrl }) => put(uploadUrl, content)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(JSON.parse(body)).toEqual({ error: MESSAGE });
    }
    const there = await Promise.all(uploads.map(async ({ media }) => (await fetch(media.url)).status));
    expect(there.filter((status) => status === 200)).toHaveLength(3);
    const { usedBytes, limitBytes } = await storage(headers);
    expect(limitBytes - usedBytes).toBe(0.5 * content.length);
  });

  test('fifty uploads to one address, where there is room for three', async () => {
    const { headers } = await accountWithRoom({ bytes: 3.5 * content.length });
    const { uploadUrl, media } = await createUpload(headers);
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(uploadUrl, content)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(50 - taken.length);
    const { usedBytes, limitBytes } = await storage(headers);
    // Each took the place of the one before.
    expect(limitBytes - usedBytes).toBe(2.5 * content.length);
    expect((await fetch(media.url)).status).toBe(200);
  });

  test('fifty addresses, where there is room for one file', async () => {
    const { headers } = await accountWithRoom({ files: 1 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => createUpload(headers)));
    expect(answers.filter((answer) => answer !== 'STORAGE_LIMIT_REACHED')).toHaveLength(1);
  });

  test('five videos through the service, where there is room for two', async () => {
    const account = await accountWithRoom({ bytes: 2.5 * clip.length });
    const session = await account.session();
    const groups = await Promise.all(Array.from({ length: 5 }, () => newGroup(account.headers)));
    const answers = await Promise.all(groups.map((id) => postVideo(session, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.error === MESSAGE)).toHaveLength(3);
    expect(await filesOf(account.userId)).toHaveLength(2);
    await eventually(async () => (await temporaryFiles()).length === 0 || undefined);
  });
});

describe('what is sent to an address', () => {
  test('is refused by its length before it is read', async () => {
    const { headers } = await accountWithRoom({ bytes: 1000 });
    const { uploadUrl, media } = await createUpload(headers);
    const upload = send(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png', 'content-length': 1001 } });
    upload.on('error', () => undefined);
    upload.flushHeaders();
    const [answer] = await once(upload, 'response');
    expect(answer.statusCode).toBe(403);
    upload.destroy();
    expect((await fetch(media.url)).status).toBe(404);
    expect((await put(uploadUrl, Buffer.alloc(1000))).status).toBe(200);
  });

  test('gives its room back when it breaks off', async () => {
    const { headers } = await accountWithRoom({ bytes: 1000 });
    const [{ uploadUrl }, other] = [await createUpload(headers), await createUpload(headers)];
    const before = await storage(headers);
    const upload = send(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png', 'content-length': 1000 } });
    upload.on('error', () => undefined);
    upload.write('x');
    const used = async () => (await storage(headers)).usedBytes - before.usedBytes;
    await eventually(async () => (await used()) === 1000 || undefined);
    expect((await put(other.uploadUrl, Buffer.from('x'))).status).toBe(403);
    upload.destroy();
    await eventually(async () => (await used()) === 0 || undefined);
    expect((await put(uploadUrl, Buffer.alloc(1000))).status).toBe(200);
  });

  test('counts once when it is sent again', async () => {
    const { headers } = await accountWithRoom({ bytes: 10_000 });
    const { uploadUrl } = await createUpload(headers);
    const before = await storage(headers);
    for (const size of [3000, 4000, 2000]) {
      expect((await put(uploadUrl, Buffer.alloc(size))).status).toBe(200);
      expect((await storage(headers)).usedBytes - before.usedBytes).toBe(size);
    }
  });

  test('is not taken once its file was removed', async () => {
    const { headers } = await accountWithRoom({});
    const { uploadUrl, media } = await createUpload(headers);
    expect(await mutate(headers, 'deleteMedia', 'deletedMediaId', { mediaId: media.id })).toEqual({
      deletedMediaId: media.id,
    });
    expect(await put(uploadUrl, Buffer.from('x'))).toEqual({ status: 404, body: '{"error":"Media file not found"}' });
    expect((await fetch(media.url)).status).toBe(404);
  });
});

describe('a file that is removed frees its room at once', () => {
  test.each<[string, (headers: Headers, file: { id: string; postGroupId: string }) => Promise<unknown>]>([
    ['by itself', (headers, { id }) => mutate(headers, 'deleteMedia', 'deletedMediaId', { mediaId: id })],
    [
      'with its group',
      (headers, { postGroupId: id }) => mutate(headers, 'deletePost', 'deletedPostGroupId', { postGroupId: id }),
    ],
  ])('%s', async (_how, remove) => {
    const { headers } = await accountWithRoom({ bytes: clip.length });
    const postGroupId = await newGroup(headers);
    const file = { contentType: 'video/mp4', type: 'VIDEO', fileName: 'clip.mp4', postGroupId };
    const { uploadUrl, media } = await createUpload(headers, file);
    expect((await put(uploadUrl, clip, 'video/mp4')).status).toBe(200);
    expect(await completeUpload(headers, media.id)).toMatchObject({ status: 'READY' });
    expect(await createUpload(headers, file)).toBe('STORAGE_LIMIT_REACHED');
    await remove(headers, { id: media.id, postGroupId });
    const again = await createUpload(headers);
    expect((await put(again.uploadUrl, clip)).status).toBe(200);
  });
});

test('managed users store on their owner’s account', async () => {
  const owner = await accountWithRoom({ bytes: 1000 });
  const userId = await owner.manage();
  await connectTargets(db, userId, ['network-1']);
  const managed = { ...owner.headers, 'x-service-user-id': userId };
  const { uploadUrl } = await createUpload(managed);
  expect((await put(uploadUrl, Buffer.alloc(1000))).status).toBe(200);
  expect(await storage(managed)).toEqual(await storage(owner.headers));
  expect(await createUpload(owner.headers)).toBe('STORAGE_LIMIT_REACHED');
  expect(await createUpload(managed)).toBe('STORAGE_LIMIT_REACHED');
});

describe('what is no image or video', () => {
  const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), Buffer.alloc(5000, 'x')]);
  const html = Buffer.from('<!doctype html><script>alert(document.domain)</script>');

  test.each([
    ['a program', 'application/x-msdownload', program],
    ['a program that says it is an image', 'image/png', program],
    ['a page', 'text/html', html],
    ['a page that says it is an image', 'image/png', html],
    ['bytes', 'application/octet-stream', program],
  ])('%s (%s) is never handed out as such, and is removed when it is read', async (_what, contentType, content) => {
    const { headers } = await accountWithRoom({});
    const before = await storage(headers);
    const { uploadUrl, media } = await restUpload(service, headers, { postGroupId: newId(), contentType });
    // A second time, too: an address is good for an hour.
    for (let time = 0; time < 2; time += 1) {
      expect((await put(uploadUrl, content, contentType)).status).toBe(200);
      const served = await fetch(media.url);
      expect(served.headers.get('content-type')).toMatch(/^(application\/octet-stream|image\/png)$/);
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('content-security-policy')).toContain('sandbox');
      if (contentType !== 'image/png') expect(served.headers.get('content-disposition')).toBe('attachment');
      const read = await completeUpload(headers, media.id);
      expect(read).toMatchObject({ status: 'INVALID', problem: expect.stringMatching(/^The file /) });
      expect((await fetch(media.url)).status).toBe(404);
      expect((await storage(headers)).usedBytes).toBe(before.usedBytes);
    }
  });

  test.each(['application/x-msdownload', 'text/html', 'image/svg+xml', 'audio/mpeg'])(
    '%s gets no address',
    async (contentType) => {
      const { headers } = await accountWithRoom({});
      const postGroupId = await newGroup(headers);
      const type = contentType.startsWith('video') ? 'VIDEO' : 'IMAGE';
      expect(await createUpload(headers, { postGroupId, contentType, type })).toBe('CONTENT_TYPE_INVALID');
    },
  );

  test('is found, too, that takes the place of a file that was read, and has its size', async () => {
    const { headers, userId } = await accountWithRoom({});
    const file = { contentType: 'video/mp4', type: 'VIDEO' };
    const { uploadUrl, media } = await createUpload(headers, file);
    await put(uploadUrl, clip, 'video/mp4');
    expect(await completeUpload(headers, media.id)).toMatchObject({ status: 'READY' });
    await put(uploadUrl, Buffer.alloc(clip.length, 'MZ'), 'video/mp4');
    await db.query("DELETE FROM pgboss.job WHERE data->>'mediaId' = $1 AND data->>'last' = 'false'", [media.id]);
    await db.query("UPDATE pgboss.job SET start_after = now() WHERE data->>'mediaId' = $1", [media.id]);
    const worker = await startService({ db, roles: 'worker', env: { DATA_DIR: dataDir } });
    try {
      await eventually(async () => {
        const [row] = await db.query('SELECT status FROM media WHERE id = $1', [media.id]);
        return row?.status === 'broken' || undefined;
      });
    } finally {
      await worker.stop();
    }
    expect((await fetch(media.url)).status).toBe(404);
    expect(await db.query('SELECT bytes::int FROM storage_usage WHERE user_id = $1', [userId])).toEqual([{ bytes: 0 }]);
  });
});

test('the limit costs two statements, however many files there are', async () => {
  const counts = [];
  for (const files of [1, 1500]) {
    const account = await createAccount(db, { connected: ['network-1'] });
    await insertFiles(account.userId, files, 1000);
    const headers = { 'x-api-key': account.apiKey };
    await createUpload(headers);
    tap.take();
    await createUpload(headers);
    const statements = tap.take().map(({ text }) => text);
    expect(
      statements.filter((text) => /storage_usage|FROM users u JOIN users o ON .* FOR NO KEY/s.test(text)),
    ).toHaveLength(2);
    counts.push(statements.length);
  }
  expect(counts[0]).toBe(counts[1]);
});
