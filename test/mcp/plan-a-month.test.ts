/**
 * A month of posts, as an assistant with one key plans it. What is stored is read over GraphQL, and what went out is
 * counted at the platform.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';
import { type Assistant, overHttp } from './support.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks,feeds' },
});
const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
const textOf = (number: number) => `Tip ${String(number).padStart(2, '0')} about tea`;
/** 30 rows are for the queue, the others are drafts. */
const QUEUED = 30;
const CSV = ['text,accounts,time,labels', ...numbers.map((number) => rowOf(number))].join('\n');
function rowOf(number: number): string {
  return `${textOf(number)},fediverse,${number <= QUEUED ? 'NEXT_FREE' : ''},Tips`;
}
const DAY_MS = 86_400_000;
const SIGNATURE = 'ACME, the tea shop';

let sandbox: Sandbox;
let account: TestAccount;
let assistant: Assistant;
let blog: Server;
let fediverse: string;
/** Ids of the posts, by their texts. */
const ids = new Map<string, string>();
const idOf = (number: number): string => ids.get(textOf(number)) ?? '';
const sent = () =>
  sandbox
    .posts()
    .map(({ text }) => text.replace(/<[^>]*>/g, ''))
    .sort();

/** Reads as the account, not as the assistant does. */
async function read(query: string, variables: Record<string, unknown> = {}) {
  const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, variables);
  return data;
}
const FIELDS = `id content status scheduledTime labels { name } overrides { platformId firstComment }
  recurrence { occursAt } posts { status finalText firstComment { text status } }`;
const postOf = async (id: string) =>
  (await read(`query ($id: ID!) { postGroup(id: $id) { ${FIELDS} } }`, { id })).postGroup;

beforeAll(async () => {
  blog = createServer((_, response) => {
    const item = '<item><guid>1</guid><title>Old</title><link>https://example.com/1</link></item>';
    response.end(`<rss version="2.0"><channel><title>Blog</title>${item}</channel></rss>`);
  }).listen(0, '127.0.0.1');
  await once(blog, 'listening');
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db, { mcpAccess: true });
  fediverse = await account.connect(sandbox.createAccount('fediverse'));
  const times = ['MONDAY', 'WEDNESDAY', 'FRIDAY'].map((weekday) => ({ weekday, time: '09:00' }));
  const schedule = { name: 'Tips', timeZone: 'Europe/Berlin', times };
  await read('mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { __typename } }', {
    input: schedule,
  });
  const accounts = await read('{ connectedAccounts { edges { node { id } } } }');
  const accountId = nodesOf(accounts.connectedAccounts)[0].id;
  await read('mutation ($input: SetSignatureInput!) { setSignature(input: $input) { __typename } }', {
    input: { accountId, text: SIGNATURE },
  });
  const key = await account.newKey({ scopes: ['READ', 'DRAFT', 'PUBLISH', 'MCP'] });
  assistant = await overHttp(service, { 'x-api-key': key });
});
afterAll(async () => {
  await assistant?.close();
  await sandbox?.close();
  blog?.close();
});

// Each step uses what those before it have made.
test('1. forty rows are checked, and imported once the user has agreed', async () => {
  const totals = { rows: 40, queued: QUEUED, drafts: 10, invalid: 0 };
  expect(await assistant.call('import_posts', { csv: CSV })).toMatchObject({ importId: null, totals, problems: [] });
  expect(await assistant.call('import_posts', { csv: CSV, confirm: true })).toMatchObject({
    importId: expect.any(String),
  });
  const { postGroups } = await eventually(async () => {
    const found = await read(`{ postGroups(first: 100) { totalCount edges { node { ${FIELDS} } } } }`);
    return found.postGroups.totalCount === 40 ? found : undefined;
  });
  const posts = nodesOf(postGroups);
  for (const { id, content } of posts) ids.set(content, id);
  expect([...ids.keys()].sort()).toEqual(numbers.map(textOf));
  expect(posts.filter(({ status }) => status === 'SCHEDULED')).toHaveLength(QUEUED);
});

test('2. six of the drafts follow in the queue, each at a free time', async () => {
  for (const number of [31, 32, 33, 34, 35, 36]) {
    const change = { postGroupId: idOf(number), schedule: 'NEXT_FREE', confirm: true };
    expect((await assistant.call('update_post', change)).post.status).toBe('SCHEDULED');
  }
  expect((await assistant.call('list_schedules')).schedules).toMatchObject([{ name: 'Tips', queued: 36 }]);
  const { postingSchedules } = await read(
    '{ postingSchedules { edges { node { queue(first: 100) { edges { node { scheduledTime } } } } } } }',
  );
  const times = nodesOf(nodesOf(postingSchedules)[0].queue).map(({ scheduledTime }) => scheduledTime);
  expect(new Set(times).size).toBe(36);
});

test('3. two posts are repeated, and one repetition is left out', async () => {
  const startsAt = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2).toISOString();
  const repeat = { rule: 'FREQ=WEEKLY;COUNT=4', startsAt, timeZone: 'UTC', texts: ['Again: tea'] };
  const first = { ...repeat, postGroupId: idOf(37) };
  expect(await assistant.refusal('repeat_post', first)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  expect(await assistant.call('list_recurring')).toEqual({ recurrences: [], nextCursor: null });
  const { recurrenceId, warnings } = await assistant.call('repeat_post', { ...first, confirm: true });
  expect(warnings).toEqual([]);
  const second = { ...repeat, postGroupId: idOf(38), texts: [], confirm: true };
  expect(await assistant.call('repeat_post', second)).toMatchObject({ warnings: ['SAME_TEXT'] });
  const { recurrences } = await eventually(async () => {
    const found = await assistant.call('list_recurring');
    return found.recurrences.every(({ occurrences }: { occurrences: unknown[] }) => occurrences.length === 4)
      ? found
      : undefined;
  });
  expect(recurrences).toMatchObject([
    { recurrenceId, templateId: idOf(37), state: 'ACTIVE', rule: repeat.rule, nextTimes: [] },
    { templateId: idOf(38), warnings: ['SAME_TEXT'] },
  ]);
  const { occursAt, postGroupId } = recurrences[0].occurrences[1];
  expect(await postOf(postGroupId)).toMatchObject({ scheduledTime: occursAt, recurrence: { occursAt } });
  const skip = { recurrenceId, action: 'skip', occursAt };
  expect(await assistant.refusal('change_recurring', skip)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  await assistant.call('change_recurring', { ...skip, confirm: true });
  expect(await postOf(postGroupId)).toBeNull();
  expect((await assistant.call('list_recurring')).recurrences[0].occurrences[1]).toEqual({
    occursAt,
    state: 'SKIPPED',
    postGroupId: null,
  });
});

test('4. every row gets one more label, which did not exist; names ignore case', async () => {
  const postGroupIds = [...ids.values()];
  const add = ['december', 'tips'];
  const { changedPostGroupIds } = await assistant.call('label_posts', { postGroupIds, add });
  expect(changedPostGroupIds.sort()).toEqual(postGroupIds.sort());
  expect(await assistant.call('label_posts', { postGroupIds, add: ['December'] })).toEqual({ changedPostGroupIds: [] });
  const { labels } = await read('{ labels { edges { node { name postCount } } } }');
  expect(nodesOf(labels)).toEqual([
    // The repetitions were created with the label of the import.
    { name: 'december', postCount: 40 },
    { name: 'Tips', postCount: 47 },
  ]);
});

test('5. a draft gets a first comment, and is published as it is written: validation shows both ways', async () => {
  const overrides = [{ platformId: fediverse, firstComment: 'More: https://example.com/tea' }];
  const draft = { content: textOf(39), platformIds: [fediverse], overrides };
  for (const [asWritten, text] of [
    [true, textOf(39)],
    [false, `${textOf(39)}\n\n${SIGNATURE}`],
  ]) {
    const { valid, previews } = await assistant.call('validate_post', { ...draft, asWritten });
    expect({ valid, previews }).toMatchObject({ valid: true, previews: [{ parts: [{ text }] }] });
  }
  await assistant.call('update_post', { postGroupId: idOf(39), overrides, asWritten: true });
  expect((await postOf(idOf(39))).overrides).toEqual(overrides);
});

test('6. a post is created with labels and a first comment, as it is written; a wrong label creates nothing', async () => {
  const post = {
    content: 'Half price today',
    platformIds: [fediverse],
    overrides: [{ platformId: fediverse, firstComment: 'Until six' }],
    asWritten: true,
    labels: ['Tips', 'Sale'],
    idempotencyKey: 'sale',
  };
  const wrong = { ...post, labels: ['0123456789abcdef01234567'] };
  expect(await assistant.refusal('create_post', wrong)).toMatchObject({ code: 'LABEL_NOT_FOUND' });
  const { postGroupId } = await assistant.call('create_post', { ...post, status: 'SCHEDULED', confirm: true });
  ids.set(post.content, postGroupId);
  const again = await assistant.call('create_post', { ...post, status: 'SCHEDULED', confirm: true });
  expect(again).toMatchObject({ postGroupId, replayed: true });
  expect((await postOf(postGroupId)).labels).toEqual([{ name: 'Sale' }, { name: 'Tips' }]);
});

test('7. a file is kept in the library, and found for the next post', async () => {
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } });
  const png = {
    fileName: 'tea.png',
    contentType: 'image/png',
    base64: (await image.png().toBuffer()).toString('base64'),
  };
  const { mediaId } = await assistant.call('upload_media', { ...png, keep: true });
  const file = {
    mediaId,
    name: 'tea.png',
    type: 'IMAGE',
    altText: null,
    width: 64,
    height: 48,
    labels: [],
    inLibrary: true,
  };
  expect(await assistant.call('list_library', { text: 'TEA' })).toEqual({ files: [file], nextCursor: null });
  expect((await assistant.call('list_library', { type: 'VIDEO' })).files).toEqual([]);
  for (const number of [40, 39]) {
    await assistant.call('update_post', { postGroupId: idOf(number), media: [{ mediaId, altText: 'A cup' }] });
  }
  expect((await assistant.call('get_post', { postGroupId: idOf(40) })).media).toMatchObject([{ altText: 'A cup' }]);
});

test('8. the blog is followed: its entries join the queue only with agreement', async () => {
  const url = `http://127.0.0.1:${(blog.address() as AddressInfo).port}/feed.xml`;
  const feed = { name: 'Blog', url, platformIds: [fediverse], schedule: 'NEXT_FREE', template: '{{title}} {{link}}' };
  expect(await assistant.refusal('create_feed', feed)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  const { feedId } = await assistant.call('create_feed', { ...feed, confirm: true });
  const stored = { name: 'Blog', url, platformIds: [fediverse], schedule: 'NEXT_FREE', template: feed.template };
  expect((await assistant.call('list_feeds')).feeds).toEqual([{ feedId, ...stored, state: 'ACTIVE', problem: null }]);
  const { feeds } = await read('{ feeds { edges { node { id result schedule } } } }');
  expect(nodesOf(feeds)).toEqual([{ id: feedId, result: 'QUEUE', schedule: 'NEXT_FREE' }]);
  await assistant.call('create_feed', { ...feed, name: 'For drafts', schedule: undefined });
  expect((await assistant.call('list_feeds')).feeds[1]).toMatchObject({ name: 'For drafts', schedule: null });
});

test('9. two posts go out now: one with its first comment, the other with the signature', async () => {
  for (const number of [39, 40]) {
    await assistant.call('update_post', { postGroupId: idOf(number), scheduledTime: 'now', confirm: true });
  }
  const dueNow = [idOf(39), idOf(40), ids.get('Half price today') ?? ''];
  for (const postGroupId of dueNow) {
    await eventually(async () => {
      const { post } = await assistant.call('get_post', { postGroupId });
      const [{ status, firstComment }] = post.platformPosts;
      return (status === 'PUBLISHED' && (firstComment?.status ?? 'PUBLISHED') === 'PUBLISHED') || undefined;
    });
  }
  const { post } = await assistant.call('get_post', { postGroupId: idOf(39) });
  expect(post.platformPosts).toMatchObject([
    { firstComment: { text: 'More: https://example.com/tea', url: expect.stringMatching(/^http/), error: null } },
  ]);
  expect((await postOf(idOf(40))).posts).toEqual([
    { status: 'PUBLISHED', finalText: `${textOf(40)}\n\n${SIGNATURE}`, firstComment: null },
  ]);
  expect((await postOf(ids.get('Half price today') ?? '')).posts).toEqual([
    {
      status: 'PUBLISHED',
      // Nothing was added.
      finalText: null,
      firstComment: { text: 'Until six', status: 'PUBLISHED' },
    },
  ]);
});

test('10. the platform has what was due, each once, and nothing of what is due later', async () => {
  expect(sent()).toEqual(
    [
      'Half price today',
      'Until six',
      'More: https://example.com/tea',
      textOf(39),
      `${textOf(40)}\n\n${SIGNATURE}`,
    ].sort(),
  );
  const { totalCount } = await assistant.call('list_posts', { status: 'SCHEDULED' });
  expect(totalCount).toBe(36 + 7);
});

test('11. one repetition is paused and goes on, the other is deleted; the drafts stay', async () => {
  const { recurrences } = await assistant.call('list_recurring');
  const [first, second] = recurrences;
  const change = (of: { recurrenceId: string }, action: string, confirm = true) => ({
    ...{ recurrenceId: of.recurrenceId, action, confirm },
  });
  expect(await assistant.refusal('change_recurring', change(first, 'pause', false))).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
  });
  expect(await assistant.call('change_recurring', change(first, 'pause'))).toMatchObject({ state: 'PAUSED' });
  expect(await assistant.call('change_recurring', change(first, 'resume'))).toMatchObject({ state: 'ACTIVE' });
  await assistant.call('change_recurring', change(second, 'delete'));
  expect((await assistant.call('list_recurring')).recurrences).toMatchObject([{ recurrenceId: first.recurrenceId }]);
  expect(await postOf(second.templateId)).not.toBeNull();
});
