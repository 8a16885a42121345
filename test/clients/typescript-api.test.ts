/** Every query and mutation of the schema as a method of the typed client, and what a client reports of its requests. */
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import {
  type ClientOptions,
  createClient,
  PublishingError,
  type ResponseInfo,
} from '../../clients/typescript/src/index.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { exampleInput } from '../support/example-input.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const queries = schema.getQueryType()?.getFields() ?? {};
const mutations = schema.getMutationType()?.getFields() ?? {};

let account: TestAccount;
const open = (options: ClientOptions = {}) =>
  createClient({ url: service.url, apiKey: account.apiKey, retries: 0, ...options });

beforeAll(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'], workspaceAccess: true });
});

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error !== undefined && !(error instanceof PublishingError)) throw error;
  return error?.code ?? 'none';
};

describe('client.api', () => {
  const { api } = createClient({ url: 'http://localhost' });

  test('has a method for each query and mutation', () => {
    expect(Object.keys(api).toSorted()).toEqual([...Object.keys(queries), ...Object.keys(mutations)].toSorted());
  });

  test.each([...Object.keys(queries), ...Object.keys(mutations)])(
    '%s is valid, and within the limits of an operation',
    async (name) => {
      const args = (queries[name] ?? mutations[name])?.args ?? [];
      const given = Object.fromEntries(args.map((argument) => [argument.name, exampleInput(argument.type)]));
      const isInput = args.length === 1 && 'input' in given;
      const method = open().api[name as keyof typeof api] as (...given: unknown[]) => Promise<unknown>;
      const code = await codeOf(args.length === 0 ? method() : method(isInput ? given.input : given));
      expect(code).not.toMatch(
        /^(GRAPHQL_.*|OPERATION_.*|BAD_USER_INPUT|BAD_REQUEST|INTERNAL_ERROR|UNEXPECTED_RESPONSE)$/,
      );
    },
  );

  test('webhooks: created with a secret, listed, changed, removed', async () => {
    const { api } = open();
    const { webhook, secret } = await api.createWebhook({
      name: 'Mine',
      url: 'https://example.com/hook',
      events: ['POST_PUBLISHED'],
    });
    expect(secret).toEqual(expect.any(String));
    expect(await api.webhook({ id: webhook.id })).toEqual(webhook);
    const { webhook: renamed } = await api.updateWebhook({ webhookId: webhook.id, name: 'Ours' });
    expect((await api.webhooks()).edges.map(({ node }) => node)).toEqual([renamed]);
    await api.deleteWebhook({ webhookId: webhook.id });
    expect(await api.webhook({ id: webhook.id })).toBeNull();
    expect(await codeOf(api.deleteWebhook({ webhookId: webhook.id }))).toBe('WEBHOOK_NOT_FOUND');
  });

  test('posts in bulk, a copy, usage and managed users', async () => {
    const { api } = open();
    const post = { content: 'Hi', platformIds: ['fediverse-1'] };
    const { results } = await api.createPosts({ posts: [{ post }, { post: { ...post, content: ' ' } }] });
    expect(results.map(({ postGroup, error }) => [postGroup?.status, error?.code])).toEqual([
      ['DRAFT', undefined],
      [undefined, 'CONTENT_REQUIRED'],
    ]);
    const { postGroup } = await api.duplicatePost({ postGroupId: results[0]?.postGroup?.id ?? '' });
    expect(postGroup).toMatchObject({ status: 'DRAFT', content: 'Hi' });
    expect((await api.usage()).postsPerMonth).toMatchObject({ used: 0 });
    const { user } = await api.createManagedUser({ email: 'customer@example.com' });
    expect((await api.managedUsers({ first: 1 })).edges.map(({ node }) => node)).toEqual([user]);
  });
});

describe('createClient() reads the environment', () => {
  const { PUBLISHING_URL, PUBLISHING_API_KEY } = process.env;
  afterEach(() => {
    Object.assign(process.env, { PUBLISHING_URL, PUBLISHING_API_KEY });
    if (PUBLISHING_URL === undefined) delete process.env.PUBLISHING_URL;
    if (PUBLISHING_API_KEY === undefined) delete process.env.PUBLISHING_API_KEY;
  });

  test('PUBLISHING_URL and PUBLISHING_API_KEY', async () => {
    Object.assign(process.env, { PUBLISHING_URL: service.url, PUBLISHING_API_KEY: account.apiKey });
    expect((await createClient().api.viewer()).id).toBe(account.userId);
  });

  test('but sends its key to no other URL', async () => {
    Object.assign(process.env, { PUBLISHING_URL: 'http://localhost:1', PUBLISHING_API_KEY: account.apiKey });
    expect(await codeOf(createClient({ url: service.url }).api.viewer())).toBe('API_KEY_REQUIRED');
  });

  test('says what is missing', () => {
    delete process.env.PUBLISHING_URL;
    expect(() => createClient()).toThrow(
      new TypeError('url is missing: pass it, or set PUBLISHING_URL and PUBLISHING_API_KEY.'),
    );
  });
});

test('onResponse receives the operation, attempt, status, request id, rate limit and error of each request', async () => {
  const seen: ResponseInfo[] = [];
  let calls = 0;
  const client = open({
    retries: 1,
    onResponse: (info) => seen.push(info),
    fetch: async (input, init) => {
      calls += 1;
      if (calls === 1) throw new TypeError('fetch failed');
      return fetch(input, init);
    },
  });
  await client.api.viewer();
  expect(seen).toEqual([
    {
      name: 'Viewer',
      attempt: 1,
      durationMs: expect.any(Number),
      status: undefined,
      error: expect.objectContaining({ code: 'NETWORK_ERROR' }),
      requestId: undefined,
      rateLimit: undefined,
    },
    {
      name: 'Viewer',
      attempt: 2,
      durationMs: expect.any(Number),
      status: 200,
      error: undefined,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      rateLimit: { limit: expect.any(Number), remaining: expect.any(Number), resetsInSeconds: expect.any(Number) },
    },
  ]);
  expect(JSON.stringify(seen)).not.toContain(account.apiKey);
});
