/** The members of an account: invitations, roles, removal, transfer of ownership, switching between accounts. */
import sharp from 'sharp';
import { hashPassword } from '../../src/domain/identity/account/password.js';
import { connectRaw } from '../live/raw-socket.js';
import { ACCOUNT_ACTIVITY } from '../live/support.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { connectTargets, createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { setLogin } from '../support/login.js';
import { mailAbout, mailEnv, mailsTo, tokenIn } from '../support/mailbox.js';
import { addMember, addMembership, createPerson } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import { codeOf, newPerson, signIn, visit } from './browser.js';

const INVITE =
  'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { id email role invitedBy expiresAt } } }';
const REVOKE = 'mutation ($input: RevokeInvitationInput!) { revokeInvitation(input: $input) { revokedInvitationId } }';
const ACCEPT = 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { userId } }';
const CHANGE_ROLE =
  'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { member { id role } } }';
const REMOVE = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { removedMemberId } }';
const LEAVE = 'mutation { leaveAccount { leftUserId } }';
const TRANSFER = 'mutation ($input: TransferOwnershipInput!) { transferOwnership(input: $input) { ownerId } }';
const REQUIRE =
  'mutation ($input: RequireTwoFactorInput!) { requireTwoFactor(input: $input) { viewer { twoFactorRequired } } }';
const RECEIVED =
  'query ($token: String!) { receivedInvitation(token: $token) { accountName email role invitedBy hasLogin } }';
const MEMBERS = '{ members { edges { node { id email name role twoFactorEnabled } } } }';
const INVITATIONS = '{ invitations { totalCount edges { node { email role } } } }';
const WHO = '{ viewer { id person { email role } accounts { userId role managedBy } } }';
const SUBJECT = 'You are invited to Test';
const PASSWORD = 'correct horse battery staple';

let db: TestDatabase;
let mails: MailServer;
let service: Service;
let account: TestAccount;
let owner: Headers;

beforeAll(async () => {
  [db, mails] = await Promise.all([createTestDatabase(), startMailServer()]);
  service = await startService({ db, env: mailEnv(mails) });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([db.drop(), mails.close()]);
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
  owner = await account.session();
});

async function run(headers: Headers, query: string, input?: object) {
  const { data, errors } = await graphql(service, headers, query, input && { input });
  return { data, code: errors?.[0]?.extensions.code };
}
const inviteTo = async (to: TestAccount, email: string) => {
  const { code } = await run(await to.session(), INVITE, { email, role: 'EDITOR' });
  expect(code).toBeUndefined();
  return { token: tokenIn(await mailAbout(mails, email, SUBJECT)) };
};
async function invite(role = 'EDITOR', email = newPerson().email, headers = owner) {
  const { data, code } = await run(headers, INVITE, { email, role });
  expect(code).toBeUndefined();
  return { ...data.inviteMember.invitation, token: tokenIn(await mailAbout(mails, email, SUBJECT)) };
}
const who = async (headers: Headers) => (await graphql(service, headers, WHO)).data?.viewer;
const membersOf = async (headers: Headers) => nodesOf((await run(headers, MEMBERS)).data.members);
const emailOf = async ({ personId }: { personId: string }) =>
  (await db.query<{ email: string }>('SELECT email FROM people WHERE id = $1', [personId]))[0]?.email;
const actionsOf = async (userId: string) =>
  db.query('SELECT action, actor, actor_name AS name, details FROM audit_events WHERE user_id = $1 ORDER BY id', [
    userId,
  ]);

describe('an invitation', () => {
  test('leads a person without a login to a password, a session and the role', async () => {
    const { email, token } = await invite('CONTRIBUTOR');
    const { data } = await graphql(service, {}, RECEIVED, { token });
    expect(data.receivedInvitation).toEqual({
      ...{ accountName: 'Test', email, role: 'CONTRIBUTOR', invitedBy: 'Test', hasLogin: false },
    });
    const { body, browser } = await visit(service, {}, ACCEPT, { token, name: 'Ann', password: PASSWORD });
    expect(body.data.acceptInvitation).toEqual({ userId: account.userId });
    expect(await who(browser)).toEqual({
      id: account.userId,
      person: { email, role: 'CONTRIBUTOR' },
      accounts: [{ userId: account.userId, role: 'CONTRIBUTOR', managedBy: null }],
    });
    expect((await signIn(service, { email, password: PASSWORD })).body.errors).toBeUndefined();
    expect(await membersOf(owner)).toMatchObject([{ role: 'OWNER' }, { email, name: 'Ann', role: 'CONTRIBUTOR' }]);
    expect((await run(owner, INVITATIONS)).data.invitations.totalCount).toBe(0);
    expect(await actionsOf(account.userId)).toMatchObject([
      { action: 'member_invited', actor: 'owner', name: null, details: { email, role: 'CONTRIBUTOR' } },
      { action: 'signed_in', actor: 'member', name: email },
      {
        ...{ action: 'member_joined', actor: 'member', name: email },
        details: { email, role: 'CONTRIBUTOR', invitedBy: 'Test' },
      },
      { action: 'signed_in', actor: 'member', name: email },
    ]);
  });

  test('is invalid while the person who sent it may not invite', async () => {
    const admin = await addMember(db, account.userId, 'ADMIN');
    const client = await account.manage();
    const { token } = await invite('ADMIN', newPerson().email, admin.browser);
    const ofClient = await invite('ADMIN', newPerson().email, { ...admin.browser, 'x-service-user-id': client });
    const accept = (of: string) =>
      graphql(service, {}, ACCEPT, { input: { token: of, name: 'Ann', password: PASSWORD } });
    const refused = { errors: [{ extensions: { code: 'INVITATION_INVALID' } }] };
    await run(owner, CHANGE_ROLE, { memberId: admin.personId, role: 'EDITOR' });
    expect(await accept(token)).toMatchObject(refused);
    expect(await graphql(service, {}, RECEIVED, { token })).toMatchObject(refused);
    expect((await run(owner, INVITATIONS)).data.invitations.totalCount).toBe(0);
    await run(owner, CHANGE_ROLE, { memberId: admin.personId, role: 'ADMIN' });
    expect((await graphql(service, {}, RECEIVED, { token })).errors).toBeUndefined();
    await run(owner, REMOVE, { memberId: admin.personId });
    expect(await accept(token)).toMatchObject(refused);
    expect(await accept(ofClient.token)).toMatchObject(refused);
    expect(await membersOf(owner)).toHaveLength(1);
  });

  test.each([
    ['deactivated', 'deactivated_at = now()'],
    ['removed', 'removal_at = now()'],
  ])('is invalid while the account, or the one that manages it, is %s', async (_state, change) => {
    const own = await invite();
    const ofClient = await invite('EDITOR', newPerson().email, {
      ...owner,
      'x-service-user-id': await account.manage(),
    });
    await db.query(`UPDATE users SET ${change} WHERE id = $1`, [account.userId]);
    for (const { token } of [own, ofClient]) {
      const refused = { errors: [{ extensions: { code: 'INVITATION_INVALID' } }] };
      expect(await graphql(service, {}, RECEIVED, { token })).toMatchObject(refused);
      const input = { token, name: 'Ann', password: PASSWORD };
      expect(await graphql(service, {}, ACCEPT, { input })).toMatchObject(refused);
    }
  });

  test('of a managed user, accepted while its sender is removed from the account that manages it: one comes first', async () => {
    const client = await account.manage();
    for (let round = 0; round < 8; round += 1) {
      const admin = await addMember(db, account.userId, 'ADMIN');
      const { token } = await invite('EDITOR', newPerson().email, {
        ...admin.browser,
        'x-service-user-id': client,
      });
      const [accepted, removed] = await Promise.all([
        graphql(service, {}, ACCEPT, { input: { token, name: 'Ann', password: PASSWORD } }),
        new Promise((resolve) => setTimeout(resolve, 150 + round * 20)).then(() =>
          run(owner, REMOVE, { memberId: admin.personId }),
        ),
      ]);
      expect(removed.code).toBeUndefined();
      expect([undefined, 'INVITATION_INVALID']).toContain(accepted.errors?.[0]?.extensions.code);
    }
  });

  test('is accepted by the person whom it names, signed in', async () => {
    const own = await createAccount(db);
    const email = (await emailOf(own)) ?? '';
    const { token } = await invite('VIEWER', email);
    expect((await graphql(service, {}, RECEIVED, { token })).data.receivedInvitation.hasLogin).toBe(true);
    const stranger = await createAccount(db);
    expect(await run(await stranger.session(), ACCEPT, { token })).toMatchObject({ code: 'INVITATION_FOR_ANOTHER' });
    expect(await run({}, ACCEPT, { token })).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(await run({}, ACCEPT, { token, password: PASSWORD })).toMatchObject({ code: 'INVITATION_NEEDS_SIGN_IN' });
    const browser = await own.session();
    expect((await run(browser, ACCEPT, { token })).data.acceptInvitation).toEqual({ userId: account.userId });
    // The own account stays the one without a header.
    expect(await who(browser)).toMatchObject({ id: own.userId, person: { role: 'OWNER' } });
    const inIt = { ...browser, 'x-service-user-id': account.userId };
    expect(await who(inIt)).toMatchObject({ id: account.userId, person: { email, role: 'VIEWER' } });
  });

  test('is good once, for seven days, until it is revoked or replaced', async () => {
    const lead = async (token: string) => codeOf(await visit(service, {}, ACCEPT, { token, password: PASSWORD }));
    const accepted = await invite();
    const both = await Promise.all([lead(accepted.token), lead(accepted.token)]);
    expect(both.filter((code) => code === undefined)).toHaveLength(1);
    expect(await lead(accepted.token)).toBe('INVITATION_INVALID');

    const revoked = await invite();
    expect((await run(owner, REVOKE, { invitationId: revoked.id })).data.revokeInvitation).toEqual({
      revokedInvitationId: revoked.id,
    });
    expect(await lead(revoked.token)).toBe('INVITATION_INVALID');
    expect(await run(owner, REVOKE, { invitationId: revoked.id })).toMatchObject({ code: 'INVITATION_NOT_FOUND' });

    const first = await invite('VIEWER');
    expect((await run(owner, INVITE, { email: first.email, role: 'ADMIN' })).code).toBeUndefined();
    const second = tokenIn(await mailAbout(mails, first.email, SUBJECT, 2));
    expect(await lead(first.token)).toBe('INVITATION_INVALID');
    expect(nodesOf((await run(owner, INVITATIONS)).data.invitations)).toEqual([{ email: first.email, role: 'ADMIN' }]);
    await db.query("UPDATE invitations SET expires_at = expires_at - interval '7 days'");
    expect(await lead(second)).toBe('INVITATION_INVALID');
    expect((await run(owner, INVITATIONS)).data.invitations.totalCount).toBe(0);
  });

  test('is refused for a member, the role OWNER, a bad address, another account’s invitation and the 101st member', async () => {
    const { email } = await addMember(db, account.userId, 'VIEWER');
    expect(await run(owner, INVITE, { email: email.toUpperCase(), role: 'ADMIN' })).toMatchObject({
      code: 'MEMBER_EXISTS',
    });
    expect(await run(owner, INVITE, { email: newPerson().email, role: 'OWNER' })).toMatchObject({
      code: 'ROLE_NOT_GIVEN',
    });
    expect(await run(owner, INVITE, { email: 'nobody', role: 'ADMIN' })).toMatchObject({ code: 'EMAIL_INVALID' });
    const others = await createAccount(db);
    const { id } = await invite();
    expect(await run(await others.session(), REVOKE, { invitationId: id })).toMatchObject({
      code: 'INVITATION_NOT_FOUND',
    });
    await db.query(
      `INSERT INTO invitations (id, user_id, email, role, invited_by, invited_by_id, created_at, expires_at)
       SELECT lpad(n::text, 24, 'a'), $1, n || '@example.com', 'VIEWER', 'Test', $2, now(), now() + interval '1 day'
         FROM generate_series(1, 97) n`,
      [account.userId, account.personId],
    );
    expect(await run(owner, INVITE, { email: newPerson().email, role: 'VIEWER' })).toMatchObject({
      code: 'MEMBER_LIMIT_REACHED',
    });
  });

  test('its mail names the account and the inviter, and its token is stored only as a hash', async () => {
    await db.query('UPDATE users SET display_name = $2 WHERE id = $1', [account.userId, 'evil.example.com/x']);
    const { email } = newPerson();
    await run(owner, INVITE, { email, role: 'EDITOR' });
    const mail = await mailAbout(mails, email, 'You are invited to evil example com x');
    expect(mail.text).toContain('Your role: editor');
    const stored = JSON.stringify(await db.query('SELECT * FROM invitations'));
    expect(stored).not.toContain(tokenIn(mail));
    expect(JSON.stringify(await db.query('SELECT data FROM pgboss.job_common'))).not.toContain(tokenIn(mail));
    expect(await mailsTo(mails, email)).toHaveLength(1);
  });
});

describe('a member', () => {
  test('gets another role, effective from the next request; the owner does not', async () => {
    const { personId, browser, email } = await addMember(db, account.userId, 'VIEWER');
    const { data } = await run(owner, CHANGE_ROLE, { memberId: personId, role: 'ADMIN' });
    expect(data.changeMemberRole.member).toEqual({ id: personId, role: 'ADMIN' });
    expect(await who(browser)).toMatchObject({ person: { role: 'ADMIN' } });
    expect(await run(browser, CHANGE_ROLE, { memberId: account.personId, role: 'VIEWER' })).toMatchObject({
      code: 'MEMBER_IS_OWNER',
    });
    expect(await run(browser, CHANGE_ROLE, { memberId: personId, role: 'OWNER' })).toMatchObject({
      code: 'ROLE_NOT_GIVEN',
    });
    expect(await run(browser, REMOVE, { memberId: account.personId })).toMatchObject({ code: 'MEMBER_IS_OWNER' });
    expect(await run(owner, LEAVE)).toMatchObject({ code: 'MEMBER_IS_OWNER' });
    const stranger = await createAccount(db);
    expect(await run(owner, CHANGE_ROLE, { memberId: stranger.personId, role: 'VIEWER' })).toMatchObject({
      code: 'MEMBER_NOT_FOUND',
    });
    expect(await actionsOf(account.userId)).toMatchObject([
      { action: 'member_role_changed', actor: 'owner', details: { email, from: 'VIEWER', to: 'ADMIN' } },
    ]);
    const create = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey } }';
    const key = { 'x-api-key': (await run(browser, create, {})).data.createApiKey.rawKey };
    await run(owner, CHANGE_ROLE, { memberId: personId, role: 'EDITOR' });
    expect((await run(key, WHO)).code).toBeUndefined();
    await run(owner, CHANGE_ROLE, { memberId: personId, role: 'VIEWER', revokeAccess: true });
    expect(await run(key, WHO)).toMatchObject({ code: 'API_KEY_INVALID' });
  });

  test('has a name that others read, and changes it', async () => {
    const { browser, personId } = await addMember(db, account.userId, 'VIEWER');
    const rename = 'mutation ($input: ChangePersonNameInput!) { changePersonName(input: $input) { name } }';
    expect((await run(browser, rename, { name: ' Bob ' })).data.changePersonName).toEqual({ name: 'Bob' });
    expect(await run(browser, rename, { name: 'a\nb' })).toMatchObject({ code: 'DISPLAY_NAME_INVALID' });
    expect(await membersOf(browser)).toContainEqual({
      ...{ id: personId, email: `${personId}@example.com`, name: 'Bob', role: 'VIEWER' },
      // Who may not administer the account sees neither how others sign in nor when.
      twoFactorEnabled: null,
    });
    expect(await membersOf(owner)).toContainEqual(expect.objectContaining({ id: personId, twoFactorEnabled: false }));
    expect(await actionsOf(account.userId)).toMatchObject([{ action: 'member_renamed', actor: 'member' }]);
  });

  test('is named in the audit log for what it does', async () => {
    const { browser, email } = await addMember(db, account.userId, 'ADMIN');
    await run(
      browser,
      'mutation ($input: ChangeDisplayNameInput!) { changeDisplayName(input: $input) { viewer { id } } }',
      { displayName: 'New' },
    );
    const { data } = await graphql(
      service,
      owner,
      '{ viewer { auditLog { edges { node { action actor { kind name } } } } } }',
    );
    expect(nodesOf(data.viewer.auditLog)).toEqual([
      { action: 'DISPLAY_NAME_CHANGED', actor: { kind: 'MEMBER', name: email } },
    ]);
  });

  test('who is removed loses its open sockets within two seconds, its login, and on request its keys', async () => {
    const { personId, browser, email } = await addMember(db, account.userId, 'ADMIN');
    const create = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey } }';
    const [kept, own] = await Promise.all(
      [owner, browser].map(async (headers) => (await run(headers, create, {})).data.createApiKey.rawKey),
    );
    const socket = await connectRaw(service, {}, browser);
    socket.subscribe('live', ACCOUNT_ACTIVITY);
    const before = Date.now();
    expect((await run(owner, REMOVE, { memberId: personId, revokeAccess: true })).data.removeMember).toEqual({
      removedMemberId: personId,
    });
    expect(await socket.end()).toMatchObject({ code: 4403 });
    expect(Date.now() - before).toBeLessThan(2_500);
    expect(await run(browser, WHO)).toMatchObject({ code: 'SESSION_REQUIRED' });
    expect(await run({ 'x-api-key': own }, WHO)).toMatchObject({ code: 'API_KEY_INVALID' });
    expect(await run({ 'x-api-key': kept }, WHO)).toMatchObject({ code: undefined });
    for (const table of ['people WHERE id', 'sessions WHERE person_id', 'memberships WHERE person_id']) {
      expect(await db.query(`SELECT 1 FROM ${table} = $1`, [personId])).toEqual([]);
    }
    expect(await actionsOf(account.userId)).toContainEqual(
      expect.objectContaining({ action: 'member_removed', details: { email, revoked: 1 } }),
    );
    expect(await run(owner, REMOVE, { memberId: personId })).toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  });

  test('of two accounts keeps the login when one ends; a socket in the ended one closes, and does not change accounts', async () => {
    const person = await createPerson(db, account.userId);
    const other = await createAccount(db);
    await addMembership(db, person.personId, account.userId, 'EDITOR');
    await addMembership(db, person.personId, other.userId, 'VIEWER');
    // Without a header: the account of longest standing.
    const [first, second] = [
      await connectRaw(service, {}, person.browser),
      await connectRaw(service, { 'x-service-user-id': other.userId }, person.browser),
    ];
    first.subscribe('live', ACCOUNT_ACTIVITY);
    expect(await run({ ...person.browser, 'x-service-user-id': account.userId }, LEAVE)).toMatchObject({
      data: { leaveAccount: { leftUserId: account.userId } },
    });
    expect(await first.end()).toMatchObject({ code: 4403, reason: 'You are no longer a member of this account' });
    expect(await who(person.browser)).toMatchObject({ id: other.userId, person: { role: 'VIEWER' } });
    second.close();
  });

  test('acts in each of its accounts and in no other', async () => {
    const { browser } = await addMember(db, account.userId, 'EDITOR');
    const stranger = await createAccount(db, { workspaceAccess: true });
    const theirs = await stranger.manage();
    for (const id of [stranger.userId, theirs, 'a'.repeat(24)]) {
      expect(await run({ ...browser, 'x-service-user-id': id }, WHO)).toMatchObject({ code: 'USER_NOT_MANAGED' });
    }
    const managed = await account.manage();
    expect(await who({ ...browser, 'x-service-user-id': managed })).toMatchObject({
      id: managed,
      person: { role: 'EDITOR' },
    });
    await db.query('UPDATE users SET workspace_access = false WHERE id = $1', [account.userId]);
    expect(await run({ ...browser, 'x-service-user-id': managed }, WHO)).toMatchObject({
      code: 'WORKSPACE_ACCESS_DISABLED',
    });
  });

  test('of one client alone sees that client, neither the agency nor its other clients', async () => {
    const [client, otherClient] = [await account.manage(), await account.manage()];
    const { token } = await invite('CONTRIBUTOR', undefined, { ...owner, 'x-service-user-id': client });
    const { browser } = await visit(service, {}, ACCEPT, { token, password: PASSWORD });
    expect(await who(browser)).toMatchObject({
      id: client,
      person: { role: 'CONTRIBUTOR' },
      accounts: [{ userId: client, role: 'CONTRIBUTOR', managedBy: 'Test' }],
    });
    for (const id of [account.userId, otherClient]) {
      expect(await run({ ...browser, 'x-service-user-id': id }, WHO)).toMatchObject({
        code: 'WORKSPACE_ACCESS_DISABLED',
      });
    }
    expect(await run(browser, '{ managedUsers { totalCount } }')).toMatchObject({ code: 'WORKSPACE_ACCESS_DISABLED' });
    expect(await membersOf(browser)).toHaveLength(1);
    expect(await membersOf(owner)).toHaveLength(1);
  });
});

describe('drafts are for contributors, what goes out is for editors', () => {
  const CREATE =
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id allowedActions } } }';
  const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status } } }';
  const DELETE = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';
  const UPLOAD = 'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { media { id } } }';
  const post = { content: 'Hi', platformIds: ['fediverse-1'] };
  const scheduledTime = '2035-01-01T00:00:00Z';

  test.each([
    ['a contributor', async () => (await addMember(db, account.userId, 'CONTRIBUTOR')).browser, 'PERMISSION_REQUIRED'],
    [
      'a key with the scope DRAFT',
      async () => ({ 'x-api-key': await account.newKey({ scopes: ['READ', 'DRAFT'] }) }),
      'API_KEY_SCOPE_REQUIRED',
    ],
  ] as const)('%s', async (_name, headersOf, code) => {
    const headers: Headers = await headersOf();
    const { data } = await run(headers, CREATE, { post });
    const { id, allowedActions } = data.createPost.postGroup;
    expect(allowedActions).toEqual(['EDIT', 'DUPLICATE', 'DELETE']);
    expect((await run(headers, UPDATE, { postGroupId: id, content: 'Hello' })).code).toBeUndefined();
    const file = { postGroupId: id, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
    expect((await run(headers, UPLOAD, file)).code).toBeUndefined();
    expect(await run(headers, CREATE, { post, scheduledTime })).toMatchObject({ code });
    expect(await run(headers, UPDATE, { postGroupId: id, scheduledTime, status: 'SCHEDULED' })).toMatchObject({ code });

    const scheduled = (await run(owner, CREATE, { post, scheduledTime })).data.createPost.postGroup;
    expect(scheduled.allowedActions).toContain('UNSCHEDULE');
    for (const change of [{ content: 'Other' }, { status: 'DRAFT' }, { scheduledTime: '2036-01-01T00:00:00Z' }]) {
      expect(await run(headers, UPDATE, { postGroupId: scheduled.id, ...change })).toMatchObject({ code });
    }
    expect(await run(headers, UPLOAD, { ...file, postGroupId: scheduled.id })).toMatchObject({ code });
    expect(await run(headers, DELETE, { postGroupId: scheduled.id })).toMatchObject({ code });
    expect((await run(headers, DELETE, { postGroupId: id })).code).toBeUndefined();
    const [row] = await db.query('SELECT status, content FROM post_groups WHERE id = $1', [scheduled.id]);
    expect(row).toEqual({ status: 'scheduled', content: 'Hi' });
  });
});

describe('an owner', () => {
  beforeEach(async () => {
    await setLogin(db, account.userId, {
      email: `${account.userId}@example.com`,
      passwordHash: await hashPassword(PASSWORD),
    });
  });

  test('transfers the account to a member, once, and becomes an admin', async () => {
    const [ann, bob] = [await addMember(db, account.userId, 'EDITOR'), await addMember(db, account.userId, 'VIEWER')];
    const transfer = (memberId: string, password = PASSWORD) => run(owner, TRANSFER, { memberId, password });
    expect(await transfer(ann.personId, 'wrong')).toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' });
    expect(await transfer(account.personId)).toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    const codes = (await Promise.all([transfer(ann.personId), transfer(bob.personId)])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['PERMISSION_REQUIRED', undefined]);
    const next = codes[0] === undefined ? ann : bob;
    const roles = new Map((await membersOf(owner)).map(({ id, role }) => [id, role]));
    expect([roles.get(account.personId), roles.get(next.personId)]).toEqual(['ADMIN', 'OWNER']);
    expect([...roles.values()].filter((role) => role === 'OWNER')).toHaveLength(1);
    expect(await db.query('SELECT email FROM users WHERE id = $1', [account.userId])).toEqual([{ email: next.email }]);
    await mailAbout(mails, next.email, 'You own Test now');
    await mailAbout(mails, `${account.userId}@example.com`, 'You no longer own Test');
  });

  test('requires two-factor authentication, once it has it', async () => {
    const { browser } = await addMember(db, account.userId, 'EDITOR');
    expect(await run(owner, REQUIRE, { required: true })).toMatchObject({ code: 'SECOND_FACTOR_OFF' });
    await db.query(
      "INSERT INTO second_factors (person_id, secret, created_at, confirmed_at) VALUES ($1, 'x', now(), now())",
      [account.personId],
    );
    const socket = await connectRaw(service, {}, browser);
    expect((await run(owner, REQUIRE, { required: true })).data.requireTwoFactor.viewer.twoFactorRequired).toBe(true);
    expect(await socket.end()).toMatchObject({ code: 4403 });
    expect(await run(browser, MEMBERS)).toMatchObject({ code: 'TWO_FACTOR_SETUP_REQUIRED' });
    expect((await run(owner, MEMBERS)).code).toBeUndefined();
    expect((await run(owner, REQUIRE, { required: false })).code).toBeUndefined();
    expect((await run(browser, MEMBERS)).code).toBeUndefined();
  });
});

describe('what ends at the same moment', () => {
  test('a removal and an acceptance elsewhere: who has accepted keeps the login', async () => {
    const other = await createAccount(db);
    for (let round = 0; round < 10; round++) {
      const member = await addMember(db, account.userId, 'VIEWER');
      const { token } = await inviteTo(other, member.email);
      const [accepted] = await Promise.all([
        run(member.browser, ACCEPT, { token }),
        run(owner, REMOVE, { memberId: member.personId }),
      ]);
      const people = await db.query('SELECT 1 FROM people WHERE id = $1', [member.personId]);
      expect([accepted.code, people.length]).toEqual(
        accepted.code === undefined ? [undefined, 1] : ['SESSION_REQUIRED', 0],
      );
    }
  }, 60_000);

  test('a removal and what would outlast it: nothing that the person makes is made after it, and what was made before ends', async () => {
    const CREATE_KEY = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }';
    const KEY_OF = 'mutation ($input: CreateManagedUserKeyInput!) { createManagedUserKey(input: $input) { rawKey } }';
    const FEED = 'mutation { createCalendarFeed { url } }';
    const LISTEN = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
    const hook = { url: 'https://example.com/hook', events: ['POST_PUBLISHED'] };
    for (let round = 0; round < 5; round++) {
      const client = await account.manage();
      const { personId, browser } = await addMember(db, account.userId, 'ADMIN');
      const made = await Promise.all([
        run(owner, REMOVE, { memberId: personId, revokeAccess: true }),
        run(browser, CREATE_KEY, { name: 'Mine', scopes: ['READ', 'PUBLISH'] }),
        run(browser, KEY_OF, { userId: client }),
        run(browser, FEED),
        run(browser, LISTEN, { name: `Hook ${round}`, ...hook }),
      ]);
      const ended = ['MEMBERSHIP_ENDED', 'SESSION_REQUIRED', undefined];
      for (const { code } of made) expect(ended).toContain(code);
      const keys = await db.query(
        'SELECT name FROM api_keys WHERE user_id = ANY($1) AND created_by_id = $2 AND revoked_at IS NULL',
        [[account.userId, client], personId],
      );
      const orphans = await db.query(
        "SELECT name FROM api_keys WHERE user_id = ANY($1) AND revoked_at IS NULL AND (name = 'Mine' OR user_id = $2)",
        [[account.userId, client], client],
      );
      expect([keys, orphans]).toEqual([[], []]);
      const order = await actionsOf(account.userId);
      const removal = order.findIndex(({ action }) => action === 'member_removed');
      expect(removal).toBeGreaterThanOrEqual(0);
      await db.query('DELETE FROM audit_events WHERE user_id = $1', [account.userId]);
      await db.query('DELETE FROM webhooks WHERE user_id = $1', [account.userId]);
      expect(order.slice(removal + 1).filter(({ actor }) => actor === 'member')).toEqual([]);
    }
  });

  test('two admins remove each other: one of them goes', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await addMember(db, account.userId, 'ADMIN'), await addMember(db, account.userId, 'ADMIN')];
      const removed = await Promise.all([
        run(one.browser, REMOVE, { memberId: other.personId }),
        run(other.browser, REMOVE, { memberId: one.personId }),
      ]);
      expect(removed.filter(({ code }) => code === undefined)).toHaveLength(1);
      const left = [one, other].map(({ personId }) => personId);
      expect(await db.query('SELECT 1 FROM memberships WHERE person_id = ANY($1)', [left])).toHaveLength(1);
    }
  });

  test('two removals: the person is gone, and the address is free', async () => {
    const other = await createAccount(db);
    const others = await other.session();
    for (let round = 0; round < 5; round++) {
      const person = await createPerson(db, account.userId);
      for (const { userId } of [account, other]) await addMembership(db, person.personId, userId, 'EDITOR');
      const memberId = person.personId;
      const removed = await Promise.all([run(owner, REMOVE, { memberId }), run(others, REMOVE, { memberId })]);
      expect(removed.map(({ code }) => code)).toEqual([undefined, undefined]);
      expect(await db.query('SELECT 1 FROM people WHERE id = $1', [memberId])).toEqual([]);
    }
  });
});

test.each([
  ['deactivated', 'deactivated_at = now()', 'ACCOUNT_INACTIVE'],
  ['about to be removed', 'removal_at = now()', 'ACCOUNT_INACTIVE'],
  ['on hold', "held_at = now(), hold_expires_at = now() + interval '1 day'", 'ACCOUNT_ON_HOLD'],
])('while the agency is %s, the members of its clients have no access', async (_state, change, code) => {
  const client = await account.manage();
  const { browser } = await addMember(db, client, 'ADMIN');
  expect((await run(browser, WHO)).code).toBeUndefined();
  await db.query(`UPDATE users SET ${change} WHERE id = $1`, [account.userId]);
  expect(await run(browser, WHO)).toMatchObject({ code });
});

test('an agency sees at a glance what its clients need', async () => {
  const [busy, idle] = [await account.manage(), await account.manage()];
  const inBusy = { ...owner, 'x-service-user-id': busy };
  await connectTargets(db, busy, ['fediverse-1']);
  const create = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const post = { content: 'Hi', platformIds: ['fediverse-1'] };
  const { data: made } = await run(inBusy, create, { post });
  await run(inBusy, create, { post, scheduledTime: '2035-01-01T00:00:00Z' });
  await run(
    inBusy,
    'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state } } }',
    {
      postGroupId: made.createPost.postGroup.id,
    },
  );
  await db.query('UPDATE connections SET revoked_at = now() WHERE user_id = $1', [busy]);
  await db.query(
    `INSERT INTO post_usage VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', 'fediverse-1', 3)`,
    [busy],
  );
  const query =
    '{ managedUsers { edges { node { id overview { drafts scheduledPosts failedPosts waitingApprovals accountsToReconnect postsThisMonth } } } } }';
  const overviews = new Map(
    nodesOf((await run(owner, query)).data.managedUsers).map(({ id, overview }) => [id, overview]),
  );
  expect(overviews.get(busy)).toEqual({
    ...{ drafts: 1, scheduledPosts: 1, failedPosts: 0, waitingApprovals: 1, accountsToReconnect: 1, postsThisMonth: 3 },
  });
  expect(overviews.get(idle)).toEqual({
    ...{ drafts: 0, scheduledPosts: 0, failedPosts: 0, waitingApprovals: 0, accountsToReconnect: 0, postsThisMonth: 0 },
  });
});

test('a login at a platform names the account for which it was begun', async () => {
  const own = await createAccount(db);
  const person = await createPerson(db, own.userId);
  await addMembership(db, person.personId, own.userId, 'ADMIN');
  await addMembership(db, person.personId, account.userId, 'ADMIN');
  const query = 'mutation ($input: CreateLoginUrlInput!) { createLoginUrl(input: $input) { url } }';
  const headers = { ...person.browser, 'x-service-user-id': account.userId };
  const { data } = await run(headers, query, { platform: 'FEDIVERSE' });
  expect(new URL(data.createLoginUrl.url).searchParams.get('user')).toBe(account.userId);
});

test('the address of an upload brings no other file once the post is scheduled', async () => {
  const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
  const created = await run(
    contributor.browser,
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
    { post: { content: 'Hi', platformIds: ['fediverse-1'] } },
  );
  const postGroupId = created.data.createPost.postGroup.id;
  const upload = await run(
    contributor.browser,
    'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { id } } }',
    { postGroupId, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' },
  );
  const put = async (width: number) => {
    const body = await sharp({ create: { width, height: 300, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { uploadUrl } = upload.data.createUpload;
    return (
      await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(body) })
    ).status;
  };
  expect(await put(400)).toBe(200);
  // A draft may change.
  expect(await put(500)).toBe(200);
  const complete = 'mutation ($input: CompleteUploadInput!) { completeUpload(input: $input) { media { width } } }';
  await run(contributor.browser, complete, { mediaId: upload.data.createUpload.media.id });
  const schedule = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status } } }';
  expect(
    (await run(owner, schedule, { postGroupId, status: 'SCHEDULED', scheduledTime: '2035-01-01T00:00:00Z' })).code,
  ).toBeUndefined();
  expect(await put(600)).toBe(400);
  const [row] = await db.query<{ width: number }>(
    "SELECT (metadata->>'width')::int AS width FROM media WHERE group_id = $1",
    [postGroupId],
  );
  expect(row).toEqual({ width: 500 });
});

test('a session acts in the account that it began in, or in another one that the request names', async () => {
  const other = await createAccount(db);
  const { personId, browser } = await createPerson(db, account.userId);
  await addMembership(db, personId, account.userId, 'EDITOR');
  await addMembership(db, personId, other.userId, 'ADMIN');
  const inOther = { ...browser, 'x-service-user-id': other.userId };
  const rename = 'mutation ($input: ChangeDisplayNameInput!) { changeDisplayName(input: $input) { viewer { id } } }';
  await db.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [account.userId]);
  expect(await run(browser, rename, { displayName: 'Wrong' })).toMatchObject({ code: 'ACCOUNT_INACTIVE' });
  expect(await who(inOther)).toMatchObject({ id: other.userId });
  await db.query('UPDATE users SET deactivated_at = NULL WHERE id = $1', [account.userId]);
  expect((await run(owner, REMOVE, { memberId: personId })).code).toBeUndefined();
  expect(await run(browser, rename, { displayName: 'Wrong' })).toMatchObject({ code: 'MEMBERSHIP_ENDED' });
  expect(await who(inOther)).toMatchObject({ id: other.userId });
  expect(await db.query("SELECT 1 FROM users WHERE display_name = 'Wrong'")).toEqual([]);
});
