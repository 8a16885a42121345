/** People who are limited to some managed users of an account: one invitation for several, a list, changes, removal. */
import { newId } from '../../src/foundation/database/id.js';
import { connectRaw } from '../live/raw-socket.js';
import { ACCOUNT_ACTIVITY } from '../live/support.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { setLogin } from '../support/login.js';
import { mailEnv, mailsTo, tokenIn } from '../support/mailbox.js';
import { addMember, addMembership, createPerson } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import { newPerson, visit } from './browser.js';

const INVITE = `mutation ($input: InviteMemberInput!) {
  inviteMember(input: $input) { invitation { id managedUsers { id displayName } } }
}`;
const ACCEPT = 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { userId } }';
const RECEIVED =
  'query ($token: String!) { receivedInvitation(token: $token) { accountName managedUserNames role hasLogin } }';
const INVITATIONS = '{ invitations { totalCount edges { node { email managedUsers { displayName } } } } }';
const LIMIT = `mutation ($input: LimitMemberInput!) {
  limitMember(input: $input) { member { memberId managedUsers { displayName role } } }
}`;
const REMOVE = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { removedMemberId } }';
const DETACH = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
const LIMITED = `query ($first: Int, $after: String) {
  limitedMembers(first: $first, after: $after) {
    totalCount
    pageInfo { hasNextPage endCursor }
    edges { node { memberId email name managedUsers { userId displayName role } } }
  }
}`;
const MEMBERS = '{ members { edges { node { id role } } } }';
const WHO = '{ viewer { id person { role } accounts { displayName role managedBy } } }';
const CREATE_KEY = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { rawKey } }';
const PASSWORD = 'correct horse battery staple';

let db: TestDatabase;
let mails: MailServer;
let service: Service;
/** The account, and three of its managed users. */
let agency: TestAccount;
let owner: Headers;
let [bakery, garage, opera] = ['', '', ''];

beforeAll(async () => {
  [db, mails] = await Promise.all([createTestDatabase(), startMailServer()]);
  service = await startService({ db, env: mailEnv(mails) });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([db.drop(), mails.close()]);
});
beforeEach(async () => {
  agency = await createAccount(db, { workspaceAccess: true });
  owner = await agency.session();
  await rename(agency.userId, 'Fern');
  [bakery, garage, opera] = [await manage('Bakery'), await manage('Garage'), await manage('Opera')];
});

const rename = (userId: string, name: string) =>
  db.query('UPDATE users SET display_name = $2 WHERE id = $1', [userId, name]);
async function manage(name: string, of = agency): Promise<string> {
  const id = await of.manage();
  await rename(id, name);
  return id;
}

async function run(headers: Headers, query: string, input?: object) {
  const { data, errors } = await graphql(service, headers, query, input && { input });
  return { data, code: errors?.[0]?.extensions.code };
}
async function invite(
  managedUserIds: string[] | null,
  { email = newPerson().email, role = 'EDITOR', by = owner } = {},
) {
  const sent = (await mailsTo(mails, email)).length;
  const { data, code } = await run(by, INVITE, { email, role, managedUserIds });
  expect(code).toBeUndefined();
  const mail = await eventually(async () => (await mailsTo(mails, email))[sent]);
  return { email, mail, token: tokenIn(mail), invitation: data.inviteMember.invitation };
}
const accept = (token: string) => visit(service, {}, ACCEPT, { token, name: 'Ann', password: PASSWORD });
const codeOfAccept = async (token: string) => (await accept(token)).body.errors?.[0]?.extensions.code;
const limit = (memberId: string, managedUserIds: string[], more: object = {}, by = owner) =>
  run(by, LIMIT, { memberId, managedUserIds, role: 'EDITOR', ...more });
const who = async (headers: Headers) => (await graphql(service, headers, WHO)).data?.viewer;
const limited = async (by = owner, variables = {}) => {
  const { data, errors } = await graphql(service, by, LIMITED, variables);
  expect(errors).toBeUndefined();
  return data.limitedMembers;
};
/** Of a person, in all accounts of the service: `Bakery EDITOR`. */
const memberships = async (personId: string): Promise<string[]> => {
  const rows = await db.query<{ it: string }>(
    `SELECT display_name || ' ' || role AS it FROM memberships JOIN users ON id = user_id WHERE person_id = $1 ORDER BY 1`,
    [personId],
  );
  return rows.map(({ it }) => it);
};
/** What is recorded about members in the log of the agency: `Bakery member_joined`. */
const recorded = async (): Promise<string[]> => {
  const rows = await db.query<{ it: string }>(
    `SELECT display_name || ' ' || action AS it FROM audit_events JOIN users u ON u.id = user_id
      WHERE owner_id = $1 AND action LIKE 'member%' ORDER BY 1`,
    [agency.userId],
  );
  return rows.map(({ it }) => it);
};
/** A person who is limited to managed users of the agency. */
async function limitedTo(...userIds: string[]) {
  const person = await createPerson(db, userIds[0] ?? '');
  for (const userId of userIds) await addMembership(db, person.personId, userId, 'EDITOR');
  return person;
}

describe('an invitation to several managed users', () => {
  test('is one e-mail that names them, and one acceptance that leads to each of them and to nothing else', async () => {
    const { email, mail, token, invitation } = await invite([garage, bakery], { role: 'CONTRIBUTOR' });
    expect(mail.subject).toBe('You are invited to Fern');
    expect(invitation.managedUsers.map((user: { displayName: string }) => user.displayName)).toEqual([
      ...['Bakery', 'Garage'],
    ]);
    expect(mail.text).toContain('invites you to work for clients of Fern');
    expect(mail.text).toContain('Clients: Bakery, Garage');
    expect(await mailsTo(mails, email)).toHaveLength(1);
    expect((await graphql(service, {}, RECEIVED, { token })).data.receivedInvitation).toEqual({
      ...{ accountName: 'Fern', managedUserNames: ['Bakery', 'Garage'], role: 'CONTRIBUTOR', hasLogin: false },
    });

    const { body, browser } = await accept(token);
    expect(body.data.acceptInvitation).toEqual({ userId: bakery });
    expect(await who(browser)).toEqual({
      id: bakery,
      person: { role: 'CONTRIBUTOR' },
      accounts: [
        { displayName: 'Bakery', role: 'CONTRIBUTOR', managedBy: 'Fern' },
        { displayName: 'Garage', role: 'CONTRIBUTOR', managedBy: 'Fern' },
      ],
    });
    for (const id of [agency.userId, opera]) {
      expect(await run({ ...browser, 'x-service-user-id': id }, WHO)).toMatchObject({
        code: 'WORKSPACE_ACCESS_DISABLED',
      });
    }
    expect(nodesOf((await run(owner, MEMBERS)).data.members)).toHaveLength(1);
    expect((await run(owner, INVITATIONS)).data.invitations.totalCount).toBe(0);
    expect(await codeOfAccept(token)).toBe('INVITATION_INVALID');
    expect(await recorded()).toEqual(['Bakery member_joined', 'Fern member_invited', 'Garage member_joined']);
  });

  test('is accepted by a person who is signed in, and leaves out what they are a member of', async () => {
    const own = await createAccount(db);
    await addMembership(db, own.personId, bakery, 'VIEWER');
    const email = `${own.personId}@example.com`;
    await setLogin(db, own.userId, { email, passwordHash: 'none' });
    const { token, invitation } = await invite([bakery, opera], { email });
    expect(invitation.managedUsers).toEqual([{ id: opera, displayName: 'Opera' }]);
    expect((await run(await own.session(), ACCEPT, { token })).data.acceptInvitation).toEqual({ userId: opera });
    expect(await memberships(own.personId)).toEqual(['Bakery VIEWER', 'Opera EDITOR', 'Test OWNER']);
    expect(await run(owner, INVITE, { email, role: 'EDITOR', managedUserIds: [opera, bakery] })).toMatchObject({
      code: 'MEMBER_EXISTS',
    });
  });

  test('leaves out those that are detached before it is accepted; without any left, it is invalid', async () => {
    const [both, one] = [await invite([bakery, garage]), await invite([garage])];
    expect((await run(owner, DETACH, { userId: garage })).code).toBeUndefined();
    expect((await run(owner, INVITATIONS)).data.invitations).toEqual({
      ...{ totalCount: 1, edges: [{ node: { email: both.email, managedUsers: [{ displayName: 'Bakery' }] } }] },
    });
    expect((await graphql(service, {}, RECEIVED, { token: both.token })).data.receivedInvitation).toMatchObject({
      managedUserNames: ['Bakery'],
    });
    expect(await codeOfAccept(one.token)).toBe('INVITATION_INVALID');
    const { browser } = await accept(both.token);
    expect(await who(browser)).toMatchObject({ accounts: [{ displayName: 'Bakery' }] });
  });

  test('is refused for managed users of others, in any number with own ones, and stores nothing', async () => {
    const other = await createAccount(db, { workspaceAccess: true });
    const theirs = await manage('Theirs', other);
    const inviting = (managedUserIds: unknown, by = owner) =>
      run(by, INVITE, { email: newPerson().email, role: 'EDITOR', managedUserIds });
    for (const ids of [[theirs], [bakery, theirs], [newId()], [bakery, other.userId], [agency.userId]]) {
      expect(await inviting(ids)).toMatchObject({ code: 'MANAGED_USER_NOT_FOUND' });
    }
    for (const ids of [[], Array.from({ length: 101 }, () => newId())]) {
      expect(await inviting(ids)).toMatchObject({ code: 'MANAGED_USERS_INVALID' });
    }
    expect(await inviting(['x'])).toMatchObject({ code: 'ID_INVALID' });
    const admin = await addMember(db, bakery, 'ADMIN');
    expect(await inviting([garage], admin.browser)).toMatchObject({ code: 'WORKSPACE_ACCESS_DISABLED' });
    const acting = { ...owner, 'x-service-user-id': bakery };
    expect(await inviting([garage], acting)).toMatchObject({ code: 'MANAGED_USER_NOT_FOUND' });
    expect(await inviting([bakery], await (await createAccount(db)).session())).toMatchObject({
      code: 'WORKSPACE_ACCESS_DISABLED',
    });
    expect(await db.query('SELECT 1 FROM invitations WHERE user_id = ANY($1)', [[agency.userId, bakery]])).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  test('needs room in each of them, at the invitation and at the acceptance; all are joined, or none', async () => {
    const fill = (userId: string) =>
      db.query(
        `WITH full_house AS (INSERT INTO people (id, email, name, created_at)
           SELECT substr(md5($1 || n), 1, 24), md5($1 || n) || '@example.com', 'x', now() FROM generate_series(1, 100) n RETURNING id)
         INSERT INTO memberships SELECT id, $1, 'VIEWER', now() FROM full_house`,
        [userId],
      );
    const { token, email } = await invite([bakery, garage]);
    await fill(garage);
    expect(
      await run(owner, INVITE, { email: newPerson().email, role: 'EDITOR', managedUserIds: [garage] }),
    ).toMatchObject({ code: 'MEMBER_LIMIT_REACHED' });
    expect(await codeOfAccept(token)).toBe('MEMBER_LIMIT_REACHED');
    expect(await db.query('SELECT 1 FROM people WHERE email = $1', [email])).toEqual([]);

    const crowd = await addMember(db, opera, 'EDITOR');
    await db.query(
      `INSERT INTO memberships SELECT $1, lpad(n::text, 24, 'c'), 'VIEWER', now() FROM generate_series(1, 98) n`,
      [crowd.personId],
    );
    const library = await manage('Library');
    expect(await limit(crowd.personId, [opera, bakery, library])).toMatchObject({ code: 'MEMBERSHIP_LIMIT_REACHED' });
    const asked = await invite([bakery, library], { email: crowd.email });
    expect(await run(crowd.browser, ACCEPT, { token: asked.token })).toMatchObject({
      code: 'MEMBERSHIP_LIMIT_REACHED',
    });
    expect((await memberships(crowd.personId)).length).toBe(1);
  });
});

describe('the people who are limited', () => {
  test('are listed with their managed users, page by page, also those who were invited to a single one', async () => {
    const ann = await limitedTo(opera, bakery);
    const by = { ...owner, 'x-service-user-id': garage };
    const { token, email } = await invite(null, { by, role: 'VIEWER' });
    await accept(token);
    // Of other agencies, and of the agency itself.
    const other = await createAccount(db, { workspaceAccess: true });
    await addMembership(db, ann.personId, await manage('Elsewhere', other), 'ADMIN');
    const full = await addMember(db, agency.userId, 'EDITOR');
    await addMembership(db, full.personId, opera, 'ADMIN');

    const page = await limited();
    expect(page.totalCount).toBe(2);
    expect(nodesOf(page)).toEqual([
      {
        ...{ memberId: ann.personId, email: ann.email, name: 'Member' },
        managedUsers: [
          { userId: bakery, displayName: 'Bakery', role: 'EDITOR' },
          { userId: opera, displayName: 'Opera', role: 'EDITOR' },
        ],
      },
      expect.objectContaining({
        ...{ email, name: 'Ann', managedUsers: [{ userId: garage, displayName: 'Garage', role: 'VIEWER' }] },
      }),
    ]);
    const first = await limited(owner, { first: 1 });
    expect(first).toMatchObject({ pageInfo: { hasNextPage: true }, edges: [{ node: { email: ann.email } }] });
    const second = await limited(owner, { first: 1, after: first.pageInfo.endCursor });
    expect(second).toMatchObject({ pageInfo: { hasNextPage: false }, edges: [{ node: { email } }] });
    expect((await limited(await other.session())).totalCount).toBe(1);
  });

  test('are seen and changed by admins of the account alone', async () => {
    const ann = await limitedTo(bakery);
    const clientAdmin = await addMember(db, bakery, 'ADMIN');
    const editor = await addMember(db, agency.userId, 'EDITOR');
    const stranger = await createAccount(db, { workspaceAccess: true });
    const key = { 'x-api-key': await agency.newKey({ scopes: ['READ', 'MANAGE', 'WORKSPACE'] }) };
    for (const [by, list, change, remove] of [
      [editor.browser, 'PERMISSION_REQUIRED', 'PERMISSION_REQUIRED', 'PERMISSION_REQUIRED'],
      [key, 'SESSION_REQUIRED', 'SESSION_REQUIRED', 'SESSION_REQUIRED'],
      [{}, 'SESSION_REQUIRED', 'SESSION_REQUIRED', 'SESSION_REQUIRED'],
      [await stranger.session(), undefined, 'MEMBER_NOT_FOUND', 'MEMBER_NOT_FOUND'],
    ] as const) {
      expect((await run(by, LIMITED)).code).toBe(list);
      expect((await limit(ann.personId, [bakery], {}, by)).code).toBe(change);
      expect((await run(by, REMOVE, { memberId: ann.personId })).code).toBe(remove);
    }
    expect((await limited(await stranger.session())).totalCount).toBe(0);
    expect(await run(clientAdmin.browser, LIMITED)).toMatchObject({ code: 'WORKSPACE_ACCESS_DISABLED' });
    expect((await limit(ann.personId, [garage], {}, clientAdmin.browser)).code).toBe('WORKSPACE_ACCESS_DISABLED');
    const acting = { ...owner, 'x-service-user-id': bakery };
    expect((await limit(ann.personId, [garage], {}, acting)).code).toBe('MANAGED_USER_NOT_FOUND');
    for (const state of ['deactivated_at = now()', "held_at = now(), hold_expires_at = now() + interval '1 day'"]) {
      await db.query(`UPDATE users SET ${state} WHERE id = $1`, [agency.userId]);
      expect((await limit(ann.personId, [garage])).code).toMatch(/^ACCOUNT_(INACTIVE|ON_HOLD)$/);
      await db.query('UPDATE users SET deactivated_at = NULL, held_at = NULL WHERE id = $1', [agency.userId]);
    }
    expect(await memberships(ann.personId)).toEqual(['Bakery EDITOR']);
  });
});

describe('limitMember', () => {
  test('makes the managed users exactly these, in one role; those of other accounts stay, unseen', async () => {
    const ann = await limitedTo(bakery, garage);
    const other = await createAccount(db, { workspaceAccess: true });
    await addMembership(db, ann.personId, await manage('Elsewhere', other), 'ADMIN');
    await addMembership(db, ann.personId, other.userId, 'VIEWER');
    const pending = await invite([opera], { email: ann.email });
    const { data } = await limit(ann.personId, [opera, garage, opera], { role: 'ADMIN' });
    expect(data.limitMember.member).toEqual({
      memberId: ann.personId,
      managedUsers: [
        { displayName: 'Garage', role: 'ADMIN' },
        { displayName: 'Opera', role: 'ADMIN' },
      ],
    });
    expect(await memberships(ann.personId)).toEqual(['Elsewhere ADMIN', 'Garage ADMIN', 'Opera ADMIN', 'Test VIEWER']);
    expect(await run(ann.browser, ACCEPT, { token: pending.token })).toMatchObject({ code: 'MEMBERSHIP_ENDED' });
    expect((await run(owner, INVITATIONS)).data.invitations.totalCount).toBe(0);
    expect(await recorded()).toEqual([
      ...['Bakery member_removed', 'Fern member_invited', 'Garage member_role_changed', 'Opera member_added'],
    ]);
    // The same again changes nothing.
    expect((await limit(ann.personId, [garage, opera], { role: 'ADMIN' })).code).toBeUndefined();
    expect(await recorded()).toHaveLength(4);
  });

  test('is refused with managed users of others, and changes nothing then', async () => {
    const ann = await limitedTo(bakery);
    const other = await createAccount(db, { workspaceAccess: true });
    const theirs = await manage('Theirs', other);
    for (const ids of [[garage, theirs], [newId()], [agency.userId]]) {
      expect(await limit(ann.personId, ids)).toMatchObject({ code: 'MANAGED_USER_NOT_FOUND' });
    }
    expect(await limit(ann.personId, [])).toMatchObject({ code: 'MANAGED_USERS_INVALID' });
    expect(await limit(ann.personId, [garage], { role: 'OWNER' })).toMatchObject({ code: 'ROLE_NOT_GIVEN' });
    expect(await limit(other.personId, [garage])).toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    expect(await limit(newId(), [garage])).toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    expect(await memberships(ann.personId)).toEqual(['Bakery EDITOR']);
    expect(await recorded()).toEqual([]);
  });

  test('moves a member of the account to some of its managed users; never the owner', async () => {
    const ann = await addMember(db, agency.userId, 'ADMIN');
    const [ofAgency, ofClient] = [
      (await run(ann.browser, CREATE_KEY, {})).data.createApiKey.rawKey,
      (await run({ ...ann.browser, 'x-service-user-id': opera }, CREATE_KEY, {})).data.createApiKey.rawKey,
    ];
    const sent = await invite(null, { by: ann.browser });
    const socket = await connectRaw(service, {}, ann.browser);
    socket.subscribe('live', ACCOUNT_ACTIVITY);
    const before = Date.now();
    expect((await limit(ann.personId, [bakery, opera], { revokeAccess: true })).code).toBeUndefined();
    expect(await socket.end()).toMatchObject({ code: 4403 });
    expect(Date.now() - before).toBeLessThan(2_500);
    expect(await memberships(ann.personId)).toEqual(['Bakery EDITOR', 'Opera EDITOR']);
    expect(await run(ann.browser, MEMBERS)).toMatchObject({ code: 'MEMBERSHIP_ENDED' });
    expect(await who({ ...ann.browser, 'x-service-user-id': opera })).toMatchObject({ person: { role: 'EDITOR' } });
    for (const key of [ofAgency, ofClient]) expect((await run({ 'x-api-key': key }, WHO)).code).toBe('API_KEY_INVALID');
    expect(await codeOfAccept(sent.token)).toBe('INVITATION_INVALID');
    expect((await limited()).totalCount).toBe(1);
    expect(await recorded()).toEqual([
      ...['Bakery member_added', 'Fern member_invited', 'Fern member_removed', 'Opera member_added'],
    ]);
    expect(
      await db.query("SELECT details FROM audit_events WHERE action = 'member_removed' AND user_id = $1", [
        agency.userId,
      ]),
    ).toEqual([{ details: { email: ann.email, revoked: 2 } }]);

    const admin = await addMember(db, agency.userId, 'ADMIN');
    expect((await limit(agency.personId, [bakery], {}, admin.browser)).code).toBe('MEMBER_IS_OWNER');
    expect((await limit(agency.personId, [bakery])).code).toBe('MEMBER_IS_OWNER');
  });

  test('revokes the keys that the person created where they lose rights, and leaves those elsewhere', async () => {
    const ann = await createPerson(db, bakery);
    for (const userId of [bakery, garage, opera]) await addMembership(db, ann.personId, userId, 'ADMIN');
    const keys: Headers[] = [];
    for (const userId of [bakery, garage]) {
      const { data } = await run({ ...ann.browser, 'x-service-user-id': userId }, CREATE_KEY, {});
      keys.push({ 'x-api-key': data.createApiKey.rawKey });
    }
    await limit(ann.personId, [garage, opera], { role: 'ADMIN', revokeAccess: true });
    const codes = () => Promise.all(keys.map(async (key) => (await run(key, WHO)).code));
    expect(await codes()).toEqual(['API_KEY_INVALID', undefined]);
    await limit(ann.personId, [garage], { role: 'VIEWER' });
    expect(await codes()).toEqual(['API_KEY_INVALID', undefined]);
  });
});

test('who is removed is removed from all managed users, with the open sockets, notifications, invitations and keys', async () => {
  const ann = await limitedTo(bakery, garage);
  await db.query(`UPDATE memberships SET role = 'ADMIN' WHERE person_id = $1`, [ann.personId]);
  const key = { 'x-api-key': (await run(ann.browser, CREATE_KEY, {})).data.createApiKey.rawKey };
  const pending = await invite([opera], { email: ann.email });
  await db.query(
    `INSERT INTO notifications (id, person_id, member_of, user_id, kind, subject_id, title, blocks, listed, created_at)
     VALUES ($1, $2, $3, $3, 'POST_FAILED', 'x', 'x', '[]', true, now())`,
    [newId(), ann.personId, garage],
  );
  const sockets = await Promise.all(
    [bakery, garage].map((id) => connectRaw(service, { 'x-service-user-id': id }, ann.browser)),
  );
  for (const socket of sockets) socket.subscribe('live', ACCOUNT_ACTIVITY);
  const before = Date.now();
  expect((await run(owner, REMOVE, { memberId: ann.personId, revokeAccess: true })).data.removeMember).toEqual({
    removedMemberId: ann.personId,
  });
  for (const socket of sockets) expect(await socket.end()).toMatchObject({ code: 4403 });
  expect(Date.now() - before).toBeLessThan(2_500);
  for (const table of ['people WHERE id', 'memberships WHERE person_id', 'notifications WHERE person_id']) {
    expect(await db.query(`SELECT 1 FROM ${table} = $1`, [ann.personId])).toEqual([]);
  }
  expect((await run(key, WHO)).code).toBe('API_KEY_INVALID');
  expect(await codeOfAccept(pending.token)).toBe('INVITATION_INVALID');
  expect((await limited()).totalCount).toBe(0);
  expect(await recorded()).toEqual(['Bakery member_removed', 'Fern member_invited', 'Garage member_removed']);
  expect((await run(owner, REMOVE, { memberId: ann.personId })).code).toBe('MEMBER_NOT_FOUND');
});

describe('what happens at the same moment', () => {
  test('a detachment and an acceptance: who joins is a member of what is still managed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const client = await manage('Brief');
      const { token, email } = await invite([client, bakery]);
      const [code, detached] = await Promise.all([
        codeOfAccept(token),
        new Promise((resolve) => setTimeout(resolve, 120 + round * 25)).then(() =>
          run(owner, DETACH, { userId: client }),
        ),
      ]);
      expect([code, detached.code]).toEqual([undefined, undefined]);
      const [person] = await db.query<{ id: string }>('SELECT id FROM people WHERE email = $1', [email]);
      expect(await memberships(person?.id ?? '')).toEqual(['Bakery EDITOR']);
    }
  });

  test('a removal and an acceptance: afterwards the person is a member of all, or of nothing', async () => {
    for (let round = 0; round < 6; round += 1) {
      const ann = await limitedTo(bakery);
      // To several, or to one as before.
      const by = { ...owner, ...(round % 2 && { 'x-service-user-id': garage }) };
      const { token } = await invite(round % 2 ? null : [garage, opera], { email: ann.email, by });
      const [accepted, removed] = await Promise.all([
        run(ann.browser, ACCEPT, { token }),
        run(owner, REMOVE, { memberId: ann.personId }),
      ]);
      expect(removed.code).toBeUndefined();
      expect([undefined, 'INVITATION_INVALID', 'SESSION_REQUIRED']).toContain(accepted.code);
      expect(await memberships(ann.personId)).toEqual([]);
    }
  });

  test('two changes: one of them comes last, as a whole', async () => {
    const ann = await limitedTo(bakery);
    for (let round = 0; round < 6; round += 1) {
      const both = await Promise.all([
        limit(ann.personId, [bakery, garage], { role: 'VIEWER' }),
        limit(ann.personId, [garage, opera], { role: 'ADMIN' }),
      ]);
      expect(both.map(({ code }) => code)).toEqual([undefined, undefined]);
      expect([
        ['Bakery VIEWER', 'Garage VIEWER'],
        ['Garage ADMIN', 'Opera ADMIN'],
      ]).toContainEqual(await memberships(ann.personId));
    }
  });
});
