/** An operator signed in as another account: for an hour, to read unless changes were allowed, and visible to the owner. */
import { readFileSync } from 'node:fs';
import { parseSetCookie } from 'cookie';
import { buildSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import request from 'supertest';
import { WebSocket } from 'ws';
import { OPERATOR_COOKIE, SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { AUTHORIZE_PATH } from '../../src/domain/identity/applications/oauth-metadata.js';
import { codeOf, newMember, SIGN_OUT, signIn, viewer, visit } from '../graphql/browser.js';
import { codeOfApp, type Guarded, SESSIONS } from '../graphql/two-factor.js';
import { connectRaw } from '../live/raw-socket.js';
import { createAccount } from '../support/account.js';
import { exampleInput } from '../support/example-input.js';
import type { Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { admin, CONSOLE, lastEvent, newOperator, refusal, send } from './support.js';

const { db, service } = await useService({ env: CONSOLE });
let operator: Guarded;
beforeAll(async () => {
  operator = await newOperator(service, db);
});

const SIGN_IN_AS = `mutation ($user: String!, $reason: String!, $mayWrite: Boolean) {
  signInAs(user: $user, reason: $reason, mayWrite: $mayWrite) { expiresAt }
}`;
const WHO = '{ viewer { id email operatorSession { mayWrite expiresAt } } }';
const RENAME =
  'mutation ($input: ChangeDisplayNameInput!) { changeDisplayName(input: $input) { viewer { displayName } } }';

/** Signs in as an account; returns what the browser sends from then on. */
async function become(user: string, { mayWrite = false, by = operator as { browser: Headers } } = {}) {
  const { status, body, headers } = await send(service, by.browser, SIGN_IN_AS, { user, reason: 'Ticket 7', mayWrite });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  const cookies = [headers['set-cookie'] ?? []].flat().map((header) => parseSetCookie(header));
  const cookie = cookies.find(({ name }) => name === OPERATOR_COOKIE);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
  const own = `${OPERATOR_COOKIE}=${cookie?.value}`;
  return {
    browser: { cookie: `${by.browser.cookie}; ${own}` },
    own,
    token: cookie?.value ?? '',
    ...body.data.signInAs,
  };
}

const whoIs = async (browser: Headers) => {
  const { body } = await visit(service, browser, WHO);
  return body.data?.viewer?.email ?? body.errors?.[0]?.extensions.code;
};

test('the operator sees the account, the owner sees the operator with the reason, and leaving ends it', async () => {
  const owner = await newMember(service);
  const { browser, expiresAt } = await become(owner.email);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  expect((await visit(service, browser, WHO)).body.data.viewer).toEqual({
    ...{ id: owner.userId, email: owner.email },
    operatorSession: { mayWrite: false, expiresAt },
  });
  expect((await visit(service, owner.browser, WHO)).body.data.viewer.operatorSession).toBeNull();

  const LOG = '{ viewer { auditLog(first: 1) { edges { node { action actor { kind name } details address } } } } }';
  const newest = async () => (await visit(service, owner.browser, LOG)).body.data.viewer.auditLog.edges[0].node;
  const byOperator = { actor: { kind: 'OPERATOR', name: null }, address: null };
  expect(await newest()).toEqual({
    ...{ action: 'OPERATOR_SIGNED_IN', ...byOperator },
    details: { reason: 'Ticket 7', mayWrite: false, until: expiresAt },
  });
  expect(await lastEvent(db)).toMatchObject({ actorName: operator.email, ownerId: owner.userId });
  // It is no session of the owner.
  const { body } = await visit(service, owner.browser, SESSIONS);
  expect(body.data.sessions.edges).toHaveLength(1);

  const left = await visit(service, browser, SIGN_OUT);
  expect(left.body.data.signOut).toEqual({ ended: true });
  expect(await newest()).toMatchObject({ action: 'OPERATOR_SIGNED_OUT', ...byOperator });
  expect(await lastEvent(db)).toMatchObject({ action: 'operator_signed_out', actorName: operator.email });
  expect(await whoIs(browser)).toBe('SESSION_REQUIRED');
  expect(await whoIs(operator.browser)).toBe(operator.email);
  expect((await send(service, operator.browser, '{ operator { id } }')).status).toBe(200);
});

describe('one who only reads changes nothing', () => {
  const mutations = Object.values(
    buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {},
  );

  test.each(mutations.filter(({ name }) => name !== 'signOut'))('$name', async ({ name, args }) => {
    const { browser } = await become((await newMember(service)).email);
    const variables = Object.fromEntries(args.map((one) => [one.name, exampleInput(one.type)]));
    const declared = args.map((one) => `$${one.name}: ${one.type}`).join(', ');
    const given = args.map((one) => `${one.name}: $${one.name}`).join(', ');
    const query = `mutation ${declared && `(${declared})`} { ${name}${given && `(${given})`} { __typename } }`;
    const { body } = await request(service.url).post('/graphql').set(browser).send({ query, variables });
    expect([body.data?.[name] ?? null, body.errors?.[0]?.extensions.code]).toEqual([null, 'OPERATOR_READS_ONLY']);
  });

  test('nor in a fragment, over a web socket, or by the routes of the dashboard', async () => {
    const owner = await newMember(service);
    const { browser } = await become(owner.email);
    const input = { displayName: 'Changed' };
    const inFragment = `mutation ($input: ChangeDisplayNameInput!) { ...Change }
      fragment Change on Mutation { other: changeDisplayName(input: $input) { viewer { id } } }`;
    expect(codeOf(await visit(service, browser, inFragment, input))).toBe('OPERATOR_READS_ONLY');

    class BrowserSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { headers: browser });
      }
    }
    const client = createClient({ url: service.wsUrl, webSocketImpl: BrowserSocket, retryAttempts: 0 });
    const over = (query: string, variables = {}) =>
      new Promise((resolve) => {
        client.subscribe({ query, variables }, { next: resolve, error: resolve, complete: () => resolve('complete') });
      });
    expect(await over(WHO)).toMatchObject({ data: { viewer: { email: owner.email } } });
    expect(await over(RENAME, { input })).toMatchObject({
      errors: [{ extensions: { code: 'OPERATOR_READS_ONLY' } }],
    });
    expect(await over('subscription { notificationActivity { unread } }')).toMatchObject({
      errors: [{ extensions: { code: 'SESSION_REQUIRED' } }],
    });
    await client.dispose();
    expect(codeOf(await visit(service, browser, '{ notifications { totalCount } }'))).toBe('SESSION_REQUIRED');
    expect(codeOf(await visit(service, browser, '{ pushSubscription { key } }'))).toBe('SESSION_REQUIRED');

    const created = await request(service.url).post('/auth/api-keys').set(browser).send({ name: 'Mine' });
    expect([created.status, created.body.error]).toEqual([403, expect.stringContaining('to read only')]);
    const video = await request(service.url).post('/media/process-video').set(browser).send('x');
    expect(video.status).toBe(403);
    const login = await request(service.url).get('/auth/network/start').set(browser);
    expect([login.status, login.text]).toEqual([403, expect.stringContaining('to read only')]);
    expect((await visit(service, owner.browser, '{ viewer { displayName } }')).body.data.viewer.displayName).not.toBe(
      'Changed',
    );
  });
});

test('one with changes allowed changes the account, recorded as the operator, but gets no access to keep', async () => {
  const owner = await newMember(service);
  await admin(db, 'set-plan', owner.email, 'premium');
  await admin(db, 'set-flags', owner.email, '--workspace', 'on');
  const CREATE_USER = 'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }';
  const LINK = `mutation ($input: CreateConnectionPageInput!) {
    createConnectionPage(input: $input) { connectionPage { url } }
  }`;
  const made = await visit(service, owner.browser, CREATE_USER, { email: 'client@example.com' });
  const userId = made.body.data.createManagedUser.user.id;
  expect((await visit(service, owner.browser, LINK, { userId })).body.errors).toBeUndefined();

  const CREATE_WEBHOOK = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
  const events = ['POST_PUBLISHED'];
  const webhook = { name: 'Test', url: 'https://owner.example.com/', events };
  const webhookId = (await visit(service, owner.browser, CREATE_WEBHOOK, webhook)).body.data.createWebhook.webhook.id;

  const { browser } = await become(owner.email, { mayWrite: true });
  const renamed = await visit(service, browser, RENAME, { displayName: 'Helped' });
  expect(renamed.body.data.changeDisplayName.viewer.displayName).toBe('Helped');
  const byOperator = { actor: 'operator', actorName: operator.email, ownerId: owner.userId };
  expect((await admin(db, 'audit')).events.slice(0, 2)).toMatchObject([
    { ...byOperator, action: 'operator_changed', details: { mutation: 'changeDisplayName' } },
    { ...byOperator, action: 'display_name_changed' },
  ]);
  const CREATE_KEY = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey } }';
  expect(codeOf(await visit(service, browser, CREATE_KEY, { name: 'Mine' }))).toBe('OPERATOR_GETS_NO_ACCESS');
  const created = await request(service.url).post('/auth/api-keys').set(browser).send({ name: 'Mine' });
  expect([created.status, created.body.error]).toEqual([403, expect.stringContaining('only its owner')]);
  expect(codeOf(await visit(service, browser, LINK, { userId }))).toBe('OPERATOR_GETS_NO_ACCESS');
  const DETACH = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
  expect(codeOf(await visit(service, browser, DETACH, { userId }))).toBe('OPERATOR_GETS_NO_ACCESS');
  const consent = await request(service.url).get(AUTHORIZE_PATH).set(browser);
  expect([consent.status, consent.text]).toEqual([403, expect.stringContaining('only its owner')]);
  const LINKS = '{ managedUsers { edges { node { connectionPage { url } } } } }';
  const linkSeenBy = async (headers: Headers) =>
    (await visit(service, headers, LINKS)).body.data.managedUsers.edges[0].node.connectionPage;
  expect(await linkSeenBy(owner.browser)).not.toBeNull();
  expect(await linkSeenBy(browser)).toBeNull();
  const CHANGE_WEBHOOK =
    'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { isActive } } }';
  const changeWebhook = async (changes: object) => {
    const answer = await visit(service, browser, CHANGE_WEBHOOK, { webhookId, ...changes });
    return answer.body.data?.updateWebhook?.webhook ?? codeOf(answer);
  };
  expect(await changeWebhook({ isActive: false })).toEqual({ isActive: false });
  expect(await changeWebhook({ url: 'https://operator.example.com/' })).toBe('OPERATOR_GETS_NO_ACCESS');
  const BEGIN = 'mutation ($input: BeginTwoFactorInput!) { beginTwoFactor(input: $input) { secret } }';
  expect(codeOf(await visit(service, browser, BEGIN, { password: owner.password }))).toBe('OPERATOR_GETS_NO_ACCESS');
  const END = 'mutation ($input: EndOtherSessionsInput!) { endOtherSessions(input: $input) { ended } }';
  expect(codeOf(await visit(service, browser, END, { password: owner.password }))).toBe('OPERATOR_GETS_NO_ACCESS');

  const before = await lastEvent(db);
  const CREATE_POSTS =
    'mutation ($input: CreatePostsInput!) { createPosts(input: $input) { results { postGroup { id } } } }';
  const DELETE_POST = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';
  expect(codeOf(await visit(service, browser, DELETE_POST, { postGroupId: 'a'.repeat(24) }))).toBe(
    'POST_GROUP_NOT_FOUND',
  );
  // What was refused changed nothing.
  expect(await lastEvent(db)).toEqual(before);
  expect((await visit(service, browser, CREATE_POSTS, { posts: [] })).body.errors).toBeUndefined();
  expect(await lastEvent(db)).toMatchObject({
    ...byOperator,
    action: 'operator_changed',
    details: { mutation: 'createPosts' },
  });
});

describe('it ends', () => {
  const cases: Record<
    string,
    (owner: { email: string; userId: string }, by: Guarded, token: string) => Promise<unknown>
  > = {
    'after its time': () => db.query("UPDATE operator_sessions SET expires_at = now() - interval '1 second'"),
    'with the operator’s own session': (_, by) => visit(service, by.browser, SIGN_OUT),
    'with the operator flag': (_, by) => admin(db, 'set-flags', by.email, '--operator', 'off'),
    'with the second factor': (_, by) => admin(db, 'remove-second-factor', by.email),
    'when the operator is put on hold': (_, by) => admin(db, 'hold', by.email),
    'when the operator is deactivated': (_, by) => admin(db, 'deactivate', by.email),
    'when the operator is removed': (_, by) => admin(db, 'remove-user', by.email, '--yes'),
    'when the account is removed': ({ email }) => admin(db, 'remove-user', email, '--yes'),
    // What a move to another pod does first.
    'when the account is moved': ({ userId }) => db.query('DELETE FROM users WHERE id = $1', [userId]),
    'when the account becomes an operator’s': ({ email }) => admin(db, 'set-flags', email, '--operator', 'on'),
    'when the operator signs in as another one': async (_, by) => become((await newMember(service)).email, { by }),
  };
  test.each(Object.entries(cases))('%s', async (_, end) => {
    const [by, owner] = [await newOperator(service, db), await newMember(service)];
    const { browser, token } = await become(owner.email, { by });
    expect(await whoIs(browser)).toBe(owner.email);
    await end(owner, by, token);
    expect(await whoIs(browser)).toBe('SESSION_REQUIRED');
  });

  test.each([
    ['flag', 'set-flags', '--operator', 'off'],
    ['second factor', 'remove-second-factor'],
    ['access, by a hold', 'hold'],
  ])('without the operator’s %s, for what is open as well', async (_, command, ...options) => {
    const by = await newOperator(service, db);
    const { browser } = await become((await newMember(service)).email, { by });
    const socket = await connectRaw(service, {}, browser);
    expect(socket.messages).toEqual([{ type: 'connection_ack' }]);
    const openedAt = Date.now();
    await admin(db, command, by.email, ...options);
    expect((await socket.end()).code).toBe(4403);
    // Before it would be checked without a notice.
    expect(Date.now() - openedAt).toBeLessThan(9_000);
  });

  test.each([
    ['hold', 'release'],
    ['deactivate', 'activate'],
  ])('it opens nothing after admin %s of the account, nor after %s', async (command, back) => {
    const { email } = await newMember(service);
    const { browser } = await become(email);
    await admin(db, command, email);
    expect(await whoIs(browser)).toBe('SESSION_REQUIRED');
    await admin(db, back, email);
    expect(await whoIs(browser)).toBe('SESSION_REQUIRED');
  });

  test('an ended one never opens the operator’s own account: signing in again does', async () => {
    const by = await newOperator(service, db);
    const { browser } = await become((await newMember(service)).email, { by });
    await db.query('DELETE FROM operator_sessions');
    expect(await whoIs(browser)).toBe('SESSION_REQUIRED');
    expect(codeOf(await visit(service, browser, RENAME, { displayName: 'Wrong' }))).toBe('SESSION_REQUIRED');
    const again = await request(service.url)
      .post('/graphql')
      .set(browser)
      .send({
        query: 'mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } } }',
        variables: { input: { email: by.email, password: by.password, code: codeOfApp(by.secret, 1) } },
      });
    expect(again.body.data.signIn.viewer.id).toBe(by.userId);
    const cookies = [again.headers['set-cookie'] ?? []].flat().map((header) => parseSetCookie(header));
    expect(cookies.find(({ name }) => name === OPERATOR_COOKIE)?.value).toBe('');
  });
});

describe('it does not lead further', () => {
  test('the console is closed to it', async () => {
    const { browser } = await become((await newMember(service)).email, { mayWrite: true });
    for (const query of [
      '{ operator { id } }',
      '{ __schema { types { name } } }',
      'mutation { pausePublishing { duePosts } }',
    ]) {
      expect((await send(service, browser, query)).status).toBe(404);
    }
  });

  test('its token is worth nothing without the operator’s own session, or as one', async () => {
    const owner = await newMember(service);
    const { own, token } = await become(owner.email);
    for (const cookie of [own, `${SESSION_COOKIE}=${token}`, `${owner.browser.cookie}; ${own}`]) {
      expect(await whoIs({ cookie })).toBe(cookie === own ? 'API_KEY_REQUIRED' : 'SESSION_REQUIRED');
    }
    const other = await newOperator(service, db);
    expect(await whoIs({ cookie: `${other.browser.cookie}; ${own}` })).toBe('SESSION_REQUIRED');
  });

  test('nobody signs in as an operator, a managed user, an account that cannot sign in, or without a reason', async () => {
    const other = await newOperator(service, db);
    const held = await newMember(service);
    await admin(db, 'hold', held.email);
    const managed = await (await createAccount(db)).manage();
    const { email } = await newMember(service);
    const refused = (user: string, reason = 'Ticket 7') =>
      refusal(service, operator.browser, SIGN_IN_AS, { user, reason });
    expect(await refused(other.email)).toMatch(/belongs to an operator/);
    expect(await refused(operator.email)).toMatch(/belongs to an operator/);
    expect(await refused(managed)).toMatch(/is a managed user/);
    expect(await refused(held.email)).toMatch(/on hold/);
    expect(await refused('nobody@example.com')).toMatch(/There is no user/);
    expect(await refused(email, '  ')).toMatch(/Enter a reason/);
    expect(await refused(email, 'x'.repeat(201))).toMatch(/Enter a reason/);
    expect((await viewer(service, operator.browser)).body.data.viewer.email).toBe(operator.email);
  });

  test('a sign-in as somebody else is refused while it lasts', async () => {
    const owner = await newMember(service);
    const { browser } = await become(owner.email);
    expect(codeOf(await signIn(service, owner, browser))).toBe('OPERATOR_READS_ONLY');
  });
});
