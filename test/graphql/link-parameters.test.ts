import { type Sandbox, type SandboxPlatform, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let account: TestAccount;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  account = await createAccount(db);
});
afterAll(() => sandbox?.close());

const RULE = 'platform accountId parameters { source medium campaign term content excludedHosts }';
const SET = `mutation ($input: SetLinkParametersInput!) { setLinkParameters(input: $input) { linkRules { ${RULE} } } }`;
const LIST = `{ linkRules { ${RULE} } }`;
const SET_SIGNATURE = 'mutation ($input: SetSignatureInput!) { setSignature(input: $input) { account { id } } }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const READ = `query ($id: ID!) { postGroup(id: $id) { processingStatus posts { content finalText status }
  log(first: 20) { edges { node { event metadata { additions } } } } } }`;
const PREVIEW =
  'query ($input: ValidatePostInput!) { previewPost(input: $input) { platform platformIds cardUrl parts { text length } } }';

const headers = () => ({ 'x-api-key': account.apiKey });
const run = (query: string, input?: object) => graphql(service, headers(), query, input ? { input } : {});

const NONE = { source: null, medium: null, campaign: null, term: null, content: null, excludedHosts: [] };

async function set(input: object) {
  const { data, errors } = await run(SET, input);
  expect(errors).toBeUndefined();
  return data.setLinkParameters.linkRules;
}

async function connect(platform: SandboxPlatform) {
  const target = sandbox.createAccount(platform);
  const platformId = await account.connect(target);
  const [row] = await db.query<{ id: string }>('SELECT id FROM connections WHERE platform_id = $1', [platformId]);
  return { target, platformId, id: row?.id ?? '' };
}

const live = ({ accountId }: { accountId: string }) => sandbox.posts({ accountId }).map(({ text }) => text);

async function publish(post: object) {
  const { data, errors } = await run(CREATE, { post, scheduledTime: new Date().toISOString() });
  expect(errors).toBeUndefined();
  return eventually(async () => {
    const { postGroup } = (await graphql(service, headers(), READ, { id: data.createPost.postGroup.id })).data;
    return postGroup.processingStatus === 'FINISHED' ? postGroup : undefined;
  }, 30_000);
}

const today = () => new Date().toISOString().slice(0, 10);

test.each(['microblog', 'fediverse', 'skyfeed', 'messenger', 'network', 'socialpage', 'threadtalk'] as const)(
  'a link on %s is published once, with its parameters',
  async (platform) => {
    await set({ parameters: { source: '{platform}', campaign: '{date}' } });
    const { target, platformId } = await connect(platform);
    const { posts, log } = await publish({ content: 'See https://acme.com/a?b=1#c.', platformIds: [platformId] });
    const finalText = `See https://acme.com/a?b=1&utm_source=${platform}&utm_campaign=${today()}#c.`;
    expect(live(target)).toEqual([finalText]);
    expect(posts).toEqual([{ content: 'See https://acme.com/a?b=1#c.', finalText, status: 'PUBLISHED' }]);
    expect(log.edges.map(({ node }: { node: object }) => node)).toContainEqual({
      event: 'PROCESSING',
      metadata: { additions: ['LINK_PARAMETERS'] },
    });
  },
);

test.each(['photogram', 'pinboard', 'shortvideo'] as const)(
  'links do not open on %s: they stay as they are',
  async (platform) => {
    await set({ parameters: { source: 'x' } });
    const post = { content: 'https://acme.com', platforms: [platform.toUpperCase()] };
    const [preview] = (await run(PREVIEW, { post })).data.previewPost;
    expect(preview.parts[0]?.text ?? '').not.toContain('utm_');
  },
);

test('the rule of an account counts before that of its platform, and that before the one for all', async () => {
  const one = await connect('microblog');
  const other = await connect('microblog');
  const { platformId } = await connect('fediverse');
  await set({ parameters: { source: 'all' } });
  await set({ platform: 'MICROBLOG', parameters: { source: 'platform' } });
  const rules = await set({ accountId: one.id, parameters: { source: 'account', excludedHosts: ['Example.COM'] } });
  expect(rules).toEqual([
    { platform: null, accountId: null, parameters: { ...NONE, source: 'all' } },
    { platform: 'MICROBLOG', accountId: null, parameters: { ...NONE, source: 'platform' } },
    {
      platform: null,
      accountId: one.id,
      parameters: { ...NONE, source: 'account', excludedHosts: ['example.com'] },
    },
  ]);
  const platformIds = [one.platformId, other.platformId, platformId];
  const { data } = await run(PREVIEW, { post: { content: 'https://acme.com', platformIds } });
  const texts = new Map(
    data.previewPost.map((preview: { platformIds: string[]; parts: { text: string }[] }) => [
      preview.platformIds[0],
      preview.parts[0]?.text,
    ]),
  );
  expect(platformIds.map((id) => texts.get(id))).toEqual([
    'https://acme.com?utm_source=account',
    'https://acme.com?utm_source=platform',
    'https://acme.com?utm_source=all',
  ]);
});

test('a rule without parameters leaves the links of its accounts as they are; null removes it', async () => {
  const { platformId } = await connect('microblog');
  await set({ parameters: { source: 'all' } });
  await set({ platform: 'MICROBLOG', parameters: {} });
  const text = async () =>
    (await run(PREVIEW, { post: { content: 'https://acme.com', platformIds: [platformId] } })).data.previewPost[0]
      .parts[0].text;
  expect(await text()).toBe('https://acme.com');
  await set({ platform: 'MICROBLOG', parameters: null });
  expect(await text()).toBe('https://acme.com?utm_source=all');
  expect((await run(LIST)).data.linkRules).toHaveLength(1);
});

test('a post leaves its links as they are', async () => {
  await set({ parameters: { source: 'x' } });
  const { target, platformId } = await connect('microblog');
  await publish({ content: 'https://acme.com', platformIds: [platformId], addLinkParameters: false });
  expect(live(target)).toEqual(['https://acme.com']);
});

test('links of a signature get parameters, and the card is that of the link as it is sent', async () => {
  await set({ parameters: { source: 'x' } });
  const { platformId, id: accountId } = await connect('skyfeed');
  await run(SET_SIGNATURE, { accountId, text: 'https://acme.com' });
  const { data } = await run(PREVIEW, { post: { content: 'Hello', platformIds: [platformId] } });
  expect(data.previewPost).toEqual([
    {
      platform: 'SKYFEED',
      platformIds: [platformId],
      cardUrl: 'https://acme.com?utm_source=x',
      parts: [{ text: 'Hello\n\nhttps://acme.com?utm_source=x', length: 36 }],
    },
  ]);
});

test('a platform that counts links as 23 characters counts them so with parameters', async () => {
  const { platformId } = await connect('fediverse');
  const post = { content: `${'x'.repeat(476)} https://acme.com`, platformIds: [platformId] };
  await set({ parameters: { source: 'x'.repeat(90) } });
  const [{ parts }] = (await run(PREVIEW, { post })).data.previewPost;
  expect(parts).toEqual([expect.objectContaining({ length: 500 })]);
});

test('links to the platform of the account itself stay as they are', async () => {
  await set({ parameters: { source: 'x' } });
  const { platformId } = await connect('fediverse');
  await db.query("UPDATE connections SET profile_url = 'https://fediverse.social/@acme' WHERE platform_id = $1", [
    platformId,
  ]);
  const content = 'https://fediverse.social/@acme/1 https://acme.com';
  const [{ parts }] = (await run(PREVIEW, { post: { content, platformIds: [platformId] } })).data.previewPost;
  expect(parts[0].text).toBe(`${content}?utm_source=x`);
});

test('parameters that a scheduled post has no room for are refused, and nothing is changed', async () => {
  const { platformId } = await connect('messenger');
  const post = { content: `${'x'.repeat(4_070)} https://acme.com`, platformIds: [platformId] };
  const { data } = await run(CREATE, { post, scheduledTime: '2099-01-01T00:00:00Z' });
  const { errors } = await run(SET, { parameters: { source: 'newsletter' } });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'SCHEDULED_POSTS_INVALID',
    count: 1,
    postGroupIds: [data.createPost.postGroup.id],
  });
  expect((await run(LIST)).data.linkRules).toEqual([]);
});

test.each([
  ['an unknown placeholder', { source: '{name}' }],
  ['a line break', { source: 'a\nb' }],
  ['more than 100 characters', { source: 'x'.repeat(101) }],
  ['an address for a host', { excludedHosts: ['https://acme.com/a'] }],
  ['too many hosts', { excludedHosts: Array.from({ length: 51 }, (_, index) => `${index}.com`) }],
])('parameters are refused: %s', async (_, parameters) => {
  const { errors } = await run(SET, { parameters });
  expect(errors?.[0]?.extensions.code).toBe('LINK_PARAMETERS_INVALID');
});

test('a rule is for an account or a platform, not for both, and for no account of somebody else', async () => {
  const { id: accountId } = await connect('microblog');
  const both = await run(SET, { accountId, platform: 'MICROBLOG', parameters: {} });
  expect(both.errors?.[0]?.extensions.code).toBe('LINK_SCOPE_INVALID');
  account = await createAccount(db);
  const { errors } = await run(SET, { accountId, parameters: {} });
  expect(errors?.[0]?.extensions.code).toBe('CONNECTION_NOT_FOUND');
});

test('the example of the guide', async () => {
  const [, setting = ''] = codeBlocks('docs/guides/additions.md').map(({ code }) => code);
  const { data } = await graphql(service, headers(), setting);
  expect(data.setLinkParameters.linkRules).toEqual([
    { platform: null, accountId: null, parameters: { source: '{platform}', medium: 'social', campaign: '{date}' } },
  ]);
});
