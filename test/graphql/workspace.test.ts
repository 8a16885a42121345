import request from 'supertest';
import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let tap: StatementTap;
let service: Service;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api' });
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
});

const USER = 'id email displayName createdAt connectionPage { url expiresAt }';
const LIST = `{ managedUsers { edges { node { ${USER} } } } }`;
const CREATE = `mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { ${USER} } } }`;
const DETACH = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
const KEY = `mutation ($input: CreateManagedUserKeyInput!) {
  createManagedUserKey(input: $input) { rawKey user { ${USER} } }
}`;
const LINK = `mutation ($input: CreateConnectionPageInput!) {
  createConnectionPage(input: $input) { connectionPage { url expiresAt } }
}`;
/** The mutations that name a user. */
const ABOUT_A_USER = [
  ['detachManagedUser', DETACH],
  ['createManagedUserKey', KEY],
  ['createConnectionPage', LINK],
] as const;

const keyOf = ({ apiKey }: TestAccount): Headers => ({ 'x-api-key': apiKey });
const newOwner = () => createAccount(db, { workspaceAccess: true });
const newEmail = () => `${newId()}@example.com`;
const ask = (headers: Headers, query: string, input?: object) => graphql(service, headers, query, { input });

/** The error of an operation that failed: its code, its message and its details. */
async function refusal(headers: Headers, query: string, input?: object) {
  const { data, errors } = await ask(headers, query, input);
  expect(Object.values(data ?? {}).filter((one) => one !== null)).toEqual([]);
  expect(errors).toHaveLength(1);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
}

describe('a managed user', () => {
  test('is created, listed, given a key and a link, and detached', async () => {
    const headers = keyOf(await newOwner());
    const email = newEmail();
    const created = await ask(headers, CREATE, { email, displayName: 'Ann' });
    const { user } = created.data.createManagedUser;
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email,
      displayName: 'Ann',
      createdAt: expect.stringMatching(/Z$/),
      connectionPage: null,
    });
    const userId = user.id;
    const { connectionPage } = (await ask(headers, LINK, { userId })).data.createConnectionPage;
    expect(nodesOf((await ask(headers, LIST)).data.managedUsers)).toEqual([{ ...user, connectionPage }]);
    const key = (await ask(headers, KEY, { userId })).data.createManagedUserKey;
    expect(key).toEqual({ rawKey: expect.any(String), user: { ...user, connectionPage } });
    const viewer = await ask({ 'x-api-key': key.rawKey }, '{ viewer { id } }');
    expect(viewer.data.viewer).toEqual({ id: userId });
    expect((await ask(headers, DETACH, { userId })).data).toEqual({ detachManagedUser: { detachedUserId: userId } });
    expect(nodesOf((await ask(headers, LIST)).data.managedUsers)).toEqual([]);
  });

  test('is named by its id in capitals too, and returned with the id as it is', async () => {
    const owner = await newOwner();
    const userId = await owner.manage();
    const { data } = await ask(keyOf(owner), DETACH, { userId: userId.toUpperCase() });
    expect(data).toEqual({ detachManagedUser: { detachedUserId: userId } });
  });

  test('has a link of 90 days, which stays the same, when nothing else is said', async () => {
    const owner = await newOwner();
    const userId = await owner.manage();
    const link = async (input: object) =>
      (await ask(keyOf(owner), LINK, { userId, ...input })).data.createConnectionPage.connectionPage;
    const first = await link({});
    expect((Date.parse(first.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(90, 2);
    expect((await link({ expiresInDays: 1 })).url).toBe(first.url);
    expect((await link({ rotate: true })).url).not.toBe(first.url);
  });
});

describe('a filter of the list', () => {
  const FILTERED = `query ($text: String, $after: String) {
    managedUsers(first: 1, after: $after, filter: { text: $text }) {
      totalCount
      edges { node { displayName } }
      pageInfo { endCursor }
    }
  }`;
  const find = async (headers: Headers, text: string | null, after: string | null = null) => {
    const { data, errors } = await graphql(service, headers, FILTERED, { text, after });
    return { page: data.managedUsers, code: errors?.[0]?.extensions.code };
  };
  const namesOf = (page: { edges: { node: { displayName: string } }[] }) =>
    page.edges.map(({ node }) => node.displayName);

  test('finds a part of a name or an address in any case, page by page', async () => {
    const headers = keyOf(await newOwner());
    for (const displayName of ['Ann Lee', 'Bob', 'Annika']) {
      await ask(headers, CREATE, { email: newEmail(), displayName });
    }
    const { page } = await find(headers, ' ANN ');
    expect([page.totalCount, namesOf(page)]).toEqual([2, ['Ann Lee']]);
    expect(namesOf((await find(headers, 'ann', page.pageInfo.endCursor)).page)).toEqual(['Annika']);
    expect((await find(headers, '@example.com')).page.totalCount).toBe(3);
    for (const nothing of [' ', null]) expect((await find(headers, nothing)).page.totalCount).toBe(3);
  });

  test.each(['%', '_', '\\'])('takes %s as it is', async (text) => {
    const headers = keyOf(await newOwner());
    await ask(headers, CREATE, { email: newEmail(), displayName: 'Ann' });
    await ask(headers, CREATE, { email: newEmail(), displayName: `Bob ${text}` });
    expect(namesOf((await find(headers, text)).page)).toEqual([`Bob ${text}`]);
  });

  test('has at most 200 characters, and finds nobody of another workspace', async () => {
    const headers = keyOf(await newOwner());
    await ask(keyOf(await newOwner()), CREATE, { email: newEmail(), displayName: 'Ann' });
    expect((await find(headers, 'Ann')).page.totalCount).toBe(0);
    expect((await find(headers, 'x'.repeat(201))).code).toBe('FILTER_INVALID');
  });
});

describe('refused, with a code', () => {
  const NO_WORKSPACE = {
    code: 'WORKSPACE_ACCESS_DISABLED',
    message: 'Workspace access is not enabled for this key',
  };

  test.each(['account', 'key'])('every operation, when the %s has no workspace access', async (missing) => {
    const account = await createAccount(db, { workspaceAccess: missing !== 'account' });
    const headers = { 'x-api-key': await account.newKey({ workspaceAccess: missing !== 'key' }) };
    const userId = await account.manage();
    expect(await refusal(headers, LIST)).toEqual(NO_WORKSPACE);
    expect(await refusal(headers, CREATE, { email: newEmail() })).toEqual(NO_WORKSPACE);
    for (const [, query] of ABOUT_A_USER) expect(await refusal(headers, query, { userId })).toEqual(NO_WORKSPACE);
  });

  test('a session of an account without workspace access', async () => {
    const account = await createAccount(db);
    expect(await refusal(await account.session(), LIST)).toEqual(NO_WORKSPACE);
  });

  test.each([
    ['EMAIL_REQUIRED', { email: '' }, 'Email is required'],
    ['EMAIL_REQUIRED', { email: ' ' }, 'Email is required'],
    ['EMAIL_INVALID', { email: 'ann' }, 'Email must be a valid email address'],
    [
      'DISPLAY_NAME_INVALID',
      { email: 'ann@example.com', displayName: 'x'.repeat(201) },
      'Display name must be one line of at most 200 characters, without control characters',
    ],
    [
      'DISPLAY_NAME_INVALID',
      { email: 'ann@example.com', displayName: 'Ann\nBob' },
      'Display name must be one line of at most 200 characters, without control characters',
    ],
  ])('%s: %j', async (code, input, message) => {
    expect(await refusal(keyOf(await newOwner()), CREATE, input)).toEqual({ code, message });
  });

  test('EMAIL_TAKEN: an address that anybody has', async () => {
    const email = newEmail();
    expect((await ask(keyOf(await newOwner()), CREATE, { email })).errors).toBeUndefined();
    const refused = await refusal(keyOf(await newOwner()), CREATE, { email: email.toUpperCase() });
    expect(refused).toEqual({ code: 'EMAIL_TAKEN', message: 'User with this email already exists' });
  });

  test.each(ABOUT_A_USER)('ID_INVALID, with the id as it was sent: %s', async (_name, query) => {
    const headers = keyOf(await newOwner());
    for (const userId of ['abc', '', 'g'.repeat(24), '\0']) {
      expect(await refusal(headers, query, { userId })).toEqual({
        code: 'ID_INVALID',
        message: `userId must be 24 hexadecimal characters, not "${userId}"`,
        argument: 'userId',
        value: userId,
        expected: '24 hexadecimal characters',
      });
    }
  });

  test.each(ABOUT_A_USER)(
    'MANAGED_USER_NOT_FOUND: %s of another owner’s user, of oneself, of no user',
    async (_name, query) => {
      const owner = await newOwner();
      const other = await newOwner();
      const theirs = await other.manage();
      for (const userId of [theirs, owner.userId, newId()]) {
        expect(await refusal(keyOf(owner), query, { userId })).toEqual({
          code: 'MANAGED_USER_NOT_FOUND',
          message: 'User not found or not managed by this key',
        });
      }
      expect(nodesOf((await ask(keyOf(other), LIST)).data.managedUsers)).toMatchObject([
        { id: theirs, connectionPage: null },
      ]);
    },
  );

  test('EXPIRY_DAYS_INVALID: less than a day, more than a year', async () => {
    const owner = await newOwner();
    const userId = await owner.manage();
    for (const expiresInDays of [0, -1, 366]) {
      expect(await refusal(keyOf(owner), LINK, { userId, expiresInDays })).toEqual({
        code: 'EXPIRY_DAYS_INVALID',
        message: 'expiresInDays must be a whole number from 1 to 365',
      });
    }
  });

  test('WORKSPACE_OWNER_WITHOUT_API: the owner’s plan has no API access', async () => {
    const owner = await createAccount(db, { plan: 'starter', workspaceAccess: true });
    expect(await refusal(await owner.session(), KEY, { userId: await owner.manage() })).toEqual({
      code: 'WORKSPACE_OWNER_WITHOUT_API',
      message: 'API access is not enabled for this workspace owner',
    });
  });

  test.each([
    ['no user', LINK, {}],
    ['a day and a half', LINK, { userId: newId(), expiresInDays: 1.5 }],
    ['an address that is no text', CREATE, { email: 7 }],
  ])('bad input before anything is looked at: %s', async (_what, query, input) => {
    expect(await refusal(keyOf(await newOwner()), query, input)).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

describe.each([1, 20])('a list of %i users, each with a link', (count) => {
  let headers: Headers;
  beforeAll(async () => {
    const owner = await newOwner();
    headers = keyOf(owner);
    for (let made = 0; made < count; made++) {
      expect((await ask(headers, LINK, { userId: await owner.manage() })).errors).toBeUndefined();
    }
  });

  /** The tables that `work` reads, but for what is written now and then: uses of keys, points of the limit. */
  async function tablesOf(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
    tap.take();
    await work();
    const statements = tap.take().filter(({ text }) => !text.includes('request_limits'));
    return statements.map(({ text }) => /FROM "?(\w+)"?/.exec(text)?.[1]);
  }

  test('is 3 statements: access, users, links', async () => {
    const tables = await tablesOf(async () => {
      const managedUsers = nodesOf((await ask(headers, LIST)).data.managedUsers);
      expect(managedUsers).toHaveLength(count);
      expect(
        new Set(managedUsers.map((user: { connectionPage: { url: string } }) => user.connectionPage.url)).size,
      ).toBe(count);
    });
    expect(tables).toEqual(['api_keys', 'users', 'connection_pages']);
  });

  test('is 2 without the links', async () => {
    const tables = await tablesOf(() => ask(headers, '{ managedUsers { edges { node { id } } } }'));
    expect(tables).toEqual(['api_keys', 'users']);
  });

  test('is 3 over REST', async () => {
    const tables = await tablesOf(async () => {
      const { body } = await request(service.url).get('/api/v1/workspace/users').set(headers);
      expect(body.users).toHaveLength(count);
    });
    expect(tables).toEqual(['api_keys', 'users', 'connection_pages']);
  });
});
