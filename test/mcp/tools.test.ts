import sharp from 'sharp';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { file, openMediaSource } from '../media/media-source.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { type Assistant, overHttp } from './support.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks' },
});
const source = await openMediaSource();
const teal = sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } });
let sandbox: Sandbox;
let account: TestAccount;
let fediverse: string;
let assistant: Assistant;

beforeAll(async () => {
  source.answers = { '/teal.png': file(await teal.png().toBuffer()) };
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db, { mcpAccess: true });
  fediverse = await account.connect(sandbox.createAccount('fediverse'));
  assistant = await overHttp(service, { 'x-api-key': account.apiKey });
});
afterAll(async () => {
  await assistant?.close();
  source.close();
  await sandbox?.close();
});

const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString();
const isSent = (text: string) => sandbox.posts().filter((post) => post.text.includes(text)).length;
const draft = async (content: string) =>
  (await assistant.call('create_post', { content, platformIds: [fediverse] })).postGroupId;

describe('the list of tools', () => {
  test('says of each what it takes, and whether it only reads; of two, what posts look like', async () => {
    const { tools } = await assistant.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['list_accounts', 'validate_post', 'create_post', 'wait_for_post']));
    for (const { description, title, inputSchema, annotations } of tools) {
      expect([description, title]).toEqual([expect.any(String), expect.any(String)]);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: expect.any(Boolean) });
    }
    const withOutput = tools.filter(({ outputSchema }) => outputSchema);
    expect(withOutput.map(({ name }) => name)).toEqual(['list_posts', 'get_post']);
  });

  test('is at most 35 kB, some 8,700 tokens of a model', async () => {
    const { tools } = await assistant.client.listTools();
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(35_000);
  });

  test('asks for confirmation wherever something goes public or is removed', async () => {
    const { tools } = await assistant.client.listTools();
    // An upload alone makes nothing public, labels are not published, and a request is decided by a person.
    const safe = ['upload_media', 'request_approval', 'label_posts'];
    const changing = tools.filter(({ annotations, name }) => !annotations?.readOnlyHint && !safe.includes(name));
    expect(changing.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).toEqual(
      changing.map(() => expect.arrayContaining(['confirm'])),
    );
  });
});

test('with a key for drafts alone, an assistant proposes and a person decides', async () => {
  const other = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });
  const proposing = await overHttp(service, { 'x-api-key': await other.newKey({ scopes: ['READ', 'DRAFT', 'MCP'] }) });
  const post = { content: 'A proposal', platformIds: ['fediverse-1'] };
  const scheduledTime = '2035-01-01T09:00:00.000Z';
  const refused = await proposing.client.callTool({
    name: 'create_post',
    arguments: { ...post, scheduledTime, confirm: true },
  });
  expect(JSON.stringify(refused)).toContain('API_KEY_SCOPE_REQUIRED');
  const { postGroupId } = await proposing.call('create_post', post);
  expect(await proposing.call('request_approval', { postGroupId, scheduledTime })).toEqual({
    state: 'PENDING',
    scheduledTime,
  });
  const approve = 'mutation ($input: ApprovePostInput!) { approvePost(input: $input) { postGroup { status } } }';
  const { data } = await graphql(service, await other.session(), approve, { input: { postGroupId } });
  expect(data.approvePost.postGroup.status).toBe('SCHEDULED');
  expect((await proposing.call('get_post', { postGroupId })).post.status).toBe('SCHEDULED');
});

test('labels sort posts: they are listed, put on posts, and narrow the list', async () => {
  const other = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });
  const own = await overHttp(service, { 'x-api-key': await other.newKey({ scopes: ['READ', 'DRAFT', 'MCP'] }) });
  const createLabel = 'mutation ($input: CreateLabelInput!) { createLabel(input: $input) { label { id } } }';
  for (const name of ['Sale', 'News']) {
    await graphql(service, { 'x-api-key': other.apiKey }, createLabel, { input: { name, color: 'RED' } });
  }
  const { labels } = await own.call('list_labels', {});
  expect(labels.map(({ name, color, postCount }: Record<string, unknown>) => [name, color, postCount])).toEqual([
    ['News', 'RED', 0],
    ['Sale', 'RED', 0],
  ]);
  const [news, sale] = labels.map(({ labelId }: { labelId: string }) => labelId);
  const draft = { platformIds: ['fediverse-1'] };
  const { postGroupId } = await own.call('create_post', { ...draft, content: 'A sale' });
  await own.call('create_post', { ...draft, content: 'No sale' });
  const label = () => own.call('label_posts', { postGroupIds: [postGroupId], add: [sale], remove: [news] });
  expect(await label()).toEqual({ changedPostGroupIds: [postGroupId] });
  expect(await label()).toEqual({ changedPostGroupIds: [] });
  const listed = await own.call('list_posts', { labelIds: [sale] });
  expect(listed.posts).toEqual([expect.objectContaining({ postGroupId, labels: ['Sale'] })]);
  expect((await own.call('list_posts', { labelIds: [news] })).posts).toEqual([]);
  await own.close();
});

test('accounts are targets, page by page', async () => {
  const other = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1', 'skyfeed-1', 'network-1'] });
  const own = await overHttp(service, { 'x-api-key': other.apiKey });
  const first = await own.call('list_accounts', { first: 2 });
  const second = await own.call('list_accounts', { first: 2, after: first.nextCursor });
  const seen = [...first.accounts, ...second.accounts].map(({ platformId }) => platformId);
  expect(seen.sort()).toEqual(['fediverse-1', 'network-1', 'skyfeed-1']);
  expect(second.nextCursor).toBeNull();
  expect((await own.call('list_accounts', { platforms: ['NETWORK'] })).accounts).toHaveLength(1);
  await own.close();
});

test('rows become posts once the user agrees, each once; before that, problems are listed', async () => {
  const csv = 'text,accounts,time\nFrom a table,fediverse,\nAnother,nobody,';
  const refused = await assistant.call('import_posts', { csv, confirm: true });
  expect(refused).toMatchObject({ importId: null, totals: { rows: 2, invalid: 1 } });
  expect(refused.problems[0]).toMatch(/^row 3: column 2 "nobody" is no connected account\. /);
  const right = csv.replace('nobody', 'fediverse');
  expect(await assistant.call('import_posts', { csv: right })).toMatchObject({ importId: null, problems: [] });
  const { importId } = await assistant.call('import_posts', { csv: right, confirm: true });
  expect(importId).toMatch(/^[0-9a-f]{24}$/);
  expect(await assistant.call('import_posts', { csv: right, confirm: true })).toMatchObject({ importId });
});

test('snippets are the texts of the account, with what is to be filled in', async () => {
  const create = 'mutation ($input: CreateSnippetInput!) { createSnippet(input: $input) { snippet { id } } }';
  const launch = { name: 'Launch', text: 'Meet {{product}}' };
  const tags = { name: 'Tags', text: '#one #two' };
  for (const input of [tags, launch]) await graphql(service, { 'x-api-key': account.apiKey }, create, { input });
  const snippets = [
    { ...launch, placeholders: ['product'] },
    { ...tags, placeholders: [] },
  ];
  expect(await assistant.call('list_snippets')).toEqual({ snippets, nextCursor: null });
  expect((await assistant.call('list_snippets', { text: '#TWO' })).snippets).toEqual([snippets[1]]);
  const { nextCursor } = await assistant.call('list_snippets', { first: 1 });
  expect((await assistant.call('list_snippets', { after: nextCursor })).snippets).toEqual([snippets[1]]);
});

test('validation says what each platform would refuse, and shows how it splits the text', async () => {
  const report = await assistant.call('validate_post', {
    content: 'word '.repeat(200),
    platforms: ['MICROBLOG', 'PHOTOGRAM'],
  });
  expect(report).toMatchObject({ valid: false, errors: [expect.objectContaining({ platform: 'PHOTOGRAM' })] });
  const microblog = report.previews.find(({ platform }: { platform: string }) => platform === 'MICROBLOG');
  expect(microblog.partCount).toBeGreaterThan(1);
  expect(microblog.parts).toHaveLength(microblog.partCount);
});

describe('a post', () => {
  test('is published once the user has agreed, and followed to its end', async () => {
    const post = { content: 'Published by an assistant', platformIds: [fediverse], scheduledTime: 'now' };
    expect(await assistant.refusal('create_post', post)).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      advice: expect.stringContaining('confirm: true'),
    });
    expect((await assistant.call('list_posts', { text: 'assistant' })).posts).toEqual([]);

    const { postGroupId } = await assistant.call('create_post', { ...post, confirm: true });
    const seen: number[] = [];
    const { finished, post: published } = await assistant.call(
      'wait_for_post',
      { postGroupId },
      ({ progress, total }) => {
        expect(total).toBe(1);
        seen.push(progress);
      },
    );
    expect(finished).toBe(true);
    expect(published).toMatchObject({
      status: 'PUBLISHED',
      platformPosts: [{ platformId: fediverse, status: 'PUBLISHED', url: expect.stringMatching(/^http/), error: null }],
    });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(isSent('Published by an assistant')).toBe(1);
  });

  test('that goes out now is published once for one idempotency key, and advice on a repeat never leads to a second', async () => {
    const now = { platformIds: [fediverse], scheduledTime: 'now', idempotencyKey: 'now', confirm: true };
    const post = { ...now, content: 'Now, and once' };
    const { postGroupId } = await assistant.call('create_post', post);
    await assistant.call('wait_for_post', { postGroupId });
    expect(await assistant.call('create_post', post)).toMatchObject({ postGroupId, replayed: true });
    const again = { postGroupId, scheduledTime: 'now', confirm: true };
    expect(await assistant.refusal('update_post', again)).toMatchObject({
      code: 'POST_GROUP_NOT_UPDATABLE',
      advice: expect.stringContaining('Read the post: an earlier request may already have had the effect.'),
    });
    expect(isSent('Now, and once')).toBe(1);
  });

  test('is created once for one idempotency key', async () => {
    const post = { content: 'Once', platformIds: [fediverse], idempotencyKey: 'once' };
    const { postGroupId } = await assistant.call('create_post', post);
    expect(await assistant.call('create_post', post)).toMatchObject({ postGroupId, replayed: true });
    expect(await assistant.refusal('create_post', { ...post, content: 'Other' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      fault: 'ARGUMENTS',
      advice: expect.stringContaining('find it in the list of posts'),
    });
  });

  test('that a platform would not take is refused, with what to change', async () => {
    const photogram = await account.connect(sandbox.createAccount('photogram'));
    const post = { content: 'Without an image', platformIds: [photogram], scheduledTime: TOMORROW(), confirm: true };
    expect(await assistant.refusal('create_post', post)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fault: 'ARGUMENTS',
      advice: expect.stringContaining('validate the post'),
      details: { validation: { errors: [expect.objectContaining({ platform: 'PHOTOGRAM' })] } },
    });
  });

  test('is scheduled, moved and taken back; what is scheduled changes only with agreement', async () => {
    const postGroupId = await draft('To be moved');
    const scheduledTime = TOMORROW();
    expect(await assistant.call('update_post', { postGroupId, content: 'A draft may change' })).toMatchObject({
      post: { status: 'DRAFT', content: 'A draft may change' },
    });
    const refused = { code: 'CONFIRMATION_REQUIRED' };
    expect(await assistant.refusal('update_post', { postGroupId, scheduledTime })).toMatchObject(refused);
    const schedule = { postGroupId, scheduledTime, confirm: true };
    expect((await assistant.call('update_post', schedule)).post).toMatchObject({ status: 'SCHEDULED', scheduledTime });
    expect(await assistant.refusal('update_post', { postGroupId, content: 'Other' })).toMatchObject(refused);
    const taken = await assistant.call('update_post', { postGroupId, status: 'DRAFT' });
    expect(taken.post).toMatchObject({ status: 'DRAFT', content: 'A draft may change' });
  });

  test('has a status where a model expects one', async () => {
    const post = { content: 'With a status', platformIds: [fediverse] };
    expect(await assistant.refusal('create_post', { ...post, status: 'SCHEDULED' })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      message: expect.stringContaining('at once'),
    });
    expect(
      await assistant.refusal('create_post', { ...post, status: 'DRAFT', scheduledTime: TOMORROW(), confirm: true }),
    ).toMatchObject({ code: 'BAD_USER_INPUT', field: 'scheduledTime' });
    const drafted = await assistant.call('create_post', { ...post, status: 'DRAFT' });
    expect(drafted.post.status).toBe('DRAFT');
    for (const status of ['DRAFT', ['DRAFT', 'FAILED']]) {
      const { posts } = await assistant.call('list_posts', { status, text: 'With a status' });
      expect(posts).toEqual([expect.objectContaining({ postGroupId: drafted.postGroupId })]);
    }
    expect((await assistant.call('list_posts', { status: 'FAILED', text: 'With a status' })).posts).toEqual([]);
    const sent = await assistant.call('create_post', { ...post, status: 'SCHEDULED', confirm: true });
    expect((await assistant.call('wait_for_post', { postGroupId: sent.postGroupId })).post.status).toBe('PUBLISHED');
  });

  test('is deleted only with agreement', async () => {
    const postGroupId = await draft('To be deleted');
    expect(await assistant.refusal('delete_post', { postGroupId })).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    expect((await assistant.call('get_post', { postGroupId })).post.content).toBe('To be deleted');
    expect(await assistant.call('delete_post', { postGroupId, confirm: true })).toEqual({
      deletedPostGroupId: postGroupId,
    });
    expect(await assistant.refusal('get_post', { postGroupId })).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
  });

  test('that failed says whose fault it is and what to do, and is retried', async () => {
    const broken = sandbox.createAccount('fediverse');
    const target = await account.connect(broken);
    sandbox.setFault({ platform: 'fediverse', accountId: broken.accountId, kind: 'auth_expired' });
    const post = { content: 'Refused once', platformIds: [target], scheduledTime: 'now', confirm: true };
    const { postGroupId } = await assistant.call('create_post', post);
    const failed = (await assistant.call('wait_for_post', { postGroupId })).post;
    expect(failed).toMatchObject({
      status: 'FAILED',
      platformPosts: [{ status: 'FAILED', error: { fault: expect.any(String), advice: expect.any(String) } }],
    });
    expect(await assistant.refusal('retry_post', { postGroupId })).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    const { results } = await assistant.call('retry_post', { postGroupId, confirm: true });
    expect(results).toEqual([expect.objectContaining({ platformId: target, error: null })]);
    expect((await assistant.call('wait_for_post', { postGroupId })).post.status).toBe('PUBLISHED');
    expect(isSent('Refused once')).toBe(1);
  });

  test('is deleted on its platform only with agreement', async () => {
    const post = { content: 'To be unpublished', platformIds: [fediverse], scheduledTime: 'now', confirm: true };
    const { postGroupId } = await assistant.call('create_post', post);
    const { post: published } = await assistant.call('wait_for_post', { postGroupId });
    const [{ platformPostId }] = published.platformPosts;
    expect(await assistant.refusal('unpublish_post', { platformPostId })).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
    });
    expect(isSent('To be unpublished')).toBe(1);
    expect(await assistant.call('unpublish_post', { platformPostId, confirm: true })).toMatchObject({
      status: 'DELETED',
    });
    expect(isSent('To be unpublished')).toBe(0);
  });
});

describe('a file without a public address', () => {
  const png = { fileName: 'teal.png', contentType: 'image/png' };
  const create = (mediaId: string, more = {}) =>
    assistant.call('create_post', {
      content: 'With a file',
      platformIds: [fediverse],
      media: [{ mediaId, altText: 'Teal' }],
      ...more,
    });

  test('is uploaded as base64, inspected, and published with its alternative text', async () => {
    const base64 = (await teal.png().toBuffer()).toString('base64');
    const uploaded = await assistant.call('upload_media', { ...png, base64 });
    expect(uploaded).toEqual({ mediaId: expect.any(String), status: 'READY', problem: null, uploadUrl: null });
    const key = { idempotencyKey: 'With a file', scheduledTime: 'now', confirm: true };
    const { postGroupId } = await create(uploaded.mediaId, key);
    expect(await create(uploaded.mediaId, key)).toMatchObject({ postGroupId, replayed: true });
    expect((await assistant.call('wait_for_post', { postGroupId })).post.status).toBe('PUBLISHED');
    const { media } = await assistant.call('get_post', { postGroupId });
    expect(media).toEqual([expect.objectContaining({ type: 'IMAGE', status: 'READY', altText: 'Teal' })]);
  });

  test('is what its bytes are: no page, and a picture with a wrong label', async () => {
    const page = Buffer.from('<script>alert(1)</script>').toString('base64');
    expect(await assistant.call('upload_media', { ...png, base64: page })).toMatchObject({
      status: 'INVALID',
      problem: expect.any(String),
    });
    const base64 = (await teal.jpeg().toBuffer()).toString('base64');
    const { mediaId } = await assistant.call('upload_media', { fileName: 'a.mp4', contentType: 'video/mp4', base64 });
    const { postGroupId } = await create(mediaId);
    const { media } = await assistant.call('get_post', { postGroupId });
    expect(media).toEqual([expect.objectContaining({ type: 'IMAGE', status: 'READY' })]);
  });

  test('is uploaded to an address when it is large', async () => {
    const { mediaId, status, uploadUrl } = await assistant.call('upload_media', png);
    expect(status).toBe('PENDING_UPLOAD');
    const body = new Uint8Array(await teal.png().toBuffer());
    const sent = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body });
    expect(sent.status).toBe(200);
    const { postGroupId } = await create(mediaId, { scheduledTime: 'now', confirm: true });
    expect((await assistant.call('wait_for_post', { postGroupId })).post.status).toBe('PUBLISHED');
  });

  test.each([
    ['too large', { base64: 'A'.repeat(700_004) }],
    ['not base64', { base64: 'not base64!' }],
    ['empty', { base64: '' }],
    ['neither an image nor a video', { contentType: 'text/html' }],
  ])('is refused when it is %s', async (_what, wrong) => {
    const { isError, content } = await assistant.client.callTool({
      name: 'upload_media',
      arguments: { ...png, ...wrong },
    });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('Invalid arguments')]);
  });

  test('needs room in the storage of the plan', async () => {
    const full = await createAccount(db, { mcpAccess: true });
    const own = await overHttp(service, { 'x-api-key': full.apiKey });
    await db.query(
      `INSERT INTO storage_usage (user_id, bytes, files) VALUES ($1, 9007199254740991, 1)
         ON CONFLICT (user_id) DO UPDATE SET bytes = excluded.bytes`,
      [full.userId],
    );
    expect(await own.refusal('upload_media', { ...png, base64: 'AAAA' })).toMatchObject({
      code: 'STORAGE_LIMIT_REACHED',
    });
    await own.close();
  });
});

test('a list shortens texts, and says how to go on', async () => {
  const text = `Listed ${'x'.repeat(1000)}`;
  await draft(text);
  await draft(text);
  const page = await assistant.call('list_posts', { text: 'Listed', first: 1 });
  expect(page).toMatchObject({ totalCount: 2, posts: [{ excerpt: text.slice(0, 280), status: 'DRAFT' }] });
  const rest = await assistant.call('list_posts', { text: 'Listed', first: 1, after: page.nextCursor });
  expect(rest).toMatchObject({ posts: [expect.anything()], nextCursor: null });
});

test('waiting for what is due later, or not at all, returns at once', async () => {
  const later = { content: 'Later', platformIds: [fediverse], scheduledTime: TOMORROW(), confirm: true };
  const { postGroupId } = await assistant.call('create_post', later);
  const start = performance.now();
  for (const id of [postGroupId, await draft('Never')]) {
    expect(await assistant.call('wait_for_post', { postGroupId: id, timeoutSeconds: 50 })).toMatchObject({
      finished: false,
    });
  }
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('usage counts what was scheduled, in the month that is asked about', async () => {
  const { apiKey } = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });
  const own = await overHttp(service, { 'x-api-key': apiKey });
  const scheduledTime = '2035-03-15T10:00:00Z';
  await own.call('create_post', { content: 'Counted', platformIds: ['fediverse-1'], scheduledTime, confirm: true });
  const counted = { planName: 'Premium', connectedAccounts: 1, scheduledPosts: { used: 1 } };
  expect(await own.call('get_usage', { at: scheduledTime })).toMatchObject({ ...counted, postsPerMonth: { used: 1 } });
  expect(await own.call('get_usage', { at: '2035-04-15T10:00:00Z' })).toMatchObject({
    ...counted,
    postsPerMonth: { used: 0 },
  });
  await own.close();
});

test('statistics and comments of the professional network', async () => {
  const network = await account.connect(sandbox.createAccount('network'));
  const post = { content: 'Counted', platformIds: [network], scheduledTime: 'now', confirm: true };
  const { postGroupId } = await assistant.call('create_post', post);
  const { post: published } = await assistant.call('wait_for_post', { postGroupId });
  const { posts } = await assistant.call('get_post_statistics', { postGroupId });
  expect(posts).toEqual([expect.objectContaining({ platformId: network, statistics: expect.any(Array) })]);
  expect((await assistant.call('get_account_statistics', { platformId: network })).statistics).toEqual(
    expect.arrayContaining([expect.objectContaining({ metric: 'REACTION' })]),
  );
  const [{ postedId }] = published.platformPosts;
  const comment = { platformId: network, postedId, message: 'Well said' };
  const received = () =>
    sandbox.requests().filter(({ body }) => JSON.stringify(body ?? '').includes('Well said')).length;
  expect(await assistant.refusal('add_comment', comment)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  expect(received()).toBe(0);
  expect(await assistant.call('add_comment', { ...comment, confirm: true })).toMatchObject({ message: 'Well said' });
  expect(received()).toBe(1);

  // Stored, and the response is lost: the advice must not be to comment again.
  sandbox.setFault({ platform: 'network', kind: 'error_after_store', times: 1, on: 'any' });
  expect(await assistant.refusal('add_comment', { ...comment, confirm: true })).toMatchObject({
    code: 'ADD_COMMENT_FAILED',
    advice: 'The comment may be there. Have the user look at the post, and comment again only if it is not.',
  });
  sandbox.clearFaults();
});

test('a picture from the web is published with its alternative text in one call', async () => {
  const target = sandbox.createAccount('fediverse');
  const call = {
    content: 'A picture by an assistant',
    platformIds: [await account.connect(target)],
    media: [
      {
        url: `${source.origin}/teal.png`,
        altText: 'A teal square',
        framings: [{ platform: 'FEDIVERSE', crop: { x: 0, y: 0, width: 0.5, height: 1 } }],
      },
    ],
    scheduledTime: 'now',
  };
  const { platformIds, content, media } = call;
  expect(await assistant.call('validate_post', { content, platformIds, media })).toMatchObject({ valid: true });
  const { postGroupId } = await assistant.call('create_post', { ...call, confirm: true });
  await eventually(async () => {
    const { finished } = await assistant.call('wait_for_post', { postGroupId });
    return finished || undefined;
  });
  const [published] = sandbox.posts({ accountId: target.accountId });
  expect(published).toMatchObject({ text: content, record: { media: [{ description: 'A teal square' }] } });
  expect(published?.media).toMatchObject([{ width: 32, height: 64 }]);

  // The next post is a draft, whose picture gets another text.
  const draft = await assistant.call('create_post', { content, platformIds, media });
  const { media: files } = await assistant.call('get_post', { postGroupId: draft.postGroupId });
  const [{ mediaId }] = files;
  const change = { postGroupId: draft.postGroupId, media: [{ mediaId, altText: 'Teal' }] };
  await assistant.call('update_post', change);
  expect((await assistant.call('get_post', { postGroupId: draft.postGroupId })).media).toMatchObject([
    { mediaId, altText: 'Teal' },
  ]);
});

test('a file is fetched from its address, and shown with the post', async () => {
  const postGroupId = await draft('With an image');
  const file = { postGroupId, url: `${sandbox.url}/nothing-here.png`, type: 'IMAGE' };
  const { mediaId } = await assistant.call('attach_media', file);
  await eventually(async () => {
    const { media } = await assistant.call('get_post', { postGroupId });
    expect(media).toEqual([{ mediaId, type: 'IMAGE', status: 'INVALID', altText: null, problem: expect.any(String) }]);
    return true;
  });

  // Validation of the post as it is stored knows of its files.
  const report = await assistant.call('validate_post', { postGroupId });
  expect(report).toMatchObject({
    valid: false,
    errors: [{ message: expect.stringContaining('could not be fetched') }],
  });
  expect(await assistant.refusal('delete_media', { mediaId })).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  await assistant.call('delete_media', { mediaId, confirm: true });
  expect((await assistant.call('get_post', { postGroupId })).media).toEqual([]);
  expect(await assistant.call('validate_post', { postGroupId })).toMatchObject({ valid: true, errors: [] });
});
