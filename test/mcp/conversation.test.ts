/** A week of posts, as an assistant plans, schedules, corrects and follows it; what went out is counted at the platforms. */
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount } from '../support/account.js';
import { useService } from '../support/service.js';
import { type Assistant, overStdio } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const day = (number: number) => new Date(Date.now() + number * 86_400_000).toISOString();
const titleOf = (number: number) => `Week on bicycles, day ${number}`;

let sandbox: Sandbox;
let assistant: Assistant;
let targets: string[];
/** Of the post of each day. */
const ids: string[] = [];
const sent = () => sandbox.posts().map(({ text }) => text);
const id = (number: number): string => ids[number - 1] ?? '';

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  const account = await createAccount(db, { mcpAccess: true });
  for (const platform of ['fediverse', 'skyfeed'] as const) await account.connect(sandbox.createAccount(platform));
  assistant = await overStdio(service, account.apiKey);
});
afterAll(async () => {
  await assistant?.close();
  await sandbox?.close();
});

// Each step uses what those before it have made.
test('1. the prompt says how to plan', async () => {
  const { messages } = await assistant.client.getPrompt({ name: 'plan_week', arguments: { topic: 'bicycles' } });
  expect(JSON.stringify(messages)).toContain('create_post');
});

test('2. the accounts are the targets', async () => {
  const { accounts } = await assistant.call('list_accounts');
  targets = accounts.map(({ platformId }: { platformId: string }) => platformId);
  expect(accounts.map(({ platform }: { platform: string }) => platform)).toEqual(['FEDIVERSE', 'SKYFEED']);
});

test('3. the plan has room for the week', async () => {
  expect(await assistant.call('get_usage')).toMatchObject({ scheduledPosts: { used: 0 }, connectedAccounts: 2 });
});

test('4. nothing is scheduled yet', async () => {
  expect(await assistant.call('list_posts', { status: ['SCHEDULED'] })).toMatchObject({ totalCount: 0 });
});

test('5. a text that is too long for one platform is refused for that one, with what to change', async () => {
  const report = await assistant.call('validate_post', { content: 'word '.repeat(70), platformIds: targets });
  expect(report).toMatchObject({
    valid: false,
    errors: [{ platform: 'SKYFEED', code: 'CONTENT_TOO_LONG', suggestions: [expect.stringContaining('Shorten')] }],
  });
});

test('6. the text of each day is valid', async () => {
  for (const number of DAYS) {
    const report = await assistant.call('validate_post', { content: titleOf(number), platformIds: targets });
    expect(report).toMatchObject({ valid: true, errors: [] });
  }
});

test('7. without the user’s agreement nothing is scheduled', async () => {
  const post = { content: titleOf(1), platformIds: targets, scheduledTime: day(1) };
  expect(await assistant.refusal('create_post', post)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  expect((await assistant.call('list_posts')).totalCount).toBe(0);
});

test('8. seven posts are scheduled', async () => {
  for (const number of DAYS) {
    const post = { content: titleOf(number), platformIds: targets, scheduledTime: day(number), confirm: true };
    const { postGroupId, replayed } = await assistant.call('create_post', { ...post, idempotencyKey: `day-${number}` });
    expect(replayed).toBe(false);
    ids.push(postGroupId);
  }
});

test('9. a repeat after a lost response schedules nothing twice', async () => {
  const { post } = await assistant.call('get_post', { postGroupId: id(1) });
  const same = { content: titleOf(1), platformIds: targets, scheduledTime: post.scheduledTime, confirm: true };
  const again = await assistant.call('create_post', { ...same, idempotencyKey: 'day-1' });
  expect(again).toMatchObject({ postGroupId: id(1), replayed: true });
});

test('10. the week is listed in the order of its days', async () => {
  const week = await assistant.call('list_posts', { status: ['SCHEDULED'], sortBy: 'SCHEDULED_TIME', order: 'ASC' });
  expect(week.posts.map(({ postGroupId }: { postGroupId: string }) => postGroupId)).toEqual(ids);
});

test('11. the plan counts both targets of each', async () => {
  expect(await assistant.call('get_usage')).toMatchObject({ scheduledPosts: { used: 14 } });
});

test('12. nothing has gone out', () => {
  expect(sent()).toEqual([]);
});

test('13. a text is corrected', async () => {
  const change = { postGroupId: id(2), content: `${titleOf(2)}, corrected`, confirm: true };
  expect((await assistant.call('update_post', change)).post).toMatchObject({
    content: change.content,
    status: 'SCHEDULED',
  });
});

test('14. a change to what has changed meanwhile is refused, and says what to do', async () => {
  const change = { postGroupId: id(2), content: 'Other', ifUnchangedSince: '2020-01-01T00:00:00Z', confirm: true };
  expect(await assistant.refusal('update_post', change)).toMatchObject({
    code: 'POST_GROUP_CHANGED',
    advice: expect.stringContaining('Read the post'),
  });
});

test('15. a day is left out', async () => {
  await assistant.call('delete_post', { postGroupId: id(7), confirm: true });
  expect(await assistant.refusal('get_post', { postGroupId: id(7) })).toMatchObject({ code: 'POST_GROUP_NOT_FOUND' });
});

test('16. a day is taken back to draft', async () => {
  expect((await assistant.call('update_post', { postGroupId: id(6), status: 'DRAFT' })).post.status).toBe('DRAFT');
});

test('17. the first two days go out now', async () => {
  for (const number of [1, 2]) {
    await assistant.call('update_post', { postGroupId: id(number), scheduledTime: 'now', confirm: true });
    const { finished, post } = await assistant.call('wait_for_post', { postGroupId: id(number), timeoutSeconds: 50 });
    expect([finished, post.status]).toEqual([true, 'PUBLISHED']);
  }
});

test('18. a platform refuses the third: the post says whose fault it is', async () => {
  sandbox.setFault({ platform: 'skyfeed', kind: 'rejected' });
  await assistant.call('update_post', { postGroupId: id(3), scheduledTime: 'now', confirm: true });
  const { post } = await assistant.call('wait_for_post', { postGroupId: id(3), timeoutSeconds: 50 });
  expect(post).toMatchObject({
    status: 'PARTIALLY_PUBLISHED',
    platformPosts: [
      { status: 'PUBLISHED', error: null },
      { status: 'FAILED', error: { code: expect.any(String), fault: expect.any(String), advice: expect.any(String) } },
    ],
  });
});

test('19. what failed is published again, and only that', async () => {
  await assistant.call('retry_post', { postGroupId: id(3), confirm: true });
  const { post } = await assistant.call('wait_for_post', { postGroupId: id(3), timeoutSeconds: 50 });
  expect(post.status).toBe('PUBLISHED');
});

test('20. the platforms have each of these posts once, and nothing else', async () => {
  const texts = [titleOf(1), `${titleOf(2)}, corrected`, titleOf(3)];
  expect(
    sent()
      .map((text) => text.replace(/<[^>]*>/g, ''))
      .sort(),
  ).toEqual([...texts, ...texts].sort());
  const { totalCount } = await assistant.call('list_posts', { status: ['PUBLISHED'] });
  expect(totalCount).toBe(3);
});
