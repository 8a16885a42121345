import { createAccount } from '../support/account.js';
import { insertDrafts } from '../support/plan-usage.js';
import { create, inHours, POST_GROUP_ID, refused, startContract } from './contract.js';

// Nothing is published here.
const contract = startContract({});

const MAX_CONTENT = 100_000;
const BODY = { content: 'Hi', platforms: ['fediverse-1'] };
const ids = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}`);
const open = async () => {
  const account = await createAccount(contract.db, { workspaceAccess: true });
  return { ...account, caller: contract.as({ 'x-api-key': account.apiKey }) };
};
const OK = { status: 200, body: { success: true, postGroupId: POST_GROUP_ID } };
const TOO_LONG = refused(400, 'Content exceeds the limit of 100000 characters');
const TOO_MANY = refused(400, 'A post can have at most 100 platforms');
const SETTINGS_TOO_LONG = refused(400, 'platformSettings exceeds the limit of 10000 characters');
const NO_DRAFTS = refused(403, 'Draft limit reached. Delete or schedule drafts to create more.');

describe('content', () => {
  test.each([
    ['of 100,000 characters is accepted', 'a'.repeat(MAX_CONTENT), OK],
    ['of one more is refused', 'a'.repeat(MAX_CONTENT + 1), TOO_LONG],
    ['of 900 KB is refused', 'a'.repeat(900_000), TOO_LONG],
    ['is counted in code points: 100,000 emoji are accepted', '🦊'.repeat(MAX_CONTENT), OK],
    ['and one more is refused', '🦊'.repeat(MAX_CONTENT + 1), TOO_LONG],
  ])('%s', async (_name, content, answer) => {
    expect(await contract.owner.post('/create-post', { ...BODY, content })).toEqual(answer);
  });
});

describe('platforms', () => {
  test.each([
    ['100 are accepted', ids(100), OK],
    ['101 are refused', ids(101), TOO_MANY],
    ['also when one is named 101 times', ids(101).fill('x-1'), TOO_MANY],
    ['1,000 are refused', ids(1_000), TOO_MANY],
    ['60,000 are refused', ids(60_000), TOO_MANY],
    ['also as a JSON string', JSON.stringify(ids(60_000)), TOO_MANY],
  ])('%s', async (_name, platforms, answer) => {
    expect(await contract.owner.post('/create-post', { ...BODY, platforms })).toEqual(answer);
  });

  test('the same target 100 times is one post', async () => {
    const id = await create(contract.owner, { platforms: ids(100).fill('x-1') });
    expect((await contract.owner.get(`/get-post/${id}`)).body.posts).toHaveLength(1);
  });
});

describe('platformSettings', () => {
  test.each([
    ['a text of 9,000 characters is accepted', { videohub: { title: 'a'.repeat(9_000) } }, OK],
    ['one of 10,000 is refused', { videohub: { title: 'a'.repeat(10_000) } }, SETTINGS_TOO_LONG],
    [
      '10,000 settings are refused',
      { photogram: Object.fromEntries(ids(10_000).map((id) => [id, 1])) },
      SETTINGS_TOO_LONG,
    ],
    ['also as a JSON string', JSON.stringify({ videohub: { title: 'a'.repeat(900_000) } }), SETTINGS_TOO_LONG],
    ['what is dropped does not count', { myspace: { title: 'a'.repeat(900_000) } }, OK],
    ['nor does it however deep it is', `{"videohub":{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, OK],
  ])('%s', async (_name, platformSettings, answer) => {
    expect(await contract.owner.post('/create-post', { ...BODY, platformSettings })).toEqual(answer);
  });
});

describe('sizes are checked after presence and format, the content first', () => {
  const large = { content: 'a'.repeat(MAX_CONTENT + 1), platforms: ids(101) };
  test.each([
    ['Platforms are required', { ...large, platforms: undefined }],
    ['Content is required', { ...large, content: ' ' }],
    ['Invalid platform ID format: wrong', { ...large, platforms: ['wrong', ...ids(101)] }],
    ['Invalid scheduled time format', { ...large, scheduledTime: 'tomorrow' }],
    ['Invalid platformSettings JSON', { ...large, platformSettings: '{' }],
    ['platformSettings must be an object', { ...large, platformSettings: [] }],
    ['Content exceeds the limit of 100000 characters', large],
    ['A post can have at most 100 platforms', { ...large, content: 'Hi' }],
  ])('%s', async (message, body) => {
    expect(await contract.owner.post('/create-post', body)).toEqual(refused(400, message));
  });

  test('what is too large stores nothing', async () => {
    const { caller } = await open();
    const headers = { 'idempotency-key': 'large' };
    await caller.post('/create-post', large, headers);
    await caller.post('/create-post', { ...BODY, platforms: ids(101), scheduledTime: inHours(1) }, headers);
    expect((await caller.get('/list-posts')).body.posts).toEqual([]);
    expect(await caller.post('/create-post', BODY, headers)).toEqual(OK);
  });
});

describe('drafts', () => {
  const full = async () => {
    const account = await open();
    await insertDrafts(contract.db, account.userId, 999);
    return account;
  };
  const schedule = { status: 'scheduled', scheduledTime: inHours(1) };

  test('an account has at most 1,000: one more is refused with a plain error, and stores nothing', async () => {
    const { caller } = await full();
    await create(caller);
    expect(await caller.post('/create-post', BODY)).toEqual(NO_DRAFTS);
    expect((await caller.get('/list-posts')).body.pagination.totalItems).toBe(1_000);
  });

  test('what is scheduled is none', async () => {
    const { caller } = await full();
    await create(caller, { scheduledTime: inHours(1) });
    await create(caller);
  });

  test.each(['removed', 'scheduled'])('one that is %s frees its place', async (how) => {
    const { caller } = await full();
    const id = await create(caller);
    const freed = how === 'removed' ? caller.delete(`/delete-post/${id}`) : caller.put(`/update-post/${id}`, schedule);
    expect(await freed).toMatchObject({ status: 200 });
    await create(caller);
  });

  test('a scheduled post becomes a draft only where there is a place', async () => {
    const { caller } = await full();
    const id = await create(caller, { scheduledTime: inHours(1) });
    const draft = await create(caller);
    expect(await caller.put(`/update-post/${id}`, { status: 'draft' })).toEqual(NO_DRAFTS);
    expect((await caller.get(`/get-post/${id}`)).body.posts).toMatchObject([{ status: 'scheduled' }]);
    expect(await caller.put(`/update-post/${draft}`, { status: 'draft', scheduledTime: inHours(2) })).toMatchObject({
      status: 200,
    });
    await caller.delete(`/delete-post/${draft}`);
    expect(await caller.put(`/update-post/${id}`, { status: 'draft' })).toMatchObject({ status: 200 });
  });

  test('those of managed users count for the account', async () => {
    const account = await full();
    const managed = await account.manage();
    const headers = { 'x-service-user-id': managed };
    expect(await account.caller.post('/create-post', BODY, headers)).toEqual(OK);
    expect(await account.caller.post('/create-post', BODY, headers)).toEqual(NO_DRAFTS);
    expect(await account.caller.post('/create-post', BODY)).toEqual(NO_DRAFTS);
  });

  test('an idempotency key returns what it made before, also without a place', async () => {
    const { caller } = await full();
    const headers = { 'idempotency-key': 'last' };
    const first = await caller.post('/create-post', BODY, headers);
    expect(await caller.post('/create-post', BODY, headers)).toEqual(first);
  });
});

describe('the dashboard’s altTexts', () => {
  test.each([
    ['101', ids(101)],
    ['60,000', ids(60_000)],
    ['one of 10,001 characters', ['a'.repeat(10_001)]],
  ])('%s: refused', async (_name, altTexts) => {
    const dashboard = contract.dashboard(await contract.account.session());
    const id = await create(contract.owner);
    expect(await dashboard.put(`/update-post/${id}`, { altTexts })).toEqual(
      refused(400, 'altTexts can have at most 100 texts of at most 10000 characters each'),
    );
  });
});

describe('responses', () => {
  const TOO_LARGE = refused(400, 'The response would contain too much text: request fewer posts at a time');
  const text = (index: number, characters: string) => `${index} ${characters}`.slice(0, MAX_CONTENT);

  test('a page of 100 groups of 100,000 ASCII characters is returned', async () => {
    const { caller, userId } = await open();
    await insertDrafts(contract.db, userId, 100, text(0, 'a'.repeat(MAX_CONTENT)));
    const { status, body } = await caller.get('/list-posts?limit=100');
    expect(status).toBe(200);
    expect(body.posts.map(({ content }: { content: string }) => content.length)).toEqual(Array(100).fill(MAX_CONTENT));
  });

  test('one with more than 10 MB of different texts is refused, and a smaller page returned', async () => {
    const { caller, userId } = await open();
    await insertDrafts(contract.db, userId, 100, '🦊'.repeat(MAX_CONTENT));
    expect(await caller.get('/list-posts?limit=100')).toEqual(TOO_LARGE);
    expect((await caller.get('/list-posts')).body.posts).toHaveLength(20);
  });

  test('get-post returns the largest post that there can be: 100 targets of 100,000 emoji', async () => {
    const content = '🦊'.repeat(MAX_CONTENT);
    const id = await create(contract.owner, { content, platforms: ids(100) });
    const { status, body } = await contract.owner.get(`/get-post/${id}`);
    expect(status).toBe(200);
    expect(body.posts).toHaveLength(100);
    expect(body.posts.every((post: { content: string }) => post.content === content)).toBe(true);
  });
});
