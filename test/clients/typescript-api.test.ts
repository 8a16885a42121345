/** Every operation of the schema as a method of the typed client, and what a client reports of its requests. */
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { WebSocket } from 'ws';
import {
  type ClientOptions,
  createClient,
  PublishingError,
  type ResponseInfo,
} from '../../clients/typescript/src/index.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { exampleInput } from '../support/example-input.js';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const queries = schema.getQueryType()?.getFields() ?? {};
const mutations = schema.getMutationType()?.getFields() ?? {};
const subscriptions = schema.getSubscriptionType()?.getFields() ?? {};

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

  test('has a method for each query, mutation and subscription', () => {
    const names = [queries, mutations, subscriptions].flatMap((fields) => Object.keys(fields));
    expect(Object.keys(api).toSorted()).toEqual(names.toSorted());
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
    expect((await api.webhooks()).edges.map(({ node }) => node)).toContainEqual(renamed);
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

describe('a subscription', () => {
  let proxy: FlakyProxy;
  let api: ReturnType<typeof createClient>['api'];
  beforeAll(async () => {
    proxy = await startFlakyProxy(service.url);
    api = open({ url: proxy.url, retries: 4, webSocket: WebSocket }).api;
  });
  afterAll(() => proxy?.close());

  const createDraft = async () =>
    (await api.createPost({ post: { content: 'Hi', platformIds: ['fediverse-1'] } })).postGroup?.id ?? '';
  const schedule = (postGroupId: string) => api.updatePost({ postGroupId, scheduledTime: '2035-01-01T00:00:00Z' });

  /** The first event, of what is done until it arrives: a subscription has no sign that it has begun. */
  async function firstOf<Event>(events: AsyncGenerator<Event>, act: () => Promise<unknown>): Promise<Event> {
    const first = events.next();
    for (;;) {
      await act();
      const pause = new Promise<undefined>((resolve) => setTimeout(resolve, 200));
      const found = await Promise.race([first, pause]);
      if (found) return found.value;
    }
  }

  test('of a post replays its steps, and continues after a lost connection', async () => {
    const postGroupId = await createDraft();
    const steps = api.postProgress({ postGroupId, after: 0 });
    const next = async () => (await steps.next()).value ?? undefined;
    expect(await next()).toMatchObject({ sequence: 1, type: 'CREATED' });
    proxy.cutSockets();
    await schedule(postGroupId);
    expect(await next()).toMatchObject({ sequence: 2, postGroupId });
    await api.deletePost({ postGroupId });
    let last = await next();
    while (last && last.type !== 'DELETED') last = await next();
    expect(last).toMatchObject({ type: 'DELETED' });
    // The service ends it.
    expect(await steps.next()).toEqual({ done: true, value: undefined });
  });

  test('of the account misses and repeats nothing when the connection is lost', async () => {
    const stop = new AbortController();
    const events = api.accountActivity({}, { signal: stop.signal });
    const seen = [await firstOf(events, createDraft)];
    proxy.cutSockets();
    const created = [await createDraft(), await createDraft()];
    while (seen.at(-1)?.postGroupId !== created.at(-1)) {
      const { value } = await events.next();
      if (value) seen.push(value);
    }
    const groups = seen.map(({ postGroupId }) => postGroupId);
    expect(new Set(groups).size).toBe(groups.length);
    expect(groups.slice(-2)).toEqual(created);
    stop.abort(new Error('Enough'));
    await expect(events.next()).rejects.toThrow('Enough');
  });

  test('of webhooks yields their deliveries, until it is aborted', async () => {
    const { webhook } = await api.createWebhook({
      name: 'Watched',
      url: 'https://example.com/hook',
      events: ['POST_PUBLISHED'],
    });
    const stop = new AbortController();
    const deliveries = api.webhookActivity({ webhookId: webhook.id }, { signal: stop.signal });
    const first = await firstOf(deliveries, () => api.sendTestWebhook({ webhookId: webhook.id }));
    expect(first).toMatchObject({ delivery: { webhookId: webhook.id, isTest: true } });
    const waiting = (async () => {
      for await (const { delivery } of deliveries) expect(delivery.webhookId).toBe(webhook.id);
    })();
    stop.abort(new Error('Enough'));
    await expect(waiting).rejects.toThrow('Enough');
    await api.deleteWebhook({ webhookId: webhook.id });
  });

  test('that is refused fails with the code', async () => {
    expect(await codeOf(api.accountActivity({ after: 'none' }).next())).toBe('PAGE_INVALID');
  });
});

test('graphql with onErrors returns what succeeded when a field fails, and fails when nothing did', async () => {
  const client = createClient({ url: service.url, apiKey: account.apiKey });
  const codes: string[] = [];
  const onErrors = (errors: readonly PublishingError[]) => void codes.push(...errors.map(({ code }) => code));
  const query = '{ viewer { id } postGroups(first: 0) { totalCount } }';
  const data = { viewer: { id: account.userId }, postGroups: null };
  expect(await client.graphql(query, {}, { onErrors })).toEqual(data);
  expect(codes).toEqual(['PAGE_INVALID']);
  expect(await codeOf(client.graphql(query))).toBe('PAGE_INVALID');
  expect(await codeOf(client.graphql('{ nothing }', {}, { onErrors }))).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(codes).toHaveLength(1);
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

  test.each([
    ['PUBLISHING_URL', 'localhost:4000'],
    ['PUBLISHING_API_KEY', 'two words'],
  ])('names an invalid %s', (name, value) => {
    Object.assign(process.env, { PUBLISHING_URL: service.url, PUBLISHING_API_KEY: account.apiKey, [name]: value });
    expect(() => createClient()).toThrow(expect.objectContaining({ message: expect.stringMatching(`^${name} `) }));
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
