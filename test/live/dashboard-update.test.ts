import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';

// What only the dashboard's PUT /update-post takes [states/dashboard-updates-partially-published]
// [settings/photogram-videoTimestamp] [settings/skyfeed-altTexts].

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let account: TestAccount;
let session: Headers;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  session = await account.session();
});

afterAll(async () => {
  await sandbox?.close();
});

const withKey = () => ({ 'x-api-key': account.apiKey });
const inDashboard = (id: string, body: unknown) =>
  request(service.url)
    .put(`/update-post/${id}`)
    .set(session)
    .send(body as object);
const overApi = (id: string, body: unknown) =>
  request(service.url)
    .put(`/api/v1/update-post/${id}`)
    .set(withKey())
    .send(body as object);

async function create(content: string, platforms: string[], scheduledTime?: string): Promise<string> {
  const { body } = await request(service.url)
    .post('/api/v1/create-post')
    .set(withKey())
    .send({ content, platforms, scheduledTime })
    .expect(200);
  return body.postGroupId;
}

const read = async (id: string) => (await request(service.url).get(`/api/v1/get-post/${id}`).set(withKey())).body;
const ended = (id: string) =>
  eventually(async () => {
    const group = await read(id);
    return group.processingStatus === 'finished' ? group.posts : undefined;
  });
const row = async (query: string, id: string) => (await db.query(query, [id]))[0];

describe('a group of which a part is live', () => {
  const partlyPublished = async (content: string) => {
    const [live, refusing] = [sandbox.createAccount('fediverse'), sandbox.createAccount('skyfeed')];
    const platforms = [await account.connect(live), await account.connect(refusing)];
    sandbox.setFault({ platform: 'skyfeed', accountId: refusing.accountId, kind: 'rejected' });
    const id = await create(content, platforms, new Date().toISOString());
    expect((await ended(id)).map(({ status }: { status: string }) => status)).toEqual(['published', 'failed']);
    return { id, live, refusing };
  };

  test('is scheduled again in the dashboard: failed posts are published, live ones stay unchanged', async () => {
    const { id, live, refusing } = await partlyPublished('In part');
    const answer = await inDashboard(id, { status: 'scheduled', scheduledTime: new Date().toISOString() });
    expect(answer).toMatchObject({ status: 200, body: { postGroup: { _id: id, status: 'scheduled' } } });
    expect((await ended(id)).map(({ status }: { status: string }) => status)).toEqual(['published', 'published']);
    for (const { accountId } of [live, refusing]) expect(sandbox.posts({ accountId })).toHaveLength(1);
    expect(await row('SELECT status FROM post_groups WHERE id = $1', id)).toEqual({ status: 'published' });
  });

  test('can be given another time, and taken back to draft, before that', async () => {
    const { id, refusing } = await partlyPublished('Not yet');
    for (const scheduledTime of ['2099-01-01T00:00:00.000Z', '2099-02-01T00:00:00.000Z']) {
      const { body } = await inDashboard(id, { status: 'scheduled', scheduledTime }).expect(200);
      expect(body.postGroup).toEqual({ _id: id, status: 'scheduled', scheduledTime });
    }
    expect((await read(id)).posts.map(({ status }: { status: string }) => status)).toEqual(['published', 'scheduled']);
    await inDashboard(id, { status: 'draft' }).expect(200);
    expect((await read(id)).posts.map(({ status }: { status: string }) => status)).toEqual(['published', 'draft']);
    expect(sandbox.posts({ accountId: refusing.accountId })).toHaveLength(0);
  });

  test('where another part may be live, is not sent again: retryPlatformPost does that, once its owner has looked', async () => {
    const [live, unknown] = [sandbox.createAccount('fediverse'), sandbox.createAccount('messenger')];
    const platforms = [await account.connect(live), await account.connect(unknown)];
    sandbox.setFault({ platform: 'messenger', accountId: unknown.accountId, kind: 'reset_after_store' });
    const id = await create('Perhaps', platforms, new Date().toISOString());
    expect((await ended(id)).map(({ error }: { error?: { code: string } }) => error?.code)).toEqual([
      undefined,
      'OUTCOME_UNKNOWN',
    ]);
    for (const status of ['scheduled', 'draft']) {
      expect(await inDashboard(id, { status, scheduledTime: new Date().toISOString() })).toMatchObject({
        status: 400,
        body: { error: 'Cannot update post: post is currently in partially_published status' },
      });
    }
    expect(sandbox.posts({ accountId: unknown.accountId })).toHaveLength(1);
  });

  test('cannot be updated over the API', async () => {
    const { id } = await partlyPublished('Over the API');
    expect(await overApi(id, { status: 'scheduled' })).toMatchObject({
      status: 400,
      body: { error: 'Cannot update post: post is currently in partially_published status' },
    });
  });
});

test.each(['published', 'failed'])('a group that is %s cannot be updated in the dashboard either', async (status) => {
  const target = sandbox.createAccount('fediverse');
  if (status === 'failed') sandbox.setFault({ platform: 'fediverse', accountId: target.accountId, kind: 'rejected' });
  const id = await create(`It is ${status}`, [await account.connect(target)], new Date().toISOString());
  await ended(id);
  expect(await inDashboard(id, { status: 'scheduled' })).toMatchObject({
    status: 400,
    body: { error: `Cannot update post: post is currently in ${status} status` },
  });
});

describe('covers and texts of media', () => {
  test('videoTimestamp is kept with the group', async () => {
    const id = await create('A cover', ['photogram-1']);
    await inDashboard(id, { videoTimestamp: 2500 }).expect(200);
    expect(await row('SELECT video_timestamp, status FROM post_groups WHERE id = $1', id)).toEqual({
      video_timestamp: 2500,
      status: 'draft',
    });
  });

  test('altTexts go to the files by their place', async () => {
    const id = await create('Two pictures', ['skyfeed-1']);
    for (const fileName of ['one.png', 'two.png']) {
      await request(service.url)
        .post('/api/v1/get-upload-url')
        .set(withKey())
        .send({ postGroupId: id, fileName, contentType: 'image/png', type: 'image' })
        .expect(200);
    }
    await inDashboard(id, { altTexts: ['A fox', ''] }).expect(200);
    const texts = 'SELECT name, alt_text FROM media WHERE group_id = $1 ORDER BY added_at, id';
    expect(await db.query(texts, [id])).toEqual([
      { name: 'one.png', alt_text: 'A fox' },
      { name: 'two.png', alt_text: null },
    ]);
  });

  test('the 2000 characters that skyfeed advises are not enforced', async () => {
    const id = await create('Long words', ['skyfeed-1']);
    await inDashboard(id, { altTexts: ['x'.repeat(2001)] }).expect(200);
  });

  test.each([
    [{ videoTimestamp: -1 }, 'videoTimestamp must be a whole number of milliseconds, 0 or more'],
    [{ videoTimestamp: '2500' }, 'videoTimestamp must be a whole number of milliseconds, 0 or more'],
    [{ altTexts: 'A fox' }, 'altTexts must be an array of strings, one for each media file in its order'],
    [{ altTexts: [1] }, 'altTexts must be an array of strings, one for each media file in its order'],
  ])('%j: 400', async (body, error) => {
    const id = await create('Wrong', ['skyfeed-1']);
    expect(await inDashboard(id, body)).toMatchObject({ status: 400, body: { error } });
  });

  test('the API ignores them: alone they are nothing to update', async () => {
    const id = await create('Ignored', ['skyfeed-1']);
    expect(await overApi(id, { videoTimestamp: 2500, altTexts: ['A fox'] })).toMatchObject({
      status: 400,
      body: { error: 'Either status or scheduledTime must be provided' },
    });
  });
});
