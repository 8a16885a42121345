import sharp from 'sharp';
import { PLANS } from '../../src/domain/plans/plans.js';
import { newId } from '../../src/foundation/database/id.js';
import { type S3Server, startS3Server } from '../storage/s3-server.js';
import { createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { restUpload } from '../support/rest-upload.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let bucket: S3Server;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  bucket = await startS3Server();
  service = await startService({
    db,
    roles: 'api',
    env: bucket.env,
  });
});
afterAll(async () => {
  await service?.stop();
  await bucket?.close();
  await db?.drop();
});

/** An account that may store so many bytes more. */
async function accountWithRoom(bytes: number): Promise<Headers> {
  const { userId, apiKey } = await createAccount(db, { plan: 'pro', connected: ['network-1'] });
  await db.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                        status, metadata, added_at, updated_at, stored_bytes)
     VALUES ($1, $2, '', 'image', 'a', 'a', 'a', 'a', now(), 'image/png', 'ready', '{}', now(), now(), $3)`,
    [newId(), userId, PLANS.pro.storage.bytes - bytes],
  );
  return { 'x-api-key': apiKey };
}

async function createUpload(headers: Headers) {
  const query = `mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { id url } } }`;
  const draft = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
  const post = { content: 'Hi', platformIds: ['network-1'] };
  const created = await graphql(service, headers, draft, { input: { post } });
  const { postGroupId } = created.data.createPost;
  const input = { postGroupId, fileName: 'cat.png', contentType: 'image/png', type: 'IMAGE' };
  const { data, errors } = await graphql(service, headers, query, { input });
  return data?.createUpload ?? errors?.[0]?.extensions.code;
}
async function completeUpload(headers: Headers, id: string) {
  const query =
    'mutation ($input: CompleteUploadInput!) { completeUpload(input: $input) { media { status problem } } }';
  return (await graphql(service, headers, query, { input: { mediaId: id } })).data.completeUpload.media;
}
const put = async (url: string, content: Buffer, contentType = 'image/png') =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(content), headers: { 'content-type': contentType } })).status;
const room = async (headers: Headers): Promise<number> => {
  const { data } = await graphql(service, headers, '{ usage { storage { usedBytes limitBytes } } }');
  return data.usage.storage.limitBytes - data.usage.storage.usedBytes;
};

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

test('a file that went to the bucket counts with its real size once it was read; over the limit, it is removed', async () => {
  const content = await picture();
  const headers = await accountWithRoom(2.5 * content.length);
  const uploads = await Promise.all(Array.from({ length: 10 }, () => createUpload(headers)));
  // The bucket knows no limit.
  const sent = await Promise.all(uploads.map(({ uploadUrl }) => put(uploadUrl, content)));
  expect(new Set(sent)).toEqual(new Set([200]));
  const read = await Promise.all(uploads.map(({ media }) => completeUpload(headers, media.id)));
  expect(read.filter(({ status }) => status === 'READY')).toHaveLength(2);
  for (const media of read.filter(({ status }) => status !== 'READY')) {
    expect(media).toEqual({ status: 'INVALID', problem: 'Storage limit reached. Delete files to upload more.' });
  }
  const there = await Promise.all(uploads.map(async ({ media }) => (await fetch(media.url)).status));
  expect(there.map((status) => status === 200)).toEqual(read.map(({ status }) => status === 'READY'));
  expect(await room(headers)).toBe(0.5 * content.length);
});

test.each(['text/html', 'image/svg+xml', 'application/x-msdownload', 'text/html; charset=utf-8'])(
  'the bucket never stores what says it is %s: its address is for bytes',
  async (contentType) => {
    const headers = await accountWithRoom(1000);
    const { uploadUrl, media } = await restUpload(service, headers, { postGroupId: newId(), contentType });
    const page = Buffer.from('<script>alert(1)</script>');
    expect(await put(uploadUrl, page, contentType)).toBe(403);
    expect(await put(uploadUrl, page, 'application/octet-stream')).toBe(200);
    expect((await fetch(media.url)).status).toBe(404);
    expect(await completeUpload(headers, media.id)).toMatchObject({ status: 'INVALID' });
    expect((await fetch(media.url)).status).toBe(404);
    expect(await room(headers)).toBe(1000);
  },
);
