import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { expectNow } from '../contract/contract.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let sandbox: Sandbox;
let account: TestAccount;
let fediverse: string;
let skyfeed: string;
let did: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  fediverse = await account.connect(sandbox.createAccount('fediverse'));
  const sky = sandbox.createAccount('skyfeed');
  did = sky.accountId;
  skyfeed = await account.connect(sky);
});
afterAll(async () => {
  await sandbox?.close();
});

const SETTINGS = `platformSettings { photogram { videoType } threadtalk { replyControl } shortvideo { viewerSetting allowComments brandedContent } videohub { privacy title } }`;
const CREATE = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) {
    replayed
    postGroup {
      id content status processingStatus scheduledTime createdAt updatedAt
      ${SETTINGS}
      posts { platformId accountId platform platformKey content status dueAt postedId url error { code } attemptCount }
    }
  }
}`;

const create = (input: Record<string, unknown>, by = account) =>
  graphql(service, { 'x-api-key': by.apiKey }, CREATE, { input: newPost(input) });
const created = async (input: Record<string, unknown>) => (await create(input)).data.createPost.postGroup;
const refused = async (input: Record<string, unknown>) => {
  const { data, errors } = await create(input);
  expect(data).toEqual({ createPost: null });
  expect(errors).toHaveLength(1);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
};

describe('a group', () => {
  test('without a time is a draft, with the defaults of every setting', async () => {
    const group = await created({ content: ' Hi ', platformIds: [fediverse, skyfeed] });
    expect(group).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      content: ' Hi ',
      status: 'DRAFT',
      processingStatus: 'PENDING',
      scheduledTime: null,
      platformSettings: {
        photogram: { videoType: 'REELS' },
        threadtalk: { replyControl: null },
        shortvideo: { viewerSetting: 'PUBLIC_TO_EVERYONE', allowComments: true, brandedContent: false },
        videohub: { privacy: 'PUBLIC', title: '' },
      },
    });
    expect(group.posts).toEqual([
      {
        ...{
          platformId: fediverse,
          accountId: fediverse.split('-')[1],
          platform: 'FEDIVERSE',
          platformKey: 'fediverse',
        },
        ...{ content: ' Hi ', status: 'DRAFT', dueAt: null, postedId: null, url: null, error: null, attemptCount: 0 },
      },
      expect.objectContaining({ platformId: skyfeed, accountId: did, platform: 'SKYFEED', status: 'DRAFT' }),
    ]);
  });

  test('with a time is scheduled, its posts too; dates are ISO 8601 in UTC with milliseconds', async () => {
    const group = await created({
      content: 'Hi',
      platformIds: [fediverse],
      scheduledTime: '2035-03-15T10:00:00+02:00',
    });
    expect(group).toMatchObject({ status: 'SCHEDULED', scheduledTime: '2035-03-15T08:00:00.000Z' });
    expect(group.posts).toMatchObject([{ status: 'SCHEDULED', dueAt: '2035-03-15T08:00:00.000Z' }]);
  });

  test('may be scheduled for decades ahead', async () => {
    const scheduledTime = '2099-12-31T23:59:59.999Z';
    expect(await created({ content: 'Hi', platformIds: [fediverse], scheduledTime })).toMatchObject({ scheduledTime });
  });

  test('with a past time is published now', async () => {
    const before = Date.now();
    const group = await created({ content: 'Hi', platformIds: [fediverse], scheduledTime: '2001-01-01T00:00:00Z' });
    expect(group.status).toBe('SCHEDULED');
    expectNow(group.scheduledTime, before);
  });

  test('merges its settings over the defaults, platform by platform', async () => {
    const platformSettings = { videohub: { title: 'Film' }, threadtalk: {} };
    const group = await created({ content: 'Hi', platformIds: [fediverse], platformSettings });
    expect(group.platformSettings).toMatchObject({
      videohub: { privacy: 'PUBLIC', title: 'Film' },
      threadtalk: { replyControl: null },
      shortvideo: { allowComments: true },
    });
  });

  test('takes a skyfeed DID with its colons, and the id that is printed for it: both name the same target', async () => {
    const byDid = await created({ content: 'Hi', platformIds: [`skyfeed-${did}`] });
    expect(byDid.posts).toMatchObject([{ platformId: skyfeed, accountId: did }]);
    expect(skyfeed).toMatch(/^[a-z]+-[a-zA-Z0-9_-]+$/);
    const twice = await created({ content: 'Hi', platformIds: [skyfeed, `skyfeed-${did}`, fediverse, skyfeed] });
    expect(twice.posts.map((post: { platformId: string }) => post.platformId)).toEqual([skyfeed, fediverse]);
  });
});

describe('is refused', () => {
  test.each(['', '   ', '\n\t'])('with the content %j', async (content) => {
    expect(await refused({ content, platformIds: [fediverse] })).toEqual({
      code: 'CONTENT_REQUIRED',
      message: 'Content is required',
    });
  });

  test('without a target', async () => {
    expect(await refused({ content: 'Hi', platformIds: [] })).toEqual({
      code: 'PLATFORMS_EMPTY',
      message: 'At least one platform is required',
    });
  });

  test.each(['fediverse', 'Fediverse-1', '-1', 'fediverse-', 'fediverse-a b', 'fediverse-ü', ''])(
    'with the target %j, which the error names',
    async (platformId) => {
      expect(await refused({ content: 'Hi', platformIds: [fediverse, platformId] })).toEqual({
        code: 'PLATFORM_ID_INVALID',
        message: `Invalid platform ID format: ${platformId}`,
        platformId,
      });
    },
  );

  test('with targets that are no connections of the viewer, all of which the error names', async () => {
    const otherUser = await createAccount(db);
    const theirs = await otherUser.connect(sandbox.createAccount('messenger'));
    const missing = ['fediverse-1', theirs];
    expect(await refused({ content: 'Hi', platformIds: [missing[0], fediverse, missing[1]] })).toEqual({
      code: 'CONNECTIONS_NOT_FOUND',
      message: `No connected account for: ${missing.join(', ')}`,
      platformIds: missing,
    });
  });

  test.each([
    ['a setting that does not exist', { videohub: { title: 'x', colour: 'red' } }, '"colour"'],
    ['a platform that has none', { pinboard: {} }, '"pinboard"'],
    ['a platform whose settings are no object', { videohub: 'private' }, '"VideohubSettingsInput"'],
    ['a value of another type', { shortvideo: { viewerSetting: 42 } }, '"ShortvideoViewerSetting"'],
    ['a value that is none of the choices', { threadtalk: { replyControl: 'NOBODY' } }, '"NOBODY"'],
    ['a text for a flag', { shortvideo: { allowDuet: 'yes' } }, 'Boolean'],
  ])('with settings that have %s: the error names it', async (_what, platformSettings, named) => {
    const { data, errors } = await create({ content: 'Hi', platformIds: [fediverse], platformSettings });
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ message: expect.stringContaining(named), extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('and then nothing was stored', async () => {
    const owner = await createAccount(db);
    await create({ content: 'Hi', platformIds: ['fediverse-1'] }, owner);
    expect(await db.query('SELECT id FROM post_groups WHERE user_id = $1', [owner.userId])).toEqual([]);
  });
});

test('targets that REST stored are shown, also of a platform that the schema does not have', async () => {
  const { body } = await request(service.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({ content: 'Hi', platforms: ['unheard-of', 'fediverse-1'] });
  const query = 'query ($id: ID!) { postGroup(id: $id) { posts { platformId platform platformKey accountId } } }';
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, { id: body.postGroupId });
  expect(data.postGroup.posts).toEqual([
    { platformId: 'unheard-of', platform: null, platformKey: 'unheard', accountId: 'of' },
    { platformId: 'fediverse-1', platform: 'FEDIVERSE', platformKey: 'fediverse', accountId: '1' },
  ]);
});

test('settings that REST stored and their types do not have are null', async () => {
  const { body } = await request(service.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({
      content: 'Hi',
      platforms: [fediverse],
      platformSettings: {
        shortvideo: { viewerSetting: 42, allowComments: 'no', brandedContent: true },
        videohub: { privacy: 'secret', title: 'Film' },
      },
    });
  const query = `query ($id: ID!) { postGroup(id: $id) { ${SETTINGS} } }`;
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, { id: body.postGroupId });
  expect(data.postGroup.platformSettings).toEqual({
    photogram: { videoType: 'REELS' },
    threadtalk: { replyControl: null },
    shortvideo: { viewerSetting: null, allowComments: null, brandedContent: true },
    videohub: { privacy: null, title: 'Film' },
  });
});

describe('the text of a target', () => {
  const targets = () => ({ content: 'For all', platformIds: [fediverse, skyfeed] });

  test('is that of its override, and the others have the content', async () => {
    const overrides = [{ platformId: `skyfeed-${did}`, content: 'For skyfeed' }];
    const group = await created({ ...targets(), overrides });
    expect(group.content).toBe('For all');
    expect(group.posts).toMatchObject([
      { platformId: fediverse, content: 'For all' },
      { platformId: skyfeed, content: 'For skyfeed' },
    ]);
  });

  test('is its own also where it equals the content, which is stored once for the others', async () => {
    const overrides = [{ platformId: fediverse, content: 'For all' }];
    const { id } = await created({ ...targets(), overrides });
    const rows = await db.query('SELECT content FROM platform_posts WHERE group_id = $1 ORDER BY target_index', [id]);
    expect(rows).toEqual([{ content: 'For all' }, { content: null }]);
  });

  test.each([
    ['for none of its targets', () => [{ platformId: 'fediverse-9', content: 'a' }], 'OVERRIDE_NOT_A_TARGET'],
    ['for what is no platform id', () => [{ platformId: 'fediverse', content: 'a' }], 'OVERRIDE_NOT_A_TARGET'],
    [
      'twice for one target, also by its DID',
      () => [skyfeed, `skyfeed-${did}`].map((platformId) => ({ platformId, content: 'a' })),
      'OVERRIDE_DUPLICATE',
    ],
    ['without text', () => [{ platformId: fediverse, content: ' ' }], 'CONTENT_REQUIRED'],
    ['that is too long', () => [{ platformId: fediverse, content: 'a'.repeat(100_001) }], 'CONTENT_TOO_LONG'],
  ])('is refused %s', async (_what, overrides, code) => {
    expect(await refused({ ...targets(), overrides: overrides() })).toMatchObject({ code });
  });

  test('and those of all targets together have at most 500,000 characters', async () => {
    const platformIds = Array.from({ length: 6 }, (_, index) => `fediverse-${index}`);
    const owner = await createAccount(db, { connected: platformIds });
    const overrides = platformIds.map((platformId, index) => ({ platformId, content: `${index}`.repeat(90_000) }));
    const input = { content: 'Hi', platformIds };
    expect((await create({ ...input, overrides }, owner)).errors).toMatchObject([
      { extensions: { code: 'OVERRIDES_TOO_LONG' } },
    ]);
    const { data } = await create({ ...input, overrides: overrides.slice(0, 5) }, owner);
    expect(data.createPost.postGroup.posts).toHaveLength(6);
  });

  test('is part of the input that an idempotency key identifies', async () => {
    const input = { ...targets(), idempotencyKey: 'with overrides' };
    const overrides = [{ platformId: fediverse, content: 'For fediverse' }];
    const first = await create({ ...input, overrides });
    expect((await create({ ...input, overrides })).data.createPost).toEqual({
      ...first.data.createPost,
      replayed: true,
    });
    expect(await refused(input)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});
