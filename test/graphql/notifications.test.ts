/** Notifications: who gets which, what is read, and what goes out by e-mail. */
import { createClient } from 'graphql-ws';
import request from 'supertest';
import { WebSocket } from 'ws';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { ALL_KINDS } from '../../src/domain/notifications/notifications.js';
import { newId } from '../../src/foundation/database/id.js';
import { type MailServer, startMailServer } from '../mail/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { mailAbout, mailEnv, mailsTo } from '../support/mailbox.js';
import { addMember, addMembership, type TestMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const FIELDS =
  'id kind accountId accountName title paragraphs facts { name value } action { label path } count createdAt readAt';
const LIST = `query ($unread: Boolean) { notifications(unread: $unread) { totalCount edges { node { ${FIELDS} } } } }`;
const READ = 'mutation ($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) { unread } }';
const PREFER =
  'mutation ($input: SetNotificationPreferencesInput!) { setNotificationPreferences(input: $input) { preferences { kind listed email } } }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const RETRY = 'mutation ($input: RetryPostGroupInput!) { retryPostGroup(input: $input) { postGroup { status } } }';
const REJECT = 'mutation ($input: RejectPostInput!) { rejectPost(input: $input) { postGroup { status } } }';
const DELETE = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';
const DISCONNECT = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { __typename } }';
const DETACH = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
const ASK = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state } } }';

interface Shown {
  id: string;
  kind: string;
  title: string;
  facts: { name: string; value: string }[];
  action: { path: string };
  count: number;
  readAt: string | null;
}

let db: TestDatabase;
let mails: MailServer;
let box: Sandbox;
let service: Service;
let account: TestAccount;
let owner: TestMember;
let microblog: SandboxAccount;
let platformId: string;

beforeAll(async () => {
  [db, mails, box] = await Promise.all([createTestDatabase(), startMailServer(), startSandbox({ port: 0 })]);
  service = await startService({ db, env: mailEnv(mails) });
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([db?.drop(), mails?.close(), box?.close()]);
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true });
  const [{ email = '' } = {}] = await db.query<{ email: string }>('SELECT email FROM people WHERE id = $1', [
    account.personId,
  ]);
  owner = { personId: account.personId, email, browser: await account.session() };
  microblog = box.createAccount('microblog');
  platformId = await account.connect(microblog);
});

afterEach(() => box.clearFaults());

async function run(headers: Headers, query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await graphql(service, headers, query, variables);
  return { data, code: errors?.[0]?.extensions.code };
}
const listOf = async (person: TestMember, unread = false): Promise<Shown[]> =>
  nodesOf((await run(person.browser, LIST, { unread })).data.notifications);
const kindsOf = async (person: TestMember) => (await listOf(person)).map(({ kind }) => kind).sort();
const notified = (person: TestMember, kind: string, count = 1): Promise<Shown> =>
  eventually(async () => (await listOf(person)).find((one) => one.kind === kind && one.count === count));
const prefer = (person: TestMember, ...preferences: object[]) =>
  run(person.browser, PREFER, { input: { preferences } });

/** Posts now, as a program does. */
async function post(platformIds: readonly string[] = [platformId], headers: Headers = { 'x-api-key': account.apiKey }) {
  const input = { post: { content: 'Hello', platformIds }, scheduledTime: new Date().toISOString() };
  return (await run(headers, CREATE, { input })).data.createPost.postGroup.id as string;
}
const retry = (postGroupId: string) =>
  run({ 'x-api-key': account.apiKey }, RETRY, { input: { postGroupId, acknowledgeUnknownOutcome: true } });
const refuse = ({ accountId } = microblog) =>
  box.setFault({ platform: 'microblog', kind: 'auth_expired', times: 0, accountId });

/** A draft of a contributor that waits for an approval. */
async function ask(contributor: TestMember, userId = account.userId): Promise<string> {
  const headers = { ...contributor.browser, 'x-service-user-id': userId };
  const { data } = await run(headers, CREATE, { input: { post: { content: 'Please', platformIds: [platformId] } } });
  const postGroupId = data.createPost.postGroup.id;
  expect((await run(headers, ASK, { input: { postGroupId } })).code).toBeUndefined();
  return postGroupId;
}

describe('what happened', () => {
  test('a post that failed is for those who publish, a refused account for those who manage it', async () => {
    const [admin, editor, contributor, viewer] = await Promise.all([
      addMember(db, account.userId, 'ADMIN'),
      addMember(db, account.userId, 'EDITOR'),
      addMember(db, account.userId, 'CONTRIBUTOR'),
      addMember(db, account.userId, 'VIEWER'),
    ]);
    refuse();
    const id = await post();
    const failed = await notified(owner, 'POST_FAILED');
    expect(failed).toEqual({
      ...{ id: expect.any(String), kind: 'POST_FAILED', accountId: account.userId, accountName: 'Test', count: 1 },
      title: 'A post could not be published',
      paragraphs: ['What has failed stays as it is until you publish it again.'],
      facts: [
        { name: 'Text', value: 'Hello' },
        {
          name: `${microblog.username} on Microblog`,
          value: 'microblog requires the owner of this account to log in again',
        },
      ],
      action: { label: 'Open the post', path: `/posts/${id}?account=${account.userId}` },
      ...{ createdAt: expect.any(String), readAt: null },
    });
    expect(await notified(owner, 'ACCOUNT_REFUSED')).toMatchObject({
      title: `Reconnect ${microblog.username} on Microblog`,
      action: { path: `/accounts?account=${account.userId}` },
    });
    const people = [owner, admin, editor, contributor, viewer];
    expect(await Promise.all(people.map(kindsOf))).toEqual([
      ...[['ACCOUNT_REFUSED', 'POST_FAILED'], ['ACCOUNT_REFUSED', 'POST_FAILED'], ['POST_FAILED']],
      ...[[], []],
    ]);
  });

  test('while it is unread, what fails again is one notification, with all that has failed', async () => {
    const second = box.createAccount('microblog');
    const other = await account.connect(second);
    box.setFault({ platform: 'microblog', kind: 'rejected', times: 0 });
    const id = await post([platformId, other]);
    const both = await eventually(async () => (await listOf(owner)).find(({ facts }) => facts.length === 3));
    expect(both.facts.map(({ name }) => name).sort()).toEqual(
      ['Text', `${microblog.username} on Microblog`, `${second.username} on Microblog`].sort(),
    );
    await run(owner.browser, READ, { input: { ids: [both.id] } });
    await retry(id);
    await eventually(async () => ((await listOf(owner, true)).length > 0 ? true : undefined));
    expect((await listOf(owner)).length).toBeGreaterThan(1);
  });

  test('of a managed user, it is for the members of its workspace, and says whose it is', async () => {
    const clientId = await account.manage();
    const connected = await createConnection(clientId);
    refuse(connected);
    const headers = { 'x-api-key': account.apiKey, 'x-service-user-id': clientId };
    const id = await post([`microblog-${connected.accountId}`], headers);
    expect(await notified(owner, 'POST_FAILED')).toMatchObject({
      accountId: clientId,
      action: { path: `/posts/${id}?account=${clientId}` },
    });
    expect(await notified(owner, 'ACCOUNT_REFUSED')).toMatchObject({
      facts: expect.arrayContaining([{ name: 'Managed user', value: 'Test' }]),
    });
    // Another account sees nothing of either.
    const stranger = await createAccount(db);
    expect((await run(await stranger.session(), LIST)).data.notifications.totalCount).toBe(0);
    // Nor does the workspace, once the user has left it.
    await run(owner.browser, DETACH, { input: { userId: clientId } });
    expect(await db.query('SELECT 1 FROM notifications WHERE user_id = $1', [clientId])).toEqual([]);
  });

  test('a person who leaves sees nothing of the account any more, and gets no e-mail of what waited', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    await addMembership(db, editor.personId, (await createAccount(db)).userId, 'EDITOR');
    refuse();
    await post();
    await notified(editor, 'POST_FAILED');
    await db.query('DELETE FROM memberships WHERE person_id = $1 AND user_id = $2', [editor.personId, account.userId]);
    expect(await db.query('SELECT 1 FROM notifications WHERE person_id = $1', [editor.personId])).toEqual([]);
  });

  test('what an account hides from people without a second factor is hidden here, too', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    await ask(await addMember(db, account.userId, 'CONTRIBUTOR'));
    await notified(editor, 'APPROVAL_REQUESTED');
    await db.query('UPDATE users SET two_factor_required = true WHERE id = $1', [account.userId]);
    expect(await listOf(editor)).toEqual([]);
  });

  test.each([
    ['on hold', 'held_at = now()'],
    ['deactivated', 'deactivated_at = now()'],
    ['to be removed, and its time has come', "removal_at = now() - interval '1 minute'"],
  ])('of an account that is %s, nothing is shown or mailed', async (_, state) => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const { userId } = await createAccount(db);
    await addMembership(db, editor.personId, userId, 'EDITOR');
    await prefer(editor, { kind: 'APPROVAL_REQUESTED', email: 'HOURLY' });
    await ask(await addMember(db, account.userId, 'CONTRIBUTOR'));
    expect(await listOf(editor)).toHaveLength(1);
    await db.query(`UPDATE users SET ${state} WHERE id = $1`, [account.userId]);
    await db.query('UPDATE notifications SET mail_at = now() WHERE person_id = $1', [editor.personId]);
    const elsewhere = { ...editor.browser, 'x-service-user-id': userId };
    expect((await run(elsewhere, LIST)).data.notifications.totalCount).toBe(0);
    await eventually(async () => ((await waiting(editor)) === 0 ? true : undefined));
    expect(await mailsTo(mails, editor.email)).toEqual([]);
    await db.query('UPDATE users SET held_at = NULL, deactivated_at = NULL, removal_at = NULL WHERE id = $1', [
      account.userId,
    ]);
  });

  test('a post that went out after a retry, and an account that was removed, are not listed any more', async () => {
    refuse();
    const id = await post();
    const both = ['ACCOUNT_REFUSED', 'POST_FAILED'];
    await eventually(async () => ((await kindsOf(owner)).length === 2 ? true : undefined));
    expect(await kindsOf(owner)).toEqual(both);
    box.clearFaults();
    await db.query('UPDATE connections SET revoked_at = NULL WHERE platform_id = $1', [platformId]);
    await retry(id);
    await eventually(async () => ((await kindsOf(owner)).length === 1 ? true : undefined));
    expect(await kindsOf(owner)).toEqual(['ACCOUNT_REFUSED']);
    await run(owner.browser, DISCONNECT, { input: { platformId } });
    expect(await kindsOf(owner)).toEqual([]);
  });

  test('who may not do anything about it any more does not see it', async () => {
    const admin = await addMember(db, account.userId, 'ADMIN');
    refuse();
    await post();
    await notified(admin, 'ACCOUNT_REFUSED');
    await notified(admin, 'POST_FAILED');
    await db.query(`UPDATE memberships SET role = 'EDITOR' WHERE person_id = $1`, [admin.personId]);
    expect(await kindsOf(admin)).toEqual(['POST_FAILED']);
  });

  test('a request that was decided or replaced is not listed any more, and neither is anything of a deleted post', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    const id = await ask(contributor);
    await run(contributor.browser, ASK, { input: { postGroupId: id } });
    expect(await listOf(editor)).toHaveLength(1);
    await run(owner.browser, REJECT, { input: { postGroupId: id } });
    expect(await listOf(editor)).toEqual([]);
    expect(await kindsOf(contributor)).toEqual(['APPROVAL_DECIDED']);
    await run(owner.browser, DELETE, { input: { postGroupId: id } });
    expect(await kindsOf(contributor)).toEqual([]);
  });
});

/** Notifications that wait for their e-mail. */
const waiting = async ({ personId }: TestMember): Promise<number> =>
  (await db.query('SELECT 1 FROM notifications WHERE person_id = $1 AND mail_at IS NOT NULL', [personId])).length;

const createConnection = async (userId: string): Promise<SandboxAccount> => {
  const made = box.createAccount('microblog');
  const id = await account.connect(made);
  await db.query('UPDATE connections SET user_id = $1 WHERE platform_id = $2 AND user_id = $3', [
    ...[userId, id, account.userId],
  ]);
  return made;
};

describe('reading', () => {
  test('marks some, or all up to a time, and nothing of other people', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    for (const _ of [1, 2, 3]) await ask(contributor);
    const [newest, middle, oldest] = await listOf(editor);
    if (!newest || !middle || !oldest) throw new Error('There are three');
    const mark = async (person: TestMember, input: object) =>
      (await run(person.browser, READ, { input })).data.markNotificationsRead.unread;
    expect(await mark(owner, { ids: [newest.id] })).toBe(3);
    expect(await mark(editor, { ids: [middle.id, newId()] })).toBe(2);
    expect((await listOf(editor, true)).map(({ id }) => id)).toEqual([newest.id, oldest.id]);
    const { createdAt } = (await listOf(editor))[2] as Shown & { createdAt: string };
    expect(await mark(editor, { until: createdAt })).toBe(1);
    expect(await mark(editor, {})).toBe(0);
    expect((await listOf(editor)).every(({ readAt }) => readAt !== null)).toBe(true);
    expect(await run(editor.browser, READ, { input: { ids: ['x'] } })).toMatchObject({ code: 'ID_INVALID' });
  });

  test('pages continue where they ended', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    for (const _ of [1, 2, 3]) await ask(contributor);
    const page = async (after: string | null) =>
      (
        await run(
          editor.browser,
          'query ($after: String) { notifications(first: 2, after: $after) { edges { cursor node { id } } pageInfo { hasNextPage } } }',
          { after },
        )
      ).data.notifications;
    const first = await page(null);
    const rest = await page(first.edges[1].cursor);
    const ids = [...first.edges, ...rest.edges].map(({ node }) => node.id);
    expect(ids).toEqual((await listOf(editor)).map(({ id }) => id));
    expect([first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([true, false]);
  });

  test('is for people: programs and operators have none', async () => {
    const byKey = { 'x-api-key': account.apiKey };
    const operations: [string, Record<string, unknown>?][] = [
      [LIST],
      ['{ notificationPreferences { kind } }'],
      [READ, { input: {} }],
      [PREFER, { input: { preferences: [] } }],
    ];
    for (const [query, variables] of operations) {
      expect(await run(byKey, query, variables)).toMatchObject({ code: 'SESSION_REQUIRED' });
    }
  });

  test('a subscriber gets the state at once, and after each change, also of another window', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    const client = createClient({
      url: service.wsUrl,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string[]) {
          super(url, protocols, { headers: editor.browser });
        }
      },
      retryAttempts: 0,
    });
    const states: { unread: number; latest: Shown | null }[] = [];
    const stop = client.subscribe<{ notificationActivity: { unread: number; latest: Shown | null } }>(
      { query: 'subscription { notificationActivity { unread latest { id kind title } } }' },
      {
        next: ({ data }) => void (data && states.push(data.notificationActivity)),
        error: () => {},
        complete: () => {},
      },
    );
    const reaches = (unread: number) =>
      eventually(async () => (states.at(-1)?.unread === unread ? states.at(-1) : undefined));
    expect(await reaches(0)).toEqual({ unread: 0, latest: null });
    await ask(contributor);
    expect(await reaches(1)).toMatchObject({ latest: { kind: 'APPROVAL_REQUESTED' } });
    await run(editor.browser, READ, { input: {} });
    await reaches(0);
    stop();
    await client.dispose();
  });
});

describe('e-mails', () => {
  const APPROVAL = 'A post of Test waits for your approval';

  test('one notification is its own e-mail, whose button opens the account', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const id = await ask(await addMember(db, account.userId, 'CONTRIBUTOR'));
    const { text = '' } = await mailAbout(mails, editor.email, APPROVAL);
    expect(text).toContain('Member asks for approval of a post.');
    expect(text).toContain('Text: Please');
    expect(text).toContain(`/posts/${id}?account=${account.userId}`);
  });

  test('a post that went out after a retry is not mailed, also where it is not listed', async () => {
    await prefer(owner, { kind: 'POST_FAILED', listed: false, email: 'HOURLY' });
    await prefer(owner, { kind: 'ACCOUNT_REFUSED', listed: false, email: 'NEVER' });
    box.setFault({ platform: 'microblog', kind: 'rejected', times: 0 });
    const id = await post();
    await eventually(async () => ((await waiting(owner)) === 1 ? true : undefined));
    box.clearFaults();
    await retry(id);
    await eventually(async () => (box.posts({ accountId: microblog.accountId }).length === 1 ? true : undefined));
    await eventually(async () => {
      const [{ status } = {}] = await db.query<{ status: string }>('SELECT status FROM post_groups WHERE id = $1', [
        id,
      ]);
      return status === 'published' ? true : undefined;
    });
    await db.query('UPDATE notifications SET mail_at = now() WHERE person_id = $1', [owner.personId]);
    await eventually(async () => ((await waiting(owner)) === 0 ? true : undefined));
    expect(await mailsTo(mails, owner.email)).toEqual([]);
  });

  test('what was read in the meantime is not mailed; what is gathered is one e-mail', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    await prefer(editor, { kind: 'APPROVAL_REQUESTED', email: 'HOURLY' });
    for (const _ of [1, 2, 3]) await ask(contributor);
    const waiting = await db.query<{ at: Date }>(
      'SELECT mail_at AS at FROM notifications WHERE person_id = $1 AND mail_at IS NOT NULL',
      [editor.personId],
    );
    expect(waiting.map(({ at }) => at.getUTCMinutes() + at.getUTCSeconds())).toEqual([0, 0, 0]);
    expect(await mailsTo(mails, editor.email)).toEqual([]);
    const [newest] = await listOf(editor);
    await run(editor.browser, READ, { input: { ids: [newest?.id] } });
    await db.query('UPDATE notifications SET mail_at = now() WHERE person_id = $1 AND mail_at IS NOT NULL', [
      editor.personId,
    ]);
    await ask(contributor);
    const { text = '' } = await mailAbout(mails, editor.email, `${APPROVAL}, and 1 more`);
    expect(text).toContain('You have 2 new notifications.');
    expect(text).toContain('/notifications');
    expect(await mailsTo(mails, editor.email)).toHaveLength(1);
  });

  test('a kind without e-mail or page is not stored; without the page alone, it is mailed and not listed', async () => {
    const [none, mailed] = [
      await addMember(db, account.userId, 'EDITOR'),
      await addMember(db, account.userId, 'EDITOR'),
    ];
    const { data } = await prefer(
      none,
      { kind: 'APPROVAL_REQUESTED', listed: false },
      { kind: 'APPROVAL_REQUESTED', email: 'NEVER' },
    );
    expect(data.setNotificationPreferences.preferences).toHaveLength(ALL_KINDS.length);
    expect(data.setNotificationPreferences.preferences).toContainEqual({
      ...{ kind: 'APPROVAL_REQUESTED', listed: false, email: 'NEVER' },
    });
    await prefer(mailed, { kind: 'APPROVAL_REQUESTED', listed: false });
    await ask(await addMember(db, account.userId, 'CONTRIBUTOR'));
    await mailAbout(mails, mailed.email, APPROVAL);
    expect([await listOf(mailed), await listOf(none)]).toEqual([[], []]);
    expect(await db.query('SELECT 1 FROM notifications WHERE person_id = $1', [none.personId])).toEqual([]);
  });

  test('of two changes at the same time, neither is lost', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    for (const _ of [1, 2, 3, 4, 5]) {
      await db.query('DELETE FROM notification_preferences WHERE person_id = $1', [editor.personId]);
      const kind = 'WEBHOOK_DISABLED';
      const changes = [{ listed: false }, { email: 'DAILY' }, { push: false }];
      await Promise.all(changes.map((change) => prefer(editor, { kind, ...change })));
      expect(
        await db.query('SELECT listed, email, push FROM notification_preferences WHERE person_id = $1', [
          editor.personId,
        ]),
      ).toEqual([{ listed: false, email: 'DAILY', push: false }]);
    }
  });

  test('their last link ends them: by its button, or by one click of a mail program', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    await ask(contributor);
    const mail = await mailAbout(mails, editor.email, APPROVAL);
    const listed = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const { pathname } = new URL(listed.replace(/^<|>$/g, ''));
    expect(mail.text).toContain(`No more e-mails like this: ${service.url}${pathname}`);
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    );
    const chosen = () =>
      db.query('SELECT kind, listed, email FROM notification_preferences WHERE person_id = $1', [editor.personId]);
    const page = await request(service.url).get(pathname).expect(200);
    expect(page.text).toContain('A post waits for your approval.');
    expect(await chosen()).toEqual([]);
    const done = await request(service.url).post(pathname).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(done.text).toContain('href="/settings/notifications"');
    expect(await chosen()).toEqual([{ kind: 'APPROVAL_REQUESTED', listed: true, email: 'NEVER' }]);
    const wrong = await request(service.url).get(`${pathname}x`).expect(410);
    expect(wrong.text).toContain('This link does not work.');
    await ask(contributor);
    await notified(owner, 'APPROVAL_REQUESTED');
    expect(
      await db.query('SELECT 1 FROM notifications WHERE person_id = $1 AND mail_at IS NOT NULL', [editor.personId]),
    ).toEqual([]);
  });

  test('a person gets at most ten in an hour, and the rest in the next one', async () => {
    const editor = await addMember(db, account.userId, 'EDITOR');
    await db.query(`INSERT INTO throttles VALUES ($1, 10, now() + interval '1 hour')`, [throttle(editor)]);
    await ask(await addMember(db, account.userId, 'CONTRIBUTOR'));
    await mailAbout(mails, owner.email, APPROVAL);
    expect(await mailsTo(mails, editor.email)).toEqual([]);
    await db.query('UPDATE throttles SET resets_at = now() WHERE key = $1', [throttle(editor)]);
    await ask(await addMember(db, account.userId, 'CONTRIBUTOR'));
    await mailAbout(mails, editor.email, `${APPROVAL}, and 1 more`);
    expect(await db.query('SELECT points FROM throttles WHERE key = $1', [throttle(editor)])).toEqual([{ points: 1 }]);
  });

  const throttle = ({ personId }: TestMember) => `notification-mail:${personId}`;

  test('with several workers, each notification is in one e-mail', async () => {
    const workers = await Promise.all([1, 2].map(() => startService({ db, roles: 'worker', env: mailEnv(mails) })));
    const people = await Promise.all(Array.from({ length: 12 }, () => addMember(db, account.userId, 'EDITOR')));
    const contributor = await addMember(db, account.userId, 'CONTRIBUTOR');
    for (const _ of [1, 2, 3]) await ask(contributor);
    const titles = async ({ email }: TestMember) =>
      (await mailsTo(mails, email)).reduce(
        (sum, { subject = '' }) => sum + 1 + Number(/, and (\d+) more/.exec(subject)?.[1] ?? 0),
        0,
      );
    for (const person of people) await eventually(async () => ((await titles(person)) >= 3 ? true : undefined));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await Promise.all(people.map(titles))).toEqual(people.map(() => 3));
  });
});
