import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
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

const CREATE = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) {
    replayed
    postGroup {
      id content status processingStatus scheduledTime platformSettings createdAt updatedAt
      posts { platformId accountId platform platformKey content status dueAt postedId url error { code } attemptCount }
    }
  }
}`;

const create = (input: object, by = account) => graphql(service, { 'x-api-key': by.apiKey }, CREATE, { input });
const created = async (input: object) => (await create(input)).data.createPost.postGroup;
const refused = async (input: object) => {
  const { data, errors } = await create(input);
  expect(data).toBeNull();
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
      platformSettings: { photogram: { videoType: 'REELS' }, videohub: { privacy: 'public', title: '' } },
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
    expect(Date.parse(group.scheduledTime)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(group.scheduledTime)).toBeLessThanOrEqual(Date.now());
  });

  test('merges its settings over the defaults, platform by platform', async () => {
    const platformSettings = { videohub: { title: 'Film' }, threadtalk: {} };
    const group = await created({ content: 'Hi', platformIds: [fediverse], platformSettings });
    expect(group.platformSettings).toMatchObject({
      videohub: { privacy: 'public', title: 'Film' },
      threadtalk: { replyControl: '' },
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

  test('with a setting that does not exist, or a platform that has none: the error names it', async () => {
    const target = { content: 'Hi', platformIds: [fediverse] };
    expect(await refused({ ...target, platformSettings: { videohub: { title: 'x', colour: 'red' } } })).toEqual({
      code: 'PLATFORM_SETTING_UNKNOWN',
      message: 'videohub has no setting "colour"',
      platform: 'videohub',
      setting: 'colour',
    });
    expect(await refused({ ...target, platformSettings: { fediverse: {} } })).toEqual({
      code: 'PLATFORM_SETTING_UNKNOWN',
      message: 'fediverse has no settings',
      platform: 'fediverse',
      setting: null,
    });
    expect(await refused({ ...target, platformSettings: { videohub: 'private' } })).toMatchObject({
      code: 'PLATFORM_SETTINGS_NOT_AN_OBJECT',
    });
  });

  test('and then nothing was stored', async () => {
    const owner = await createAccount(db);
    await create({ content: 'Hi', platformIds: ['fediverse-1'] }, owner);
    expect(await db.query('SELECT id FROM post_groups WHERE user_id = $1', [owner.userId])).toEqual([]);
  });
});

test('validate: false accepts any well-formed target and drops unknown settings, as REST does', async () => {
  const platformSettings = { videohub: { title: 'x', colour: 'red' }, fediverse: { a: 1 } };
  const group = await created({
    content: 'Hi',
    platformIds: ['unheard-of', 'fediverse-1'],
    platformSettings,
    validate: false,
  });
  expect(group.posts).toMatchObject([
    { platformId: 'unheard-of', platform: null, platformKey: 'unheard', accountId: 'of' },
    { platformId: 'fediverse-1', platform: 'FEDIVERSE', platformKey: 'fediverse' },
  ]);
  expect(Object.keys(group.platformSettings).sort()).toEqual(['photogram', 'shortvideo', 'threadtalk', 'videohub']);
  expect(await refused({ content: ' ', platformIds: ['fediverse-1'], validate: false })).toMatchObject({
    code: 'CONTENT_REQUIRED',
  });
});
