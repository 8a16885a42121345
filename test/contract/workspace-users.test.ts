import request from 'supertest';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import {
  type Caller,
  create,
  HOUR,
  ISO_TIME,
  MALFORMED_IDS,
  type Method,
  POST_GROUP_ID,
  refused,
  startContract,
  UNKNOWN_ID,
} from './contract.js';

const contract = startContract({});

const DAY = 24 * HOUR;
const NOT_FOUND = refused(404, 'User not found or not managed by this key');
const NO_WORKSPACE = refused(403, 'Workspace access is not enabled for this key');

const newOwner = () => createAccount(contract.db, { workspaceAccess: true });
const newEmail = () => `${newId()}@example.com`;

interface ManagedUser {
  _id: string;
  username: string;
}

/** Adds a managed user and answers it. */
async function add(caller: Caller, body: object = {}): Promise<ManagedUser> {
  const answer = await caller.post('/workspace/users', { username: newEmail(), ...body });
  expect(answer.status).toBe(201);
  return answer.body.user;
}

/** Every route, in a form that works for the user of the id. */
const routesOf = (id: string): [Method, string, object?][] => [
  ['post', '/workspace/users', { username: newEmail() }],
  ['get', '/workspace/users'],
  ['delete', `/workspace/users/${id}`],
  ['post', `/workspace/users/${id}/api-key`],
  ['post', `/workspace/users/${id}/connection-url`],
];

const pathsOf = (id: string): [Method, string][] =>
  routesOf(id)
    .filter(([, path]) => path.includes(id))
    .map(([method, path]) => [method, path]);

async function ask(caller: Caller, [method, path, sent]: [Method, string, object?]) {
  const { status, body } = await caller.raw(method, path, sent);
  return { status, body };
}

/** What a browser that opens an address gets. */
const statusOf = async (url: string) => (await request(url).get('')).status;

const SURFACES: [string, (account: TestAccount) => Promise<Caller>][] = [
  ['/api/v1/workspace/users with an API key', async ({ apiKey }) => contract.as({ 'x-api-key': apiKey })],
  ['/workspace/users with a session', async (account) => contract.dashboard(await account.session())],
];

describe.each(SURFACES)('%s', (_door, openTo) => {
  let owner: TestAccount;
  let caller: Caller;
  /** The owner over the API, for what the dashboard's routes do not have. */
  let api: (headers?: Headers) => Caller;
  beforeEach(async () => {
    owner = await newOwner();
    caller = await openTo(owner);
    api = (headers = {}) => contract.as({ 'x-api-key': owner.apiKey, ...headers });
  });

  test('an account without workspace access: 403 at every route', async () => {
    const account = await createAccount(contract.db, { workspaceAccess: false });
    const otherUser = await openTo(account);
    for (const route of routesOf(await account.manage())) expect(await ask(otherUser, route)).toEqual(NO_WORKSPACE);
  });

  describe('creating a user', () => {
    test('returns 201 with these keys and no others', async () => {
      const username = newEmail();
      expect(await caller.post('/workspace/users', { username, displayName: 'Ann Example' })).toEqual({
        status: 201,
        body: {
          user: {
            _id: POST_GROUP_ID,
            username,
            displayName: 'Ann Example',
            role: 'managed',
            dailyPostsLeft: 100,
            connectionsPageUrl: null,
            connectionsPageTokenExpiresAt: null,
          },
        },
      });
    });

    test.each([{}, { displayName: null }, { displayName: '' }, { displayName: ' ' }, { displayName: 7 }])(
      'the display name is the e-mail address when it is not given: %j',
      async (body) => {
        const user = await add(caller, body);
        expect(user).toHaveProperty('displayName', user.username);
      },
    );

    test('the address is kept in lower case, without spaces around it', async () => {
      const username = newEmail();
      expect((await add(caller, { username: ` ${username.toUpperCase()} ` })).username).toBe(username);
    });

    test.each([
      {},
      { username: null },
      { username: '' },
      { username: '  ' },
      { username: 7 },
      { username: ['a@b.example'] },
    ])('without an e-mail address: 400 %j', async (body) => {
      expect(await caller.post('/workspace/users', body)).toEqual(refused(400, 'Email is required'));
    });

    test('what is no e-mail address: 400', async () => {
      for (const username of ['ann', 'ann@', '@example.com', 'ann@example', 'a b@example.com']) {
        const answer = await caller.post('/workspace/users', { username });
        expect(answer).toEqual(refused(400, 'Email must be a valid email address'));
      }
    });

    test('a display name of more than 200 characters: 400', async () => {
      const body = { username: newEmail(), displayName: 'x'.repeat(201) };
      const answer = await caller.post('/workspace/users', body);
      expect(answer).toEqual(
        refused(400, 'Display name must be one line of at most 200 characters, without control characters'),
      );
      await add(caller, { ...body, displayName: 'x'.repeat(200) });
    });

    test('a display name with line breaks or control characters is taken without them', async () => {
      const user = await add(caller, { displayName: 'Ann\nBob\u202e\u0007Cid' });
      expect(user).toHaveProperty('displayName', 'Ann Bob  Cid');
    });

    test('an address that anybody has, in any letter case: 409', async () => {
      const taken = refused(409, 'User with this email already exists');
      const mine = await add(caller);
      const theirs = await add(await openTo(await newOwner()));
      const [row] = await contract.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [owner.userId]);
      for (const username of [mine.username, mine.username.toUpperCase(), theirs.username, row?.email]) {
        expect(await caller.post('/workspace/users', { username })).toEqual(taken);
      }
    });

    test('ten requests for one address at once: one user and nine times 409', async () => {
      const username = newEmail();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => caller.post('/workspace/users', { username })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
      expect((await caller.get('/workspace/users')).body.users).toHaveLength(1);
    });
  });

  describe('the list', () => {
    test('is empty without users', async () => {
      expect(await caller.get('/workspace/users')).toEqual({ status: 200, body: { users: [] } });
    });

    test('has every user of the owner, oldest first, as it was created', async () => {
      const users = [await add(caller, { displayName: 'First' }), await add(caller), await add(caller)];
      expect(await caller.get('/workspace/users')).toEqual({ status: 200, body: { users } });
    });

    test('has no user of another owner', async () => {
      await add(await openTo(await newOwner()));
      const mine = await add(caller);
      expect((await caller.get('/workspace/users')).body).toEqual({ users: [mine] });
    });

    test('has the link of a user who has one, until it expires', async () => {
      const user = await add(caller);
      const { url, tokenExpiresAt } = (await caller.post(`/workspace/users/${user._id}/connection-url`)).body;
      const linked = { ...user, connectionsPageUrl: url, connectionsPageTokenExpiresAt: tokenExpiresAt };
      expect((await caller.get('/workspace/users')).body).toEqual({ users: [linked] });
      await contract.db.query(
        "UPDATE connection_pages SET expires_at = now() - interval '1 second' WHERE user_id = $1",
        [user._id],
      );
      expect((await caller.get('/workspace/users')).body).toEqual({ users: [user] });
    });
  });

  describe('detaching a user', () => {
    test('returns 200, and the user is no longer in the list', async () => {
      const { _id } = await add(caller);
      const kept = await add(caller);
      expect(await caller.delete(`/workspace/users/${_id}`)).toEqual({ status: 200, body: { success: true } });
      expect((await caller.get('/workspace/users')).body).toEqual({ users: [kept] });
    });

    test('does not erase it: its posts stay, and its address is free', async () => {
      const { _id, username } = await add(caller);
      const postGroupId = await create(api({ 'x-service-user-id': _id }));
      await caller.delete(`/workspace/users/${_id}`);
      expect((await caller.post('/workspace/users', { username })).status).toBe(201);
      const rows = await contract.db.query('SELECT user_id AS "userId" FROM post_groups WHERE id = $1', [postGroupId]);
      expect(rows).toEqual([{ userId: _id }]);
    });

    test('ends what it could do in the workspace: its key, its link, and acting for it', async () => {
      const { _id } = await add(caller);
      const { apiKey } = (await caller.post(`/workspace/users/${_id}/api-key`)).body;
      const { url } = (await caller.post(`/workspace/users/${_id}/connection-url`)).body;
      expect((await contract.as({ 'x-api-key': apiKey }).get('/list-posts')).status).toBe(200);
      expect(await statusOf(url)).toBe(200);
      await caller.delete(`/workspace/users/${_id}`);
      expect(await contract.as({ 'x-api-key': apiKey }).get('/list-posts')).toEqual(refused(401, 'Invalid API key'));
      expect(await statusOf(url)).toBe(404);
      expect(await api({ 'x-service-user-id': _id }).get('/list-posts')).toEqual(
        refused(403, 'User is not managed by key'),
      );
    });

    test('a second time: 404', async () => {
      const { _id } = await add(caller);
      await caller.delete(`/workspace/users/${_id}`);
      for (const [method, path] of pathsOf(_id)) expect(await ask(caller, [method, path])).toEqual(NOT_FOUND);
    });
  });

  describe('an API key for a user', () => {
    const keyFor = (id: string) => caller.post(`/workspace/users/${id}/api-key`);

    test('is a key with which the user calls for itself', async () => {
      const { _id } = await add(caller);
      const answer = await keyFor(_id);
      const apiKey = expect.stringMatching(/^sk_[0-9a-z]+_[0-9a-f]{8}\.[0-9a-f]{52}$/);
      expect(answer).toEqual({
        status: 200,
        body: { message: 'API key generated successfully', apiKey, userId: _id },
      });
      const own = contract.as({ 'x-api-key': answer.body.apiKey });
      const postGroupId = await create(own);
      for (const seeing of [own, api({ 'x-service-user-id': _id })]) {
        expect((await seeing.get('/list-posts')).body.posts).toEqual([expect.objectContaining({ postGroupId })]);
      }
      expect((await api().get('/list-posts')).body.posts).toEqual([]);
    });

    test('replaces its earlier key, and no other user’s', async () => {
      const { _id } = await add(caller);
      const other = (await keyFor((await add(caller))._id)).body.apiKey;
      const first = (await keyFor(_id)).body.apiKey;
      const second = (await keyFor(_id)).body.apiKey;
      expect(await contract.as({ 'x-api-key': first }).get('/list-posts')).toEqual(refused(401, 'Invalid API key'));
      for (const apiKey of [second, other, owner.apiKey]) {
        expect((await contract.as({ 'x-api-key': apiKey }).get('/list-posts')).status).toBe(200);
      }
    });

    test('when ten are requested at once, one of them works', async () => {
      const { _id } = await add(caller);
      const keys = await Promise.all(Array.from({ length: 10 }, async () => (await keyFor(_id)).body.apiKey));
      const statuses = await Promise.all(
        keys.map(async (apiKey) => (await contract.as({ 'x-api-key': apiKey }).get('/list-posts')).status),
      );
      expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
    });

    test('opens no workspace and acts for no other user', async () => {
      const { _id } = await add(caller);
      const own = contract.as({ 'x-api-key': (await keyFor(_id)).body.apiKey });
      for (const route of routesOf(_id)) expect(await ask(own, route)).toEqual(NO_WORKSPACE);
      expect(await own.get('/list-posts', { 'x-service-user-id': owner.userId })).toEqual(NO_WORKSPACE);
    });
  });

  describe('the link of a user', () => {
    const linkOf = async (id: string, body?: object) => {
      const answer = await caller.post(`/workspace/users/${id}/connection-url`, body);
      expect(answer).toEqual({ status: 200, body: { url: expect.any(String), tokenExpiresAt: ISO_TIME } });
      return answer.body;
    };
    const daysUntil = (time: string) => (Date.parse(time) - Date.now()) / DAY;

    test('opens a page on which the user connects accounts, without a password', async () => {
      const { _id } = await add(caller);
      const { url } = await linkOf(_id);
      expect(url).toMatch(new RegExp(`^${contract.service.url}/connect/[\\w-]{43}$`));
      const { baseUrl, username, credentials } = contract.sandbox.createAccount('fediverse');
      const form = { instance: baseUrl, accessToken: credentials.accessToken };
      const sent = await request(url).post('/fediverse').type('form').send(form);
      expect(sent.status).toBe(303);
      const { body } = await api({ 'x-service-user-id': _id }).get('/platform-connections');
      expect(body.connections).toEqual([expect.objectContaining({ username })]);
      expect((await api().get('/platform-connections')).body.connections).toEqual([]);
    });

    test.each([{}, undefined, { expiresInDays: null }])('lasts 90 days when nothing else is said: %j', async (body) => {
      const { tokenExpiresAt } = await linkOf((await add(caller))._id, body);
      expect(daysUntil(tokenExpiresAt)).toBeCloseTo(90, 2);
    });

    test.each([1, 7, 365])('lasts %i days when that is requested', async (expiresInDays) => {
      const { tokenExpiresAt } = await linkOf((await add(caller))._id, { expiresInDays });
      expect(daysUntil(tokenExpiresAt)).toBeCloseTo(expiresInDays, 2);
    });

    test.each([0, -1, 366, 1.5, 1e10, '7', true, [7]])('expiresInDays %j: 400', async (expiresInDays) => {
      const { _id } = await add(caller);
      expect(await caller.post(`/workspace/users/${_id}/connection-url`, { expiresInDays })).toEqual(
        refused(400, 'expiresInDays must be a whole number from 1 to 365'),
      );
    });

    test.each([{}, { rotate: false }, { rotate: 'true' }])('stays the same, with a new end: %j', async (body) => {
      const { _id } = await add(caller);
      const first = await linkOf(_id, { expiresInDays: 1 });
      const second = await linkOf(_id, { expiresInDays: 2, ...body });
      expect(second.url).toBe(first.url);
      expect(daysUntil(second.tokenExpiresAt)).toBeCloseTo(2, 2);
      expect(await statusOf(first.url)).toBe(200);
    });

    test('is another one after it was rotated, and the old one is worthless', async () => {
      const { _id } = await add(caller);
      const first = await linkOf(_id);
      const second = await linkOf(_id, { rotate: true });
      expect(second.url).not.toBe(first.url);
      expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([404, 200]);
    });

    test('is another one after it has expired', async () => {
      const { _id } = await add(caller);
      const first = await linkOf(_id);
      await contract.db.query(
        "UPDATE connection_pages SET expires_at = now() - interval '1 second' WHERE user_id = $1",
        [_id],
      );
      const second = await linkOf(_id);
      expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([404, 200]);
    });
  });

  describe('404 and nothing happens', () => {
    test.each([
      ['a user of another owner', async () => (await add(await openTo(await newOwner())))._id],
      ['the owner', async () => owner.userId],
      ['a user who does not exist', async () => UNKNOWN_ID],
    ])('for %s', async (_who, find) => {
      const id = await find();
      for (const [method, path] of pathsOf(id)) expect(await ask(caller, [method, path])).toEqual(NOT_FOUND);
      const stored = await contract.db.query(
        `SELECT 1 FROM connection_pages WHERE user_id = $1
         UNION ALL SELECT 1 FROM api_keys WHERE user_id = $1 AND name = 'Default'`,
        [id],
      );
      expect(stored).toEqual([]);
    });

    test.each([...MALFORMED_IDS, '%E0%A4%A'])('for the malformed id %s', async (id) => {
      for (const [method, path] of pathsOf(id)) expect(await ask(caller, [method, path])).toEqual(NOT_FOUND);
    });
  });
});

describe('who comes in', () => {
  test.each(['account', 'key'])('workspace access is wanted of the %s too', async (missing) => {
    const account = await createAccount(contract.db, { workspaceAccess: missing !== 'account' });
    const caller = contract.as({ 'x-api-key': await account.newKey({ workspaceAccess: missing !== 'key' }) });
    for (const route of routesOf(await account.manage())) expect(await ask(caller, route)).toEqual(NO_WORKSPACE);
  });

  test('without a key or a session: 401 at every route, before the body is read', async () => {
    for (const [method, path] of routesOf(UNKNOWN_ID)) {
      const body = method === 'post' ? '{not JSON' : undefined;
      const { status, body: response } = await contract.as({}).raw(method, path, body);
      expect({ status, body: response }).toEqual(refused(401, 'API key is required'));
      const dashboard = await contract.dashboard({}).raw(method, path, body);
      expect(dashboard.status).toBe(401);
    }
  });

  test('the dashboard’s routes refuse API keys, and those of the API refuse sessions', async () => {
    const owner = await newOwner();
    const session = await owner.session();
    for (const route of routesOf(await owner.manage())) {
      const sessionRequired = refused(401, 'Sign in first: this requires a dashboard session, not an API key');
      expect(await ask(contract.dashboard({ 'x-api-key': owner.apiKey }), route)).toEqual(sessionRequired);
      expect(await ask(contract.as(session), route)).toEqual(refused(401, 'API key is required'));
    }
  });

  test('an owner whose plan has no API access makes no keys for users, and has everything else', async () => {
    const owner = await createAccount(contract.db, { plan: 'starter', workspaceAccess: true });
    const caller = contract.dashboard(await owner.session());
    const { _id } = await add(caller);
    expect(await caller.post(`/workspace/users/${_id}/api-key`)).toEqual(
      refused(403, 'API access is not enabled for this workspace owner'),
    );
    expect((await caller.post(`/workspace/users/${_id}/connection-url`)).status).toBe(200);
    expect((await caller.delete(`/workspace/users/${_id}`)).status).toBe(200);
  });

  test('both API surfaces see the same users', async () => {
    const owner = await newOwner();
    const api = contract.as({ 'x-api-key': owner.apiKey });
    const dashboard = contract.dashboard(await owner.session());
    const users = [await add(api), await add(dashboard)];
    for (const caller of [api, dashboard]) expect((await caller.get('/workspace/users')).body).toEqual({ users });
  });
});
