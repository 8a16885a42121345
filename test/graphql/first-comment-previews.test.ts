/** First comments in previews: what is shown is what the platform receives. */
import { startSandbox } from '../../sandbox/sandbox.js';
import { sandboxPlatforms } from '../../sandbox/types.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

let account: TestAccount;
beforeEach(async () => {
  account = await createAccount(db);
});

interface Preview {
  platform: string;
  platformIds: string[] | null;
  additions: string[];
  firstComment: { text: string; length: number; limit: number; exceedsLimit: boolean } | null;
}

// biome-ignore lint/suspicious/noExplicitAny: each caller reads its own fields.
async function ask(query: string, input: object): Promise<any> {
  const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, { input });
  expect(errors).toBeUndefined();
  return data;
}

const CHECK = `query ($input: ValidatePostInput!) {
  previewPost(input: $input) { platform platformIds additions firstComment { text length limit exceedsLimit } }
  validatePost(input: $input) { valid errors { code platform platformIds field currentValue } }
}`;
const check = (post: object): Promise<{ previewPost: Preview[]; validatePost: { valid: boolean; errors: object[] } }> =>
  ask(CHECK, { post });
const setLinks = (parameters: object, more: object = {}) =>
  ask('mutation ($input: SetLinkParametersInput!) { setLinkParameters(input: $input) { linkRules { platform } } }', {
    ...more,
    parameters,
  });

const commentOf = (previews: Preview[], platformId: string) =>
  previews.find(({ platformIds }) => platformIds?.includes(platformId))?.firstComment?.text;

test.each(sandboxPlatforms)('on %s it has its length and limit, if the platform takes one', async (platform) => {
  const limit = platformRules[platform].comment?.text.max ?? null;
  const platformId = await account.connect(sandbox.createAccount(platform));
  const shown = async (length: number) => {
    const firstComment = 'a'.repeat(length);
    const post = { content: 'The post', platformIds: [platformId], overrides: [{ platformId, firstComment }] };
    return (await check(post)).previewPost.map((preview) => preview.firstComment);
  };
  if (limit === null) return expect(await shown(1)).toEqual([null]);
  expect(await shown(limit)).toMatchObject([{ length: limit, limit, exceedsLimit: false }]);
  return expect(await shown(limit + 1)).toMatchObject([{ length: limit + 1, limit, exceedsLimit: true }]);
});

test('each account has its own, that of its platform, or none', async () => {
  const [shared, own, none] = [
    await account.connect(sandbox.createAccount('fediverse')),
    await account.connect(sandbox.createAccount('fediverse')),
    await account.connect(sandbox.createAccount('fediverse')),
  ];
  const { previewPost } = await check({
    content: 'The post',
    platformIds: [shared, own, none],
    platformSettings: { fediverse: { firstComment: 'For all' } },
    overrides: [
      { platformId: own, firstComment: 'For one' },
      { platformId: none, firstComment: '' },
    ],
  });
  expect(previewPost.map(({ platformIds, firstComment }) => [platformIds, firstComment?.text ?? null])).toEqual([
    [null, 'For all'],
    [[own], 'For one'],
    [[none], null],
  ]);
});

test('it has the parameters of its links, and the platform receives just that', async () => {
  await setLinks({ source: '{platform}' });
  const target = sandbox.createAccount('fediverse');
  const platformId = await account.connect(target);
  const post = {
    content: 'No link here',
    platformIds: [platformId],
    platformSettings: { fediverse: { firstComment: 'Read https://acme.com/a' } },
  };
  const { previewPost } = await check(post);
  expect(previewPost).toEqual([
    {
      platform: 'FEDIVERSE',
      platformIds: [platformId],
      additions: [],
      firstComment: {
        text: 'Read https://acme.com/a?utm_source=fediverse',
        length: 28,
        limit: 500,
        exceedsLimit: false,
      },
    },
  ]);
  const without = await check({ ...post, addLinkParameters: false });
  expect(without.previewPost).toMatchObject([{ platformIds: null, firstComment: { text: 'Read https://acme.com/a' } }]);
  const onPlatform = await check({ ...post, platformIds: null, platforms: ['FEDIVERSE'] });
  expect(onPlatform.previewPost).toMatchObject([
    { platformIds: null, firstComment: { text: 'Read https://acme.com/a?utm_source=fediverse' } },
  ]);

  await ask('mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }', {
    post,
    scheduledTime: new Date().toISOString(),
  });
  const { accountId } = target;
  const [, comment] = await eventually(async () => {
    const posts = sandbox.posts({ accountId });
    return posts.length === 2 ? posts : undefined;
  }, 30_000);
  expect(comment?.text).toBe(previewPost[0]?.firstComment?.text);
});

test('parameters that would make it too long are left off; too long without them, it is refused', async () => {
  await setLinks({ source: 's'.repeat(40) });
  const platformId = await account.connect(sandbox.createAccount('skyfeed'));
  const link = 'https://acme.com/';
  const post = (firstComment: string) => ({
    content: 'The post',
    platformIds: [platformId],
    overrides: [{ platformId, firstComment }],
  });
  const fits = `${'a'.repeat(300 - link.length - 1)} ${link}`;
  const { previewPost, validatePost } = await check(post(fits));
  expect(commentOf(previewPost, platformId)).toBe(fits);
  expect(validatePost.valid).toBe(true);
  const over = await check(post(`a${fits}`));
  expect(over.validatePost.errors).toMatchObject([
    { code: 'FIRST_COMMENT_TOO_LONG', field: 'firstComment', currentValue: 301 },
  ]);
});
