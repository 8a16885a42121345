/** The audit log: who did what to an account, when and from where. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import request from 'supertest';
import { WebSocket } from 'ws';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { generateSession } from '../../src/domain/identity/access/session.js';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { confirmEmailPath } from '../../src/domain/identity/account/account-page.js';
import { newId } from '../../src/foundation/database/id.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import { platforms } from '../../src/platforms/registry.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { typedFor } from '../platforms/support.js';
import { connectTargets, createAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { mailAbout, mailEnv, tokenIn } from '../support/mailbox.js';
import { queueMaintenance } from '../support/maintenance.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import { codeOf, type Member, newPerson, SIGN_OUT, SIGN_UP, signIn, visit } from './browser.js';
import {
  BEGIN,
  CONFIRM,
  codeOfApp,
  DISABLE,
  END_OTHERS,
  END_SESSION,
  forgetStep,
  NEW_CODES,
  newGuarded,
  SESSIONS,
} from './two-factor.js';

let db: TestDatabase;
let sandbox: Sandbox;
let mails: MailServer;
/** Sends no e-mails: accounts are made at once. */
let before: Service;
let service: Service;

/** Where every request of this file comes from, by the proxy in front of the service. */
const ADDRESS = '203.0.113.7';
const AGENT = `Audited/1.0 (${'x'.repeat(300)})`;
const FROM: Headers = { 'user-agent': AGENT, 'x-forwarded-for': ADDRESS };
const CAME = { address: ADDRESS, userAgent: AGENT.slice(0, 256), requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) };

beforeAll(async () => {
  [db, mails, sandbox] = await Promise.all([createTestDatabase(), startMailServer(), startSandbox({ port: 0 })]);
  const { skyfeed, messenger } = sandbox.baseUrls;
  const env = {
    TRUSTED_PROXIES: '1',
    SKYFEED_BASE_URL: skyfeed,
    MESSENGER_BASE_URL: messenger,
    PRIVATE_ADDRESSES: 'platforms,webhooks,feeds',
  };
  [before, service] = await Promise.all([
    startService({ db, roles: 'api', env: { TRUSTED_PROXIES: '1' } }),
    startService({ db, env: { ...env, ...mailEnv(mails) } }),
  ]);
});
beforeEach(() => db.query('DELETE FROM throttles'));
afterAll(async () => {
  await Promise.all([before, service].map((one) => one?.stop()));
  await sandbox?.close();
  await mails?.close();
  await db?.drop();
});

const EVENT = `id action actor { kind sessionId apiKeyId name } subject { type subjectId name } managedUserId address
  userAgent requestId details createdAt`;
const LOG = `query ($first: Int, $after: String, $filter: AuditLogFilter) { viewer { auditLog(first: $first, after: $after, filter: $filter) {
  totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${EVENT} } }
} } }`;

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
type Event = any;

/** A page of the log, by a session. */
async function read(headers: Headers, variables: object = {}, at = service) {
  const { body } = await request(at.url).post('/graphql').set(headers).send({ query: LOG, variables });
  return body;
}
/** A session that begins without an event. */
async function reader(userId: string): Promise<Headers> {
  const { token, tokenHash, expiresAt } = generateSession(new Date());
  await db.query(
    `INSERT INTO sessions (id, token_hash, person_id, user_id, created_at, last_used_at, expires_at)
     SELECT $1, $2, person_id, user_id, now(), now(), $4 FROM memberships WHERE user_id = $3`,
    [newId(), tokenHash, userId, expiresAt],
  );
  return { cookie: `${SESSION_COOKIE}=${token}` };
}
const count = async (): Promise<number> => (await db.query('SELECT 1 FROM audit_events')).length;

/** What an act records in the log of this account: nothing else is recorded meanwhile. */
async function recorded(userId: string, act: () => Promise<unknown>): Promise<Event[]> {
  const [of, all] = [await eventsOf(userId), await count()];
  await act();
  const after = await eventsOf(userId);
  const known = new Set(of.map(({ id }) => id));
  const added = after.filter(({ id }) => !known.has(id));
  expect((await count()) - all).toBe(added.length);
  return added.toReversed();
}
const eventsOf = async (userId: string): Promise<Event[]> => {
  const headers = await reader(userId);
  const events = nodesOf((await read(headers, { first: 100 })).data.viewer.auditLog);
  await db.query(
    'DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1) AND user_agent IS NULL AND address IS NULL',
    [userId],
  );
  return events;
};
const by = (member: Member): Headers => ({ ...member.browser, ...FROM });
/** One operation that works. */
async function run(headers: Headers, query: string, input?: object, at = service) {
  const { body, ...cookies } = await visit(at, headers, query, input);
  expect(body.errors).toBeUndefined();
  return { data: body.data, ...cookies };
}
/** An account with everything, at its browser. */
async function newOwner(): Promise<Member> {
  const person = newPerson();
  await run(FROM, SIGN_UP, person, before);
  const { body, browser, device } = await signIn(before, person, FROM);
  const userId = body.data.signIn.viewer.id;
  await db.query(
    `UPDATE users SET plan = 'premium', workspace_access = true, email_confirmed_at = now() WHERE id = $1`,
    [userId],
  );
  return { ...person, userId, browser, device };
}
const sessionIdOf = async ({ browser }: Member): Promise<string> =>
  nodesOf((await visit(service, browser, SESSIONS)).body.data.sessions).find(({ current }) => current)?.id ?? 'none';
const owner = async (member: Member) => ({
  kind: 'OWNER',
  sessionId: await sessionIdOf(member),
  apiKeyId: null,
  name: null,
});
const ANONYMOUS = { kind: 'ANONYMOUS', sessionId: null, apiKeyId: null, name: null };
const ITSELF = { subject: null, managedUserId: null, ...CAME };

const CHANGE_PASSWORD = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { expiresAt } }';
const REQUEST_RESET =
  'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { accepted } }';
const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { changed } }';
const CHANGE_EMAIL = 'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { accepted } }';
const CONFIRM_EMAIL = 'mutation ($input: ConfirmEmailInput!) { confirmEmail(input: $input) { email } }';
const CHANGE_NAME = 'mutation ($input: ChangeDisplayNameInput!) { changeDisplayName(input: $input) { viewer { id } } }';
const CREATE_KEY = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey apiKey { id } } }';
const RENAME_KEY = 'mutation ($input: RenameApiKeyInput!) { renameApiKey(input: $input) { apiKey { id } } }';
const REVOKE_KEY = 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { revokedApiKeyId } }';
const CONNECT = `mutation ($input: ConnectAccountInput!) { connectAccount(input: $input) { account { id platformId } } }`;
const DISCONNECT = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { platformId } }';
const CREATE_USER = 'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }';
const DETACH = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
const USER_KEY = 'mutation ($input: CreateManagedUserKeyInput!) { createManagedUserKey(input: $input) { rawKey } }';
const LINK = `mutation ($input: CreateConnectionPageInput!) {
  createConnectionPage(input: $input) { connectionPage { url } }
}`;
const CREATE_WEBHOOK =
  'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } secret } }';
const UPDATE_WEBHOOK = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }';
const NEW_SECRET = `mutation ($input: RegenerateWebhookSecretInput!) {
  regenerateWebhookSecret(input: $input) { secret }
}`;
const DELETE_WEBHOOK = 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { deletedWebhookId } }';
const SET_SIGNATURE = 'mutation ($input: SetSignatureInput!) { setSignature(input: $input) { account { id } } }';
const SET_LINK_PARAMETERS =
  'mutation ($input: SetLinkParametersInput!) { setLinkParameters(input: $input) { linkRules { id } } }';
const IMPORT = 'mutation ($input: ImportPostsInput!) { importPosts(input: $input) { import { id } } }';
const UNDO_IMPORT = 'mutation ($input: UndoImportInput!) { undoImport(input: $input) { import { id } } }';
const CREATE_SNIPPET = 'mutation ($input: CreateSnippetInput!) { createSnippet(input: $input) { snippet { id } } }';
const UPDATE_SNIPPET = 'mutation ($input: UpdateSnippetInput!) { updateSnippet(input: $input) { snippet { id } } }';
const CREATE_UPLOAD = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { media { id } } }';
const KEEP_IN_LIBRARY = 'mutation ($input: KeepInLibraryInput!) { keepInLibrary(input: $input) { media { id } } }';
const DELETE_LIBRARY_FILES =
  'mutation ($input: DeleteLibraryFilesInput!) { deleteLibraryFiles(input: $input) { deletedMediaIds } }';
const DELETE_SNIPPET = 'mutation ($input: DeleteSnippetInput!) { deleteSnippet(input: $input) { deletedSnippetId } }';

const EXPORT =
  'mutation ($input: RequestAccountExportInput!) { requestAccountExport(input: $input) { accountExport { id } } }';
const REMOVE =
  'mutation ($input: RequestAccountRemovalInput!) { requestAccountRemoval(input: $input) { viewer { id } } }';
const KEEP = 'mutation { cancelAccountRemoval { viewer { id } } }';

const CREATE_POST = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';

/** Mutations that the first suite, the tests of members, approvals, queues and recurrences, and test/mcp/oauth.test.ts show to be recorded. */
const RECORDED = [
  ...['signUp', 'signIn', 'signOut', 'endSession', 'endOtherSessions', 'changePassword', 'resetPassword'],
  ...['changeEmail', 'confirmEmail', 'changeDisplayName', 'changeTimeZone', 'confirmTwoFactor', 'disableTwoFactor'],
  ...[
    'regenerateRecoveryCodes',
    'createApiKey',
    'renameApiKey',
    'revokeApiKey',
    'revokeApplication',
    'createCalendarFeed',
    'revokeCalendarFeed',
    'connectAccount',
  ],
  ...['disconnectAccount', 'createManagedUser', 'detachManagedUser', 'createManagedUserKey', 'createConnectionPage'],
  ...['createWebhook', 'updateWebhook', 'regenerateWebhookSecret', 'deleteWebhook'],
  ...['createSnippet', 'updateSnippet', 'deleteSnippet'],
  ...['setSignature', 'setLinkParameters'],
  ...['createFeed', 'updateFeed', 'pauseFeed', 'deleteFeed'],
  ...['importPosts', 'undoImport'],
  ...['requestAccountExport', 'requestAccountRemoval', 'cancelAccountRemoval'],
  ...['inviteMember', 'revokeInvitation', 'acceptInvitation', 'changeMemberRole', 'changePersonName', 'removeMember'],
  'limitMember',
  ...['leaveAccount', 'transferOwnership', 'requireTwoFactor'],
  ...['setApprovalPolicy', 'createApprovalLink', 'revokeApprovalLink', 'setRecoveryPolicy'],
  ...['createReportLink', 'revokeReportLink', 'setReportEmail'],
  ...['createPostingSchedule', 'updatePostingSchedule', 'deletePostingSchedule'],
  ...['pauseSchedule', 'reorderQueue', 'shuffleQueue'],
  ...['createRecurrence', 'updateRecurrence', 'pauseRecurrence', 'deleteRecurrence'],
  ...['skipOccurrence', 'restoreOccurrence'],
  ...['createLabel', 'updateLabel', 'deleteLabel'],
  'deleteLibraryFiles',
];
/**
 * Mutations that are not recorded: they change nothing about the account, or concern posts, which have a separate log, and
 * decisions and comments about them, which are stored with their authors.
 */
const NOT_RECORDED = [
  ...['beginTwoFactor', 'requestPasswordReset', 'resendConfirmation', 'createLoginUrl', 'checkAccount'],
  'refreshFeed',
  ...['createPost', 'createPosts', 'updatePost', 'duplicatePost', 'deletePost', 'retryPlatformPost', 'retryPostGroup'],
  ...['restorePostVersion', 'unpublishPost', 'createUpload', 'createUploadFromUrl', 'completeUpload', 'deleteMedia'],
  ...['addComment', 'removeComment', 'addReaction', 'removeReaction', 'hideReply', 'unhideReply'],
  ...['requestApproval', 'approvePost', 'rejectPost', 'decideWithLink', 'recoverPosts'],
  ...['markNotificationsRead', 'setNotificationPreferences', 'subscribeToPush', 'unsubscribeFromPush'],
  ...['addTeamComment', 'editTeamComment', 'deleteTeamComment', 'resolveCommentThread'],
  ...['changeLabels', 'keepInLibrary', 'attachLibraryFile', 'updateLibraryFile'],
  ...['sendTestWebhook', 'redeliverWebhookDelivery', 'redeliverSkippedWebhookDeliveries'],
];

test('every mutation is recorded, or is known not to be', () => {
  const fields = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {};
  expect(Object.keys(fields).sort()).toEqual([...RECORDED, ...NOT_RECORDED].sort());
});

describe('each action leaves one event, with who acted and from where', () => {
  test('sign-up, sign-in and sign-out', async () => {
    const person = newPerson();
    await run(FROM, SIGN_UP, person, before);
    const [{ id: userId = '' } = {}] = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      person.email,
    ]);
    expect(await eventsOf(userId)).toEqual([
      expect.objectContaining({ action: 'ACCOUNT_CREATED', actor: ANONYMOUS, details: {}, ...ITSELF }),
    ]);
    let browser: Headers = {};
    const [signedIn, ...others] = await recorded(userId, async () => {
      ({ browser } = await signIn(service, person, FROM));
    });
    const member: Member = { ...person, userId, browser, device: undefined };
    const actor = await owner(member);
    expect(others).toEqual([]);
    expect(signedIn).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      action: 'SIGNED_IN',
      actor,
      details: {},
      createdAt: expect.stringMatching(/Z$/),
      ...ITSELF,
    });
    expect(await recorded(userId, () => run(by(member), SIGN_OUT))).toEqual([
      expect.objectContaining({ action: 'SIGNED_OUT', actor, details: {}, ...ITSELF }),
    ]);
    expect(await recorded(userId, () => run(by(member), SIGN_OUT))).toEqual([]);
  });

  test('export and removal of the account', async () => {
    const member = await newOwner();
    const [{ userId, password }, actor] = [member, await owner(member)];
    const event = (action: string, details: object = {}) => [
      expect.objectContaining({ action, actor, details, ...ITSELF }),
    ];
    expect(await recorded(userId, () => run(by(member), EXPORT, { password }))).toEqual(
      event('ACCOUNT_EXPORT_REQUESTED'),
    );
    // One that is pending is returned.
    await eventually(async () => {
      const made = `UPDATE account_exports SET status = 'pending' WHERE user_id = $1 AND status <> 'pending' RETURNING id`;
      const [row] = await db.query(made, [userId]);
      return row;
    });
    expect(await recorded(userId, () => run(by(member), EXPORT, { password }))).toEqual([]);
    expect(await recorded(userId, () => run(by(member), REMOVE, { password }))).toEqual(
      event('ACCOUNT_REMOVAL_REQUESTED', { removalAt: expect.stringMatching(/Z$/) }),
    );
    expect(await recorded(userId, () => run(by(member), REMOVE, { password }))).toEqual([]);
    expect(await recorded(userId, () => run(by(member), KEEP))).toEqual(event('ACCOUNT_REMOVAL_CANCELLED'));
    expect(await recorded(userId, () => run(by(member), KEEP))).toEqual([]);
  });

  test('a refused sign-in is of nobody, and says why', async () => {
    const member = await newGuarded(before, db);
    const refused = (person: { email: string; password: string; code?: string }) =>
      recorded(member.userId, async () =>
        expect(codeOf(await signIn(service, person, FROM))).toEqual(expect.any(String)),
      );
    const { email, password } = member;
    const failed = (code: string) => [
      expect.objectContaining({ action: 'SIGN_IN_FAILED', actor: ANONYMOUS, details: { code }, ...ITSELF }),
    ];
    expect(await refused({ email, password: 'wrong' })).toEqual(failed('SIGN_IN_FAILED'));
    expect(await refused({ email, password })).toEqual(failed('SECOND_FACTOR_REQUIRED'));
    expect(await refused({ email, password, code: 'no code' })).toEqual(failed('SECOND_FACTOR_INVALID'));
    const hold = (at: Date | null) => db.query('UPDATE users SET held_at = $2 WHERE id = $1', [member.userId, at]);
    const onHold = await recorded(member.userId, async () => {
      await hold(new Date());
      await signIn(service, { email, password, code: codeOfApp(member.secret) }, FROM);
      await hold(null);
    });
    expect(onHold).toEqual(failed('ACCOUNT_ON_HOLD'));
    expect(await refused({ email: newPerson().email, password })).toEqual([]);
  });

  test('of an account at most 100 refused sign-ins in 24 hours, and none while they are throttled', async () => {
    const member = await newOwner();
    const { email, userId } = member;
    const wrong = () => signIn(service, { email, password: 'wrong' }, FROM);
    const fill = (number: number) =>
      db.query(
        `INSERT INTO audit_events (id, owner_id, user_id, action, actor, details, created_at)
         SELECT substr(md5(random()::text), 1, 24), $1, $1, 'sign_in_failed', 'anonymous', '{}', now() - interval '1 hour'
           FROM generate_series(1, $2)`,
        [userId, number],
      );
    await fill(99);
    const failures = () =>
      db.query(`SELECT 1 FROM audit_events WHERE owner_id = $1 AND action = 'sign_in_failed'`, [userId]);
    await wrong();
    expect(await failures()).toHaveLength(100);
    await wrong();
    expect(await failures()).toHaveLength(100);
    await db.query(`DELETE FROM audit_events WHERE owner_id = $1 AND action = 'sign_in_failed'`, [userId]);
    for (let number = 0; number < 8; number++) await wrong();
    expect(codeOf(await wrong())).toBe('SIGN_IN_THROTTLED');
    expect(await failures()).toHaveLength(8);
  });

  test('the end of one session, and of all others', async () => {
    const member = await newOwner();
    const actor = await owner(member);
    const { browser } = await signIn(service, member, { 'user-agent': 'Other/2' });
    const id = await sessionIdOf({ ...member, browser });
    const { password, userId } = member;
    expect(await recorded(userId, () => run(by(member), END_SESSION, { sessionId: id, password }))).toEqual([
      expect.objectContaining({
        ...ITSELF,
        action: 'SESSION_ENDED',
        actor,
        subject: { type: 'SESSION', subjectId: id, name: 'Other/2' },
        details: {},
      }),
    ]);
    await signIn(service, member);
    expect(await recorded(userId, () => run(by(member), END_OTHERS, { password }))).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'SESSIONS_ENDED', actor, details: { ended: 1 } }),
    ]);
    expect(await recorded(userId, () => run(by(member), END_OTHERS, { password }))).toEqual([]);
  });

  test('a changed password, a reset one, and a changed address', async () => {
    const member = await newOwner();
    const { userId } = member;
    let actor = await owner(member);
    const next = newPerson().password;
    expect(
      await recorded(userId, async () => {
        const input = { currentPassword: member.password, newPassword: next };
        member.browser = (await run(by(member), CHANGE_PASSWORD, input)).browser;
      }),
    ).toEqual([expect.objectContaining({ ...ITSELF, action: 'PASSWORD_CHANGED', actor, details: {} })]);

    const { email: to } = newPerson();
    actor = await owner(member);
    expect(await recorded(userId, () => run(by(member), CHANGE_EMAIL, { email: to, currentPassword: next }))).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'EMAIL_CHANGE_REQUESTED', actor, details: { to } }),
    ]);
    const token = tokenIn(await mailAbout(mails, to, 'Confirm your new e-mail address'));
    expect(await recorded(userId, () => run(FROM, CONFIRM_EMAIL, { token }))).toEqual([
      expect.objectContaining({
        ...ITSELF,
        action: 'EMAIL_CHANGED',
        actor: ANONYMOUS,
        details: { from: member.email, to },
      }),
    ]);

    expect(await recorded(userId, () => run(FROM, REQUEST_RESET, { email: to }))).toEqual([]);
    const reset = tokenIn(await mailAbout(mails, to, 'Choose a new password'));
    expect(await recorded(userId, () => run(FROM, RESET, { token: reset, newPassword: newPerson().password }))).toEqual(
      [expect.objectContaining({ ...ITSELF, action: 'PASSWORD_RESET', actor: ANONYMOUS, details: {} })],
    );
  });

  test('a sign-up that is confirmed by e-mail, on the page of its link', async () => {
    const person = newPerson();
    await run(FROM, SIGN_UP, person);
    const token = tokenIn(await mailAbout(mails, person.email, 'Confirm your e-mail address'));
    const page = request(service.url).post(confirmEmailPath(token)).set(FROM).type('form');
    expect((await page.send({ password: person.password })).status).toBe(200);
    const [{ id: userId = '' } = {}] = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      person.email,
    ]);
    expect(await eventsOf(userId)).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'ACCOUNT_CREATED', actor: ANONYMOUS }),
    ]);
  });

  test('a new name, and everything about the second factor', async () => {
    const member = await newOwner();
    const { userId, password, email } = member;
    const actor = await owner(member);
    expect(await recorded(userId, () => run(by(member), CHANGE_NAME, { displayName: 'Ann' }))).toEqual([
      expect.objectContaining({
        ...ITSELF,
        action: 'DISPLAY_NAME_CHANGED',
        actor,
        details: { from: email, to: 'Ann' },
      }),
    ]);
    let secret = '';
    expect(
      await recorded(userId, async () => {
        secret = (await run(by(member), BEGIN, { password })).data.beginTwoFactor.secret;
      }),
    ).toEqual([]);
    const did = (action: string) => [expect.objectContaining({ ...ITSELF, action, actor, details: {} })];
    expect(await recorded(userId, () => run(by(member), CONFIRM, { code: codeOfApp(secret) }))).toEqual(
      did('TWO_FACTOR_ENABLED'),
    );
    await forgetStep(db, member);
    const input = () => ({ password, code: codeOfApp(secret) });
    expect(await recorded(userId, () => run(by(member), NEW_CODES, input()))).toEqual(
      did('RECOVERY_CODES_REGENERATED'),
    );
    await forgetStep(db, member);
    expect(await recorded(userId, () => run(by(member), DISABLE, input()))).toEqual(did('TWO_FACTOR_DISABLED'));
  });

  test('API keys', async () => {
    const member = await newOwner();
    const { userId } = member;
    const actor = await owner(member);
    let id = '';
    const key = (name: string) => ({ type: 'API_KEY', subjectId: id, name });
    const [created] = await recorded(userId, async () => {
      id = (await run(by(member), CREATE_KEY, { name: 'Laptop', scopes: ['WORKSPACE'] })).data.createApiKey.apiKey.id;
    });
    expect(created).toMatchObject({
      ...ITSELF,
      action: 'API_KEY_CREATED',
      actor,
      subject: key('Laptop'),
      details: { scopes: ['READ', 'WORKSPACE'] },
    });
    expect(await recorded(userId, () => run(by(member), RENAME_KEY, { apiKeyId: id, name: 'Desk' }))).toEqual([
      expect.objectContaining({
        ...ITSELF,
        action: 'API_KEY_RENAMED',
        actor,
        subject: key('Desk'),
        details: { from: 'Laptop' },
      }),
    ]);
    expect(await recorded(userId, () => run(by(member), REVOKE_KEY, { apiKeyId: id }))).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'API_KEY_REVOKED', actor, subject: key('Desk'), details: {} }),
    ]);
  });

  test('the address of the calendar feed', async () => {
    const member = await newOwner();
    const { userId } = member;
    const actor = await owner(member);
    const create = () => run(by(member), 'mutation { createCalendarFeed { url } }', {});
    const revoke = () => run(by(member), 'mutation { revokeCalendarFeed { revoked } }', {});
    const created = { ...ITSELF, action: 'CALENDAR_FEED_CREATED', actor };
    expect(await recorded(userId, create)).toEqual([
      expect.objectContaining({ ...created, details: { replaced: false } }),
    ]);
    expect(await recorded(userId, create)).toEqual([
      expect.objectContaining({ ...created, details: { replaced: true } }),
    ]);
    expect(await recorded(userId, revoke)).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'CALENDAR_FEED_REVOKED', actor, details: {} }),
    ]);
    expect(await recorded(userId, revoke)).toEqual([]);
  });

  test('secret pages with reports', async () => {
    const member = await newOwner();
    const { userId } = member;
    const actor = await owner(member);
    const input = { filter: { from: '2026-06-01', to: '2026-07-01' }, name: 'June' };
    const CREATE =
      'mutation ($input: CreateReportLinkInput!) { createReportLink(input: $input) { reportLink { id } } }';
    const REVOKE =
      'mutation ($input: RevokeReportLinkInput!) { revokeReportLink(input: $input) { revokedReportLinkId } }';
    let reportLinkId = '';
    const create = async () => {
      reportLinkId = (await run(by(member), CREATE, input)).data.createReportLink.reportLink.id;
    };
    expect(await recorded(userId, create)).toEqual([
      expect.objectContaining({
        ...{ ...ITSELF, action: 'REPORT_LINK_CREATED', actor },
        details: { name: 'June', from: '2026-06-01', to: '2026-07-01' },
      }),
    ]);
    const revoke = () => run(by(member), REVOKE, { reportLinkId });
    expect(await recorded(userId, revoke)).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'REPORT_LINK_REVOKED', actor, details: { name: 'June' } }),
    ]);
  });

  test('files of the library: deleted', async () => {
    const member = await newOwner();
    const file = { fileName: 'cat.png', contentType: 'image/png', type: 'IMAGE' };
    const { id } = (await run(by(member), CREATE_UPLOAD, file)).data.createUpload.media;
    await run(by(member), KEEP_IN_LIBRARY, { mediaId: id });
    expect(await recorded(member.userId, () => run(by(member), DELETE_LIBRARY_FILES, { mediaIds: [id] }))).toEqual([
      expect.objectContaining({
        action: 'LIBRARY_FILE_DELETED',
        actor: await owner(member),
        subject: { type: 'FILE', subjectId: id, name: 'cat.png' },
        details: { detached: 0 },
      }),
    ]);
  });

  test('an import: its file, and how many posts it has; and that it was undone', async () => {
    const member = await newOwner();
    await connectTargets(db, member.userId, ['fediverse-1']);
    const input = { text: 'text,account\nHello,fediverse', fileName: 'plan.csv' };
    let importId = '';
    const imported = await recorded(member.userId, async () => {
      importId = (await run(by(member), IMPORT, input)).data.importPosts.import.id;
    });
    expect(imported).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'POSTS_IMPORTED', details: { file: 'plan.csv', rows: 1 } }),
    ]);
    expect(await recorded(member.userId, () => run(by(member), UNDO_IMPORT, { importId }))).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'IMPORT_UNDONE', details: { file: 'plan.csv' } }),
    ]);
  });

  test('snippets: created, changed and deleted', async () => {
    const member = await newOwner();
    const { userId } = member;
    const actor = await owner(member);
    let id = '';
    const snippet = (name: string) => ({ type: 'SNIPPET', subjectId: id, name });
    const created = await recorded(userId, async () => {
      const input = { name: 'Launch', text: 'Meet {{product}}' };
      id = (await run(by(member), CREATE_SNIPPET, input)).data.createSnippet.snippet.id;
    });
    expect(created).toEqual([
      expect.objectContaining({ ...ITSELF, action: 'SNIPPET_CREATED', actor, subject: snippet('Launch'), details: {} }),
    ]);
    const change = { snippetId: id, name: 'Start' };
    expect(await recorded(userId, () => run(by(member), UPDATE_SNIPPET, change))).toEqual([
      expect.objectContaining({ action: 'SNIPPET_UPDATED', subject: snippet('Start'), details: { changed: ['name'] } }),
    ]);
    expect(await recorded(userId, () => run(by(member), DELETE_SNIPPET, { snippetId: id }))).toEqual([
      expect.objectContaining({ action: 'SNIPPET_DELETED', subject: snippet('Start'), details: {} }),
    ]);
  });

  test('signatures and link parameters: set and removed, without their text', async () => {
    const member = await newOwner();
    const { userId } = member;
    const actor = await owner(member);
    const { id: accountId, platformId } = (await run(by(member), CONNECT, typed(sandbox.createAccount('skyfeed')))).data
      .connectAccount.account;
    const subject = { type: 'CONNECTED_ACCOUNT', subjectId: accountId, name: expect.any(String) };
    const sign = (text: string | null) => () => run(by(member), SET_SIGNATURE, { accountId, text });
    const signed = (isSet: boolean) =>
      expect.objectContaining({
        ...ITSELF,
        action: 'SIGNATURE_CHANGED',
        actor,
        subject,
        details: { platform: 'skyfeed', platformId, isSet },
      });
    expect(await recorded(userId, sign('ACME'))).toEqual([signed(true)]);
    expect(await recorded(userId, sign('ACME'))).toEqual([]);
    expect(await recorded(userId, sign(null))).toEqual([signed(false)]);
    const parameters = { source: 'news' };
    expect(await recorded(userId, () => run(by(member), SET_LINK_PARAMETERS, { accountId, parameters }))).toEqual([
      expect.objectContaining({
        action: 'LINK_PARAMETERS_CHANGED',
        actor,
        details: { target: platformId, isSet: true },
      }),
    ]);
  });

  test('feeds: added, changed, paused, resumed and deleted', async () => {
    const web = createServer((_request, response) => response.end('<rss><channel/></rss>')).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
    const member = await newOwner();
    const { userId } = member;
    await connectTargets(db, userId, ['fediverse-1']);
    const actor = await owner(member);
    const change = (name: string, input: object, selection = 'feed { id }') =>
      run(
        by(member),
        `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`,
        input as Record<string, unknown>,
      );
    let id = '';
    const added = await recorded(userId, async () => {
      const { data } = await change('createFeed', { name: 'Blog', url, platformIds: ['fediverse-1'] });
      id = data.createFeed.feed.id;
    });
    web.close();
    const subject = (name: string) => ({ type: 'FEED', subjectId: id, name });
    expect(added).toEqual([
      expect.objectContaining({
        ...ITSELF,
        action: 'FEED_CREATED',
        actor,
        subject: subject('Blog'),
        details: { existing: 0 },
      }),
    ]);
    const steps: [name: string, input: object, action: string, details: object][] = [
      ['updateFeed', { name: 'News' }, 'FEED_UPDATED', { changed: ['name'] }],
      ['pauseFeed', {}, 'FEED_PAUSED', {}],
      ['pauseFeed', { paused: false }, 'FEED_RESUMED', {}],
    ];
    for (const [name, input, action, details] of steps) {
      expect(await recorded(userId, () => change(name, { feedId: id, ...input }))).toEqual([
        expect.objectContaining({ ...ITSELF, action, actor, subject: subject('News'), details }),
      ]);
    }
    expect(await recorded(userId, () => change('deleteFeed', { feedId: id }, 'deletedFeedId'))).toEqual([
      expect.objectContaining({ action: 'FEED_DELETED', subject: subject('News'), details: {} }),
    ]);
  });

  test('connected accounts: connected, connected again, and disconnected', async () => {
    const member = await newOwner();
    const { userId } = member;
    const actor = await owner(member);
    const account = sandbox.createAccount('skyfeed');
    let id = '';
    let platformId = '';
    const connect = async () => {
      ({ id, platformId } = (await run(by(member), CONNECT, typed(account))).data.connectAccount.account);
    };
    const did = (action: string) => [
      expect.objectContaining({
        ...ITSELF,
        action,
        actor,
        subject: { type: 'CONNECTED_ACCOUNT', subjectId: id, name: account.username },
        details: { platform: 'skyfeed', platformId },
      }),
    ];
    const connected = await recorded(userId, connect);
    expect(connected).toEqual(did('ACCOUNT_CONNECTED'));
    const again = await recorded(userId, connect);
    expect(again).toEqual(did('ACCOUNT_RECONNECTED'));
    expect(await recorded(userId, () => run(by(member), DISCONNECT, { platformId }))).toEqual(
      did('ACCOUNT_DISCONNECTED'),
    );
  });

  test('managed users, and what the holder of the link of one does', async () => {
    const member = await newOwner();
    const { userId: ownerId } = member;
    const actor = await owner(member);
    const { email } = newPerson();
    let userId = '';
    const created = await recorded(ownerId, async () => {
      userId = (await run(by(member), CREATE_USER, { email })).data.createManagedUser.user.id;
    });
    const user = { type: 'MANAGED_USER', subjectId: userId, name: email };
    const OF_USER = { ...ITSELF, managedUserId: userId };
    const did = (action: string, details: object = {}, who: object = actor) => [
      expect.objectContaining({ ...OF_USER, action, actor: who, subject: user, details }),
    ];
    expect(created).toEqual(did('MANAGED_USER_CREATED'));
    expect(await recorded(ownerId, () => run(by(member), USER_KEY, { userId }))).toEqual([
      expect.objectContaining({
        ...OF_USER,
        action: 'API_KEY_CREATED',
        actor,
        subject: { type: 'API_KEY', subjectId: expect.any(String), name: 'Default' },
        details: { scopes: ['READ', 'PUBLISH', 'MANAGE'], replaced: 0 },
      }),
    ]);
    let url = '';
    const link = (rotate: boolean) => async () => {
      ({ url } = (
        await run(by(member), LINK, { userId, rotate, expiresInDays: 7 })
      ).data.createConnectionPage.connectionPage);
    };
    expect(await recorded(ownerId, link(false))).toEqual(did('CONNECTION_PAGE_CREATED', { expiresInDays: 7 }));
    expect(await recorded(ownerId, link(true))).toEqual(did('CONNECTION_PAGE_ROTATED', { expiresInDays: 7 }));

    const account = sandbox.createAccount('messenger');
    const guest = { kind: 'MANAGED_USER', sessionId: null, apiKeyId: null, name: null };
    const send = (path: string, form: object) => async () => {
      expect((await request(url).post(path).set(FROM).type('form').send(form)).status).toBe(303);
    };
    const platform = platforms.get('messenger') as Platform;
    const platformId = `messenger-${account.accountId}`;
    const guestDid = (action: string) => [
      expect.objectContaining({
        ...OF_USER,
        action,
        actor: guest,
        subject: { type: 'CONNECTED_ACCOUNT', subjectId: expect.any(String), name: account.username },
        details: { platform: 'messenger', platformId },
      }),
    ];
    expect(await recorded(ownerId, send('/messenger', typedFor(platform, account)))).toEqual(
      guestDid('ACCOUNT_CONNECTED'),
    );
    expect(await recorded(ownerId, send('/disconnect', { platformId }))).toEqual(guestDid('ACCOUNT_DISCONNECTED'));
    expect(await recorded(ownerId, send('/disconnect', { platformId }))).toEqual([]);

    // The log of the user that the owner acts for is part of the owner's.
    const acting = { ...member.browser, 'x-service-user-id': userId };
    const ofUser = nodesOf((await read(acting, { first: 50 })).data.viewer.auditLog);
    expect(ofUser.map(({ action }) => action)).toEqual([
      ...['ACCOUNT_DISCONNECTED', 'ACCOUNT_CONNECTED', 'CONNECTION_PAGE_ROTATED', 'CONNECTION_PAGE_CREATED'],
      ...['API_KEY_CREATED', 'MANAGED_USER_CREATED'],
    ]);
    expect(await recorded(ownerId, () => run(by(member), DETACH, { userId }))).toEqual(did('MANAGED_USER_DETACHED'));
  });

  test('webhooks, by an API key, through every interface', async () => {
    const account = await createAccount(db);
    const { userId } = account;
    const byKey = { 'x-api-key': account.apiKey, ...FROM };
    const [{ id: apiKeyId = '' } = {}] = await db.query<{ id: string }>('SELECT id FROM api_keys WHERE user_id = $1', [
      userId,
    ]);
    const actor = { kind: 'API_KEY', sessionId: null, apiKeyId, name: 'Test' };
    const input = { name: 'Hook', url: 'https://hooks.example.com/secret-path', events: ['POST_FAILED'] };
    let id = '';
    const did = (action: string, details: object = {}, name = 'Hook') => [
      expect.objectContaining({
        ...ITSELF,
        action,
        actor,
        subject: { type: 'WEBHOOK', subjectId: id, name },
        details,
      }),
    ];
    const created = await recorded(userId, async () => {
      id = (await run(byKey, CREATE_WEBHOOK, input)).data.createWebhook.webhook.id;
    });
    expect(created).toEqual(did('WEBHOOK_CREATED'));
    const change = { webhookId: id, name: 'Hook 2', isActive: false };
    expect(await recorded(userId, () => run(byKey, UPDATE_WEBHOOK, change))).toEqual(
      did('WEBHOOK_UPDATED', { changed: ['name', 'isActive'], isActive: false }, 'Hook 2'),
    );
    expect(await recorded(userId, () => run(byKey, NEW_SECRET, { webhookId: id }))).toEqual(
      did('WEBHOOK_SECRET_ROTATED', {}, 'Hook 2'),
    );
    expect(await recorded(userId, () => run(byKey, DELETE_WEBHOOK, { webhookId: id }))).toEqual(
      did('WEBHOOK_DELETED', {}, 'Hook 2'),
    );

    // REST.
    const overRest = await recorded(userId, async () => {
      const body = { name: 'Hook', url: input.url, events: ['post.failed'] };
      const answer = await request(service.url).post('/api/v1/webhooks').set(byKey).send(body);
      expect(answer.body).toMatchObject({ success: true });
      id = answer.body.webhook._id ?? answer.body.webhook.id;
    });
    expect(overRest).toEqual(did('WEBHOOK_CREATED'));

    // A web socket, whose address and agent are those of the request that opened it.
    const client = createClient({
      url: service.wsUrl,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string) {
          super(url, protocols, { headers: FROM });
        }
      },
      connectionParams: { 'x-api-key': account.apiKey },
      retryAttempts: 0,
    });
    const overSocket = await recorded(userId, async () => {
      for await (const { data, errors } of client.iterate<Event>({ query: CREATE_WEBHOOK, variables: { input } })) {
        expect(errors).toBeUndefined();
        id = data.createWebhook.webhook.id;
      }
    });
    await client.dispose();
    expect(overSocket).toEqual(did('WEBHOOK_CREATED'));

    // A body so large that it waits for its turn.
    const padded = `# ${'x'.repeat(100_000)}\n${CREATE_WEBHOOK}`;
    const large = await recorded(userId, async () => {
      id = (await run(byKey, padded, input)).data.createWebhook.webhook.id;
    });
    expect(large).toEqual(did('WEBHOOK_CREATED'));
  });

  test('a webhook that the service turns off', async () => {
    const receiver = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const account = await createAccount(db);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const input = { name: 'Hook', url, events: ['POST_SCHEDULED'] };
    const byKey = { 'x-api-key': account.apiKey };
    const { id } = (await run(byKey, CREATE_WEBHOOK, input)).data.createWebhook.webhook;
    await db.query('UPDATE webhooks SET failure_count = 4 WHERE id = $1', [id]);
    const platformIds = [await account.connect(sandbox.createAccount('skyfeed'))];
    const scheduledTime = new Date(Date.now() + 3_600_000).toISOString();
    await run(byKey, CREATE_POST, { post: { content: 'Hi', platformIds }, scheduledTime });
    const event = await eventually(async () =>
      (await eventsOf(account.userId)).find(({ action }) => action === 'WEBHOOK_DISABLED'),
    );
    expect(event).toMatchObject({
      actor: { kind: 'SYSTEM' },
      subject: { type: 'WEBHOOK', subjectId: id, name: 'Hook' },
      address: null,
      userAgent: null,
      requestId: null,
    });
    receiver.close();
  });
});

const typed = (account: SandboxAccount) => {
  const values = typedFor(platforms.get(account.platform) as Platform, account);
  const fields = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : { name, value }));
  return { platform: account.platform.toUpperCase(), fields };
};

test('what is refused leaves no event', async () => {
  const member = await newOwner();
  const { userId, password } = member;
  const id = newId();
  const refused: [string, object][] = [
    [END_SESSION, { sessionId: id, password }],
    [END_SESSION, { sessionId: id, password: 'wrong' }],
    [END_OTHERS, { password: 'wrong' }],
    [CHANGE_PASSWORD, { currentPassword: 'wrong', newPassword: newPerson().password }],
    [CHANGE_PASSWORD, { currentPassword: password, newPassword: 'short' }],
    [RESET, { token: 'none', newPassword: newPerson().password }],
    [CONFIRM_EMAIL, { token: 'none' }],
    [CHANGE_EMAIL, { email: newPerson().email, currentPassword: 'wrong' }],
    [CHANGE_NAME, { displayName: 'x'.repeat(201) }],
    [CONFIRM, { code: '000000' }],
    [DISABLE, { password, code: '000000' }],
    [NEW_CODES, { password, code: '000000' }],
    [CREATE_KEY, { name: '' }],
    [RENAME_KEY, { apiKeyId: id, name: 'Desk' }],
    [REVOKE_KEY, { apiKeyId: id }],
    [CONNECT, { platform: 'SKYFEED', fields: [] }],
    [DISCONNECT, { platformId: 'skyfeed-nobody' }],
    [CREATE_USER, { email: 'nowhere' }],
    [DETACH, { userId: id }],
    [USER_KEY, { userId: id }],
    [LINK, { userId: id }],
    [CREATE_WEBHOOK, { name: '', url: 'https://example.com', events: ['POST_FAILED'] }],
    [UPDATE_WEBHOOK, { webhookId: id, name: 'Hook' }],
    [NEW_SECRET, { webhookId: id }],
    [DELETE_WEBHOOK, { webhookId: id }],
  ];
  const added = await recorded(userId, async () => {
    for (const [query, input] of refused) {
      const answer = await visit(service, by(member), query, input);
      expect([query, codeOf(answer)]).toEqual([query, expect.any(String)]);
    }
  });
  expect(added).toEqual([]);
});

describe('the log', () => {
  test('is of its account alone, and of sessions', async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    const [mine, its] = [await read(one.browser), await read(other.browser)];
    const idsOf = (body: Event) => nodesOf(body.data.viewer.auditLog).map(({ id }) => id);
    expect(idsOf(mine)).toHaveLength(2);
    expect(idsOf(mine).filter((id: string) => idsOf(its).includes(id))).toEqual([]);
    const account = await createAccount(db);
    const byKey = await read({ 'x-api-key': account.apiKey });
    expect(byKey.data.viewer.auditLog).toBeNull();
    expect(byKey.errors[0].extensions.code).toBe('SESSION_REQUIRED');
    const NODE = `query ($id: ID!) { node(id: $id) { ... on AuditEvent { ${EVENT} } } }`;
    const node = async (headers: Headers) =>
      (
        await request(service.url)
          .post('/graphql')
          .set(headers)
          .send({ query: NODE, variables: { id: idsOf(mine)[0] } })
      ).body.data.node;
    expect(await node(one.browser)).toEqual(nodesOf(mine.data.viewer.auditLog)[0]);
    expect(await node(other.browser)).toBeNull();
    const key = (await run(by(one), CREATE_KEY, { name: 'Key' })).data.createApiKey.rawKey;
    expect(await node({ 'x-api-key': key })).toBeNull();
  });

  test('is read in pages, newest first, by action and by time', async () => {
    const member = await newOwner();
    for (const name of ['a', 'b', 'c']) await run(by(member), CHANGE_NAME, { displayName: name });
    const page = async (variables: object) => (await read(member.browser, variables)).data.viewer.auditLog;
    const all = await page({});
    expect(all.totalCount).toBe(5);
    const events = nodesOf(all);
    expect(events.map(({ action, details }) => [action, details.to])).toEqual([
      ['DISPLAY_NAME_CHANGED', 'c'],
      ['DISPLAY_NAME_CHANGED', 'b'],
      ['DISPLAY_NAME_CHANGED', 'a'],
      ['SIGNED_IN', undefined],
      ['ACCOUNT_CREATED', undefined],
    ]);
    const first = await page({ first: 2 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = await page({ first: 3, after: first.pageInfo.endCursor });
    expect([...nodesOf(first), ...nodesOf(rest)]).toEqual(events);
    expect(rest.pageInfo.hasNextPage).toBe(false);
    const names = await page({ filter: { actions: ['DISPLAY_NAME_CHANGED'] }, first: 1 });
    expect([names.totalCount, nodesOf(names)]).toEqual([3, [events[0]]]);
    const [from, to] = [events[2].createdAt, events[1].createdAt];
    expect(nodesOf(await page({ filter: { from, to, actions: ['DISPLAY_NAME_CHANGED', 'SIGNED_IN'] } }))).toEqual([
      events[1],
      events[2],
    ]);
    expect(nodesOf(await page({ filter: { actions: [] } }))).toEqual([]);
    expect((await read(member.browser, { after: 'nonsense' })).errors[0].extensions.code).toBe('PAGE_INVALID');
  });

  test('has no secret', async () => {
    const rows = await db.query<{ row: string }>('SELECT e::text AS row FROM audit_events e');
    const text = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(30);
    const stored = await db.query<{ secret: string }>(
      `SELECT token_hash AS secret FROM sessions UNION SELECT hash FROM api_keys UNION SELECT token_hash FROM devices
       UNION SELECT password_hash FROM people WHERE password_hash IS NOT NULL
       UNION SELECT secret FROM webhooks UNION SELECT url FROM webhooks UNION SELECT credentials FROM connections`,
    );
    for (const { secret } of stored) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/correct horse|secret-path|whsec|"password"/);
  });

  test('outlives its account', async () => {
    const member = await newOwner();
    await db.query('DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
      member.userId,
    ]);
    await db.query('DELETE FROM devices WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)', [
      member.userId,
    ]);
    await db.query('DELETE FROM users WHERE id = $1', [member.userId]);
    expect(await db.query('SELECT 1 FROM audit_events WHERE owner_id = $1', [member.userId])).toHaveLength(2);
  });
});

test('the maintenance removes what is older than a year, and nothing else', async () => {
  const ownerId = newId();
  const insert = (days: number, number: number) =>
    db.query(
      `INSERT INTO audit_events (id, owner_id, user_id, action, actor, details, created_at)
       SELECT substr(md5(random()::text), 1, 24), $1, $1, 'signed_in', 'owner', '{}', now() - $2 * interval '1 day'
         FROM generate_series(1, $3)`,
      [ownerId, days, number],
    );
  await insert(364, 3);
  // More than one batch.
  await insert(366, 1_001);
  await queueMaintenance(db);
  const left = await eventually(async () => {
    const rows = await db.query('SELECT 1 FROM audit_events WHERE owner_id = $1', [ownerId]);
    return rows.length < 4 ? rows : undefined;
  });
  expect(left).toHaveLength(3);
});
