/** The scalar URL: every URL of an input is read at the edge, and one that is none is refused with its place. */
import { createAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const account = await createAccount(db, { connected: ['fediverse-1'] });
const headers = { 'x-api-key': account.apiKey };
const session: Headers = await account.session();

const CREATE_WEBHOOK = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id url } } }';
const UPDATE_WEBHOOK = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { url } } }';
const hook = (url: unknown) => ({ name: 'Hook', url, events: ['POST_FAILED'] });

const refusal = async (query: string, input: object, by: Headers = headers) => {
  const { data, errors } = await graphql(service, by, query, { input });
  expect(data).toBeUndefined();
  return errors;
};
const refused = (field: string) => [
  {
    message: 'A URL must begin with http:// or https:// and have at most 2048 characters',
    extensions: {
      code: 'URL_INVALID',
      field,
      fault: 'ARGUMENTS',
      retryable: false,
      documentation: expect.stringMatching(/\/docs\/errors\/URL_INVALID$/),
    },
  },
];

test.each([
  '',
  'example.com',
  '//example.com/a',
  '/a',
  'http://',
  'ftp://example.com/',
  'file:///etc/passwd',
  'data:text/plain,a',
  'javascript:alert(1)',
  `https://example.com/${'a'.repeat(2_029)}`,
  1,
  true,
  ['https://example.com/', 'https://example.com/'],
  { href: 'https://example.com/' },
])('%j is none', async (url) => {
  expect(await refusal(CREATE_WEBHOOK, hook(url))).toMatchObject(refused('input.url'));
  expect(await db.query('SELECT 1 FROM webhooks WHERE user_id = $1', [account.userId])).toEqual([]);
});

test('the refused value, which may have a password, is not repeated', async () => {
  expect(JSON.stringify(await refusal(CREATE_WEBHOOK, hook('ftp://me:secret@example.com/')))).not.toContain('secret');
});

test.each([
  'https://example.com',
  'HTTP://EXAMPLE.COM/Path?q=1#part',
  'https://xn--bcher-kva.example/ä',
  `https://example.com/${'a'.repeat(2_028)}`,
])('%s is kept as it was given', async (url) => {
  const { data, errors } = await graphql(service, headers, CREATE_WEBHOOK, { input: hook(url) });
  expect(errors).toBeUndefined();
  const { webhook } = data.createWebhook;
  expect(webhook.url).toBe(url);
  const changed = await graphql(service, headers, UPDATE_WEBHOOK, { input: { webhookId: webhook.id, url } });
  expect(changed.data.updateWebhook.webhook.url).toBe(url);
  expect(await refusal(UPDATE_WEBHOOK, { webhookId: webhook.id, url: 'x' })).toMatchObject(refused('input.url'));
});

test('every input that has one names its place', async () => {
  const media = [{ url: 'https://example.com/a.png' }, { url: 'x' }];
  const post = { content: 'Hi', platformIds: ['fediverse-1'], media };
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
  expect(await refusal(CREATE, { post })).toMatchObject(refused('input.post.media.1.url'));
  const SEVERAL = 'mutation ($input: CreatePostsInput!) { createPosts(input: $input) { results { postGroupId } } }';
  expect(await refusal(SEVERAL, { posts: [{ post }] })).toMatchObject(refused('input.posts.0.post.media.1.url'));
  const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
  expect(await refusal(UPDATE, { postGroupId: 'f'.repeat(24), media })).toMatchObject(refused('input.media.1.url'));
  const VALIDATE = 'query ($input: ValidatePostInput!) { validatePost(input: $input) { valid } }';
  expect(await refusal(VALIDATE, { post })).toMatchObject(refused('input.post.media.1.url'));
  const UPLOAD = 'mutation ($input: CreateUploadFromUrlInput!) { createUploadFromUrl(input: $input) { media { id } } }';
  expect(await refusal(UPLOAD, { url: 'x', type: 'IMAGE' })).toMatchObject(refused('input.url'));
  const LOGIN = 'mutation ($input: CreateLoginUrlInput!) { createLoginUrl(input: $input) { url } }';
  const login = { platform: 'NETWORK', returnTo: '/accounts' };
  expect(await refusal(LOGIN, login, session)).toMatchObject(refused('input.returnTo'));
});

test('one in the text of an operation is refused, too', async () => {
  const query = `mutation { createWebhook(input: { name: "Hook", url: "x", events: [POST_FAILED] }) { webhook { id } } }`;
  const { data, errors } = await graphql(service, headers, query);
  expect(data).toBeUndefined();
  expect(errors).toMatchObject([{ extensions: { code: 'URL_INVALID' }, locations: [{ line: 1 }] }]);
});
