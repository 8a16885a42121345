import pg from 'pg';
import sharp from 'sharp';
import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { collect, graphql, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let account: TestAccount;
let headers: { 'x-api-key': string };

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  headers = { 'x-api-key': account.apiKey };
});

afterAll(async () => {
  await sandbox?.close();
});

interface Entry {
  event: string;
  createdAt: string;
  metadata?: { reason?: string; scheduledTime?: string };
}

const image = (format: 'png' | 'webp' | 'jpeg', width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: 'orange' } })
    .toFormat(format)
    .toBuffer();

const draft = async (platformIds: string[]): Promise<string> => {
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const { data } = await graphql(service, headers, query, {
    input: { post: { content: 'With pictures', platformIds } },
  });
  return data.createPost.postGroup.id;
};

async function upload(postGroupId: string, fileName: string, contentType: string, body: Buffer | null): Promise<void> {
  const query = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }';
  const input = { postGroupId, fileName, contentType, type: 'IMAGE' };
  const { data } = await graphql(service, headers, query, { input });
  if (!body) return;
  const { uploadUrl } = data.createUpload;
  const sent = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  });
  expect(sent.status).toBe(200);
}

async function publish(postGroupId: string) {
  const sent = await request(service.url)
    .put(`/api/v1/update-post/${postGroupId}`)
    .set(headers)
    .send({ status: 'scheduled', scheduledTime: new Date().toISOString() });
  expect(sent.status).toBe(200);
  return eventually(async () => {
    const { body } = await request(service.url).get(`/api/v1/get-post/${postGroupId}`).set(headers);
    return body.processingStatus === 'finished' ? body.posts : undefined;
  });
}

test('pictures are sent to every platform in their order, in the form that each takes, and live once', async () => {
  const accounts = (['fediverse', 'skyfeed', 'messenger'] as const).map((platform) => sandbox.createAccount(platform));
  const platformIds: string[] = [];
  for (const one of accounts) platformIds.push(await account.connect(one));
  const id = await draft(platformIds);
  await upload(id, 'first.webp', 'image/webp', await image('webp'));
  await upload(id, 'second.png', 'image/png', await image('png', 300, 200));
  for (const post of await publish(id)) expect(post).toMatchObject({ status: 'published' });
  for (const { accountId, platform } of accounts) {
    expect({ platform, posts: sandbox.posts({ accountId }).length }).toEqual({ platform, posts: 1 });
  }
  const converted = await db.query<{ name: string; mime_type: string }>(
    `SELECT m.name, c.mime_type FROM media_conversions c JOIN media m ON m.id = c.media_id WHERE m.group_id = $1`,
    [id],
  );
  // skyfeed takes JPEG alone, messenger and fediverse take PNG as it is, and messenger has no WebP.
  expect(new Set(converted.map(({ name, mime_type }) => `${name} ${mime_type}`))).toEqual(
    new Set(['first.webp image/jpeg', 'first.webp image/webp', 'second.png image/jpeg', 'second.png image/png']),
  );
});

test('a file that never came fails the post, which would be published without it, and says what to do', async () => {
  const fediverse = sandbox.createAccount('fediverse');
  const id = await draft([await account.connect(fediverse)]);
  await upload(id, 'missing.png', 'image/png', null);
  const [post] = await publish(id);
  expect(post).toMatchObject({
    status: 'failed',
    error: { code: 'MEDIA_NOT_UPLOADED', message: 'missing.png was never uploaded', retryable: true },
  });
  expect(sandbox.posts({ accountId: fediverse.accountId })).toEqual([]);
});

test('a file that is not what it says fails the post with the reason', async () => {
  const fediverse = sandbox.createAccount('fediverse');
  const id = await draft([await account.connect(fediverse)]);
  await upload(id, 'page.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'));
  const [post] = await publish(id);
  expect(post.error).toMatchObject({ code: 'INVALID_CONTENT', retryable: false });
  expect(post.error.message).toBe('Image cannot be published: The file says image/png and is an HTML page');
  expect(sandbox.posts({ accountId: fediverse.accountId })).toEqual([]);
});

test('what somebody else attached to a group is not published with it', async () => {
  const fediverse = sandbox.createAccount('fediverse');
  const id = await draft([await account.connect(fediverse)]);
  const other = await createAccount(db);
  const foreign = await request(service.url)
    .post('/api/v1/get-upload-url')
    .set('x-api-key', other.apiKey)
    .send({ fileName: 'foreign.png', contentType: 'image/png', postGroupId: id, type: 'image' });
  expect(foreign.status).toBe(200);
  const [post] = await publish(id);
  expect(post.status).toBe('published');
});

test('files that take long before the first attempt are one log entry with the next time, and an event', async () => {
  const owner = sandbox.createAccount('skyfeed');
  const id = await draft([await account.connect(owner)]);
  await upload(id, 'slow.png', 'image/png', await image('png', 300, 200));
  const holder = new pg.Client({ connectionString: db.url });
  await holder.connect();
  try {
    // No conversion can be looked up or stored meanwhile.
    await holder.query('BEGIN; LOCK TABLE media_conversions IN ACCESS EXCLUSIVE MODE');
    const published = publish(id);
    const reasons = async (): Promise<Entry[]> => {
      const { body } = await request(service.url).get(`/api/v1/post-logs/${id}`).set(headers);
      return body.logs.filter(({ metadata }: Entry) => metadata?.reason);
    };
    const [entry] = await eventually(async () => {
      const entries = await reasons();
      return entries.length > 0 ? entries : undefined;
    }, 60_000);
    expect(entry).toMatchObject({
      event: 'scheduled',
      metadata: { reason: 'Its files are being fetched and converted', scheduledTime: expect.any(String) },
    });
    expect(Date.parse(entry?.metadata?.scheduledTime ?? '')).toBeGreaterThan(Date.parse(entry?.createdAt ?? ''));
    expect(sandbox.posts({ accountId: owner.accountId })).toEqual([]);
    await holder.query('COMMIT');
    expect(await published).toMatchObject([{ status: 'published' }]);
    expect(await reasons()).toHaveLength(1);
    const query = 'subscription ($id: ID!) { postProgress(postGroupId: $id, after: 0) { type } }';
    const client = openSocket(service, headers);
    const steps = await collect(client, query, { id }, (some: { type: string }[]) =>
      some.some(({ type }) => type === 'GROUP_FINISHED'),
    );
    await client.dispose();
    const types = steps.map(({ type }) => type);
    // Scheduled, and waiting for its files.
    expect(types.filter((type) => type === 'QUEUED')).toHaveLength(2);
    expect(types.lastIndexOf('QUEUED')).toBeLessThan(types.indexOf('PROCESSING'));
    expect(sandbox.posts({ accountId: owner.accountId })).toHaveLength(1);
  } finally {
    await holder.end();
  }
});
