/** Web push: which browser gets which notification, how often, and until when. */
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember, addMembership, type TestMember } from '../support/member.js';
import { type PushBrowser, type PushService, startPushService } from '../support/push-service.js';
import { type Service, startService } from '../support/service.js';

const STATE = '{ pushSubscription { key subscribedAt } }';
const SUBSCRIBE =
  'mutation ($input: SubscribeToPushInput!) { subscribeToPush(input: $input) { pushSubscription { key subscribedAt } } }';
const UNSUBSCRIBE = 'mutation { unsubscribeFromPush { pushSubscription { subscribedAt } } }';
const PREFER =
  'mutation ($input: SetNotificationPreferencesInput!) { setNotificationPreferences(input: $input) { preferences { kind push } } }';
const READ = 'mutation { markNotificationsRead(input: {}) { unread } }';
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const ASK = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state } } }';
const DELETE = 'mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }';

let db: TestDatabase;
let push: PushService;
let api: Service;
let worker: Service | null;
let account: TestAccount;
let contributor: TestMember;
let editor: TestMember;

const startWorker = (env: Record<string, string> = {}) =>
  startService({ db, roles: 'worker', env: { ...push.env, ...env } });

beforeAll(async () => {
  [db, push] = await Promise.all([createTestDatabase(), startPushService()]);
  api = await startService({ db, roles: 'api', env: push.env });
  worker = await startWorker();
});
afterAll(async () => {
  await Promise.all([api?.stop(), worker?.stop()]);
  await Promise.all([db?.drop(), push?.close()]);
});
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
  [contributor, editor] = await Promise.all([
    addMember(db, account.userId, 'CONTRIBUTOR'),
    addMember(db, account.userId, 'EDITOR'),
  ]);
});

async function run(headers: Headers, query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await graphql(api, headers, query, variables);
  return { data, code: errors?.[0]?.extensions.code };
}

const keyOf = async ({ browser }: TestMember): Promise<string> => (await run(browser, STATE)).data.pushSubscription.key;

/** A browser of a person, subscribed. */
async function subscribed(person: TestMember): Promise<PushBrowser> {
  const browser = push.browser();
  const input = { ...browser.subscription, key: await keyOf(person) };
  expect((await run(person.browser, SUBSCRIBE, { input })).code).toBeUndefined();
  return browser;
}

/** A draft for whose approval the contributor asks: a notification of editors. */
async function ask(content = 'Please'): Promise<string> {
  const post = { content, platformIds: ['fediverse-1'] };
  const { data } = await run(contributor.browser, CREATE, { input: { post } });
  const postGroupId = data.createPost.postGroup.id;
  expect((await run(contributor.browser, ASK, { input: { postGroupId } })).code).toBeUndefined();
  return postGroupId;
}

const received = ({ pushed }: PushBrowser, count = 1) =>
  eventually(async () => (pushed.length >= count ? pushed : undefined));
const settled = () =>
  eventually(async () => ((await db.query('SELECT 1 FROM push_deliveries')).length === 0 ? true : undefined));

/** A browser of somebody else who is notified of the same: once it has its message, others would have theirs. */
async function witness(): Promise<PushBrowser> {
  return subscribed(await addMember(db, account.userId, 'EDITOR'));
}

describe('a message', () => {
  test('is encrypted for the browser, signed by the service, and opens the page in its account', async () => {
    const key = await keyOf(editor);
    const browser = await subscribed(editor);
    const id = await ask('Fresh bread from six');
    const [{ message, headers, size, sender, key: signedBy } = fail()] = await received(browser);
    expect(message).toEqual({
      title: 'A post of Test waits for your approval',
      body: expect.stringMatching(/^Member asks for approval of a post\. · Fresh bread from six( · .*)?\nTest$/),
      path: `/posts/${id}?account=${account.userId}`,
      tag: expect.stringMatching(/^[0-9a-f]{24}$/),
      time: expect.any(Number),
      id: message.tag,
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
      topic: message.tag,
    });
    expect(size).toBeLessThanOrEqual(4096);
    expect(signedBy).toBe(key);
    expect(sender).toMatchObject({
      aud: new URL(browser.subscription.endpoint).origin,
      sub: 'mailto:no-reply@localhost',
    });
    expect(sender.exp * 1000).toBeGreaterThan(Date.now());
    expect(sender.exp * 1000).toBeLessThan(Date.now() + 86_400_000);
  });

  test('goes to each browser of the person once, and to no other', async () => {
    const [first, second, other] = [await subscribed(editor), push.browser(), await subscribed(contributor)];
    const again = await secondSession(editor);
    await run(again, SUBSCRIBE, { input: { ...second.subscription, key: await keyOf(editor) } });
    await ask();
    await Promise.all([received(first), received(second)]);
    await settled();
    expect([first, second, other].map(({ pushed }) => pushed.length)).toEqual([1, 1, 0]);
  });

  test('more than three that are due are one message', async () => {
    const browser = await subscribed(editor);
    browser.respond = (response) => response.writeHead(500).end();
    for (const text of ['one', 'two', 'three', 'four']) await ask(text);
    await received(browser);
    browser.respond = (response) => response.writeHead(201).end();
    const all = await eventually(async () => {
      const last = browser.pushed.at(-1)?.message;
      return last?.tag === 'several' ? last : undefined;
    });
    expect(all).toMatchObject({ title: '4 new notifications', path: '/notifications', id: null });
    await settled();
  });

  test('a browser gets at most thirty in an hour, and the rest in the next one', async () => {
    const browser = await subscribed(editor);
    const seen = await witness();
    const [{ session_id: sessionId = '' } = {}] = await db.query<{ session_id: string }>(
      'SELECT session_id FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id WHERE s.person_id = $1',
      [editor.personId],
    );
    const throttle = `notification-push:${sessionId}`;
    await db.query(`INSERT INTO throttles VALUES ($1, 30, now() + interval '1 hour')`, [throttle]);
    await ask();
    await received(seen);
    expect(browser.pushed).toEqual([]);
    await db.query('UPDATE throttles SET resets_at = now() WHERE key = $1', [throttle]);
    await received(browser);
  });
});

/** Another browser in which a person is signed in. */
async function secondSession({ personId }: TestMember): Promise<Headers> {
  const { personId: temporary, browser } = await addMember(db, account.userId, 'VIEWER');
  await db.query('UPDATE sessions SET person_id = $2 WHERE person_id = $1', [temporary, personId]);
  return browser;
}

function fail(): never {
  throw new Error('Nothing was received');
}

describe('nothing is sent', () => {
  test('that was read in the dashboard before', async () => {
    const browser = await subscribed(editor);
    await whileStopped(async () => {
      await ask();
      await run(editor.browser, READ);
      expect(await db.query('SELECT 1 FROM push_deliveries')).toEqual([]);
    });
    await ask('Another one');
    await received(browser);
    expect(browser.pushed[0]?.message.body).toContain('Another one');
  });

  test('of a kind without push in the preferences of the person', async () => {
    const browser = await subscribed(editor);
    const seen = await witness();
    const input = { preferences: [{ kind: 'APPROVAL_REQUESTED', push: false }] };
    const { data } = await run(editor.browser, PREFER, { input });
    expect(data.setNotificationPreferences.preferences).toContainEqual({ kind: 'APPROVAL_REQUESTED', push: false });
    await ask();
    await received(seen);
    await settled();
    expect(browser.pushed).toEqual([]);
  });

  test('when what waited was withdrawn: the post is deleted, or the person is not a member any more', async () => {
    const other = await createAccount(db);
    await addMembership(db, editor.personId, other.userId, 'EDITOR');
    const browser = await subscribed(editor);
    const seen = await witness();
    await whileStopped(async () => {
      await run({ 'x-api-key': account.apiKey }, DELETE, { input: { postGroupId: await ask('deleted') } });
      await ask('kept');
      await db.query('DELETE FROM memberships WHERE person_id = $1 AND user_id = $2', [
        editor.personId,
        account.userId,
      ]);
    });
    await received(seen);
    await settled();
    expect(browser.pushed).toEqual([]);
    expect(seen.pushed.map(({ message }) => message.body)).toEqual([expect.stringContaining('kept')]);
  });

  test.each([
    ['the person signed out there', 'DELETE FROM sessions WHERE person_id = $1'],
    ['the session has expired', "UPDATE sessions SET expires_at = now() - interval '1 second' WHERE person_id = $1"],
    [
      'the session was not used for long',
      "UPDATE sessions SET last_used_at = now() - interval '15 days' WHERE person_id = $1",
    ],
  ])('to a browser after %s', async (_, change) => {
    const browser = await subscribed(editor);
    const seen = await witness();
    // The service stores that the session was used a few seconds after it.
    await eventually(async () => {
      const used = 'SELECT 1 FROM sessions WHERE person_id = $1 AND last_used_at > created_at';
      return (await db.query(used, [editor.personId]))[0];
    });
    await db.query(change, [editor.personId]);
    await ask();
    await received(seen);
    expect(browser.pushed).toEqual([]);
    await db.query('DELETE FROM sessions WHERE person_id = $1', [editor.personId]);
    await settled();
  });

  test('that is older than a day', async () => {
    const browser = await subscribed(editor);
    await whileStopped(async () => {
      await ask();
      await db.query("UPDATE notifications SET created_at = now() - interval '25 hours' WHERE person_id = $1", [
        editor.personId,
      ]);
    });
    await settled();
    expect(browser.pushed).toEqual([]);
  });
});

/** Runs something while no worker does. */
async function whileStopped(work: () => Promise<void>): Promise<void> {
  await worker?.stop();
  await work();
  worker = await startWorker();
}

describe('the push service', () => {
  test('responds with 410: the subscription ends', async () => {
    const browser = await subscribed(editor);
    browser.respond = (response) => response.writeHead(410).end();
    await ask();
    await received(browser);
    await eventually(async () =>
      (await run(editor.browser, STATE)).data.pushSubscription.subscribedAt === null ? true : undefined,
    );
    await settled();
    expect(browser.pushed).toHaveLength(1);
  });

  test.each([500, 429, 403])('responds with %d: the same message is sent again, until it is taken', async (status) => {
    const browser = await subscribed(editor);
    browser.respond = (response) => {
      browser.respond = (next) => next.writeHead(201).end();
      response.writeHead(status).end();
    };
    await ask();
    const [first, second] = await received(browser, 2);
    expect(second?.message).toEqual(first?.message);
    expect(second?.headers.topic).toBe(first?.headers.topic);
    await settled();
    expect(browser.pushed).toHaveLength(2);
  });

  test('does not respond for one browser: others get their messages meanwhile', async () => {
    const stuck = await subscribed(editor);
    stuck.respond = () => undefined;
    await ask('first');
    await received(stuck);
    const seen = await witness();
    await ask('second');
    await received(seen);
    expect(stuck.pushed).toHaveLength(1);
    await db.query('DELETE FROM sessions WHERE person_id = $1', [editor.personId]);
  });
});

describe('with crashes and several workers', () => {
  test('each notification is sent once', async () => {
    const others = await Promise.all([startWorker(), startWorker()]);
    const people = await Promise.all(Array.from({ length: 8 }, () => addMember(db, account.userId, 'EDITOR')));
    const browsers = await Promise.all(people.map(subscribed));
    for (const text of ['one', 'two', 'three']) {
      await ask(text);
      await Promise.all(browsers.map((browser) => received(browser)));
    }
    await settled();
    await Promise.all(others.map((other) => other.stop()));
    const counts = browsers.map(({ pushed }) => new Set(pushed.map(({ message }) => message.tag)).size);
    expect(counts).toEqual(browsers.map(({ pushed }) => pushed.length));
    expect(counts).toEqual(browsers.map(() => 3));
  });

  test('a worker that was killed before it had sent: it is sent once', async () => {
    const browser = await subscribed(editor);
    await worker?.kill();
    await ask();
    worker = await startWorker();
    await received(browser);
    await settled();
    expect(browser.pushed).toHaveLength(1);
  });

  test('a worker that was killed while it sent: nothing more goes out until its lease ends, then the same message', async () => {
    const browser = await subscribed(editor);
    let isHeld = true;
    browser.respond = (response) => {
      if (!isHeld) response.writeHead(201).end();
    };
    await ask();
    await received(browser);
    await worker?.kill();
    isHeld = false;
    worker = await startWorker();
    const seen = await witness();
    await ask('Another one');
    await received(seen);
    expect(browser.pushed).toHaveLength(1);
    await db.query("UPDATE push_subscriptions SET try_at = now() WHERE try_at > now() + interval '10 seconds'");
    const [first, again] = await received(browser, 2);
    expect(again?.message).toEqual(first?.message);
    await settled();
    expect(browser.pushed.filter(({ message }) => message.tag === first?.message.tag)).toHaveLength(2);
  });
});

describe('a subscription', () => {
  test('is of one session, and both mutations can be repeated', async () => {
    const browser = push.browser();
    const key = await keyOf(editor);
    const input = { ...browser.subscription, key };
    for (const _ of [1, 2]) {
      const { data } = await run(editor.browser, SUBSCRIBE, { input });
      expect(data.subscribeToPush.pushSubscription).toEqual({ key, subscribedAt: expect.any(String) });
    }
    const rows = () =>
      db.query<{ person: string }>(
        'SELECT s.person_id AS person FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id WHERE s.person_id = ANY($1)',
        [[editor.personId, contributor.personId]],
      );
    expect(await rows()).toEqual([{ person: editor.personId }]);
    // Somebody else signs in there.
    await run(contributor.browser, SUBSCRIBE, { input });
    expect(await rows()).toEqual([{ person: contributor.personId }]);
    for (const _ of [1, 2]) {
      const { data } = await run(contributor.browser, UNSUBSCRIBE);
      expect(data.unsubscribeFromPush.pushSubscription).toEqual({ subscribedAt: null });
    }
    expect(await rows()).toEqual([]);
  });

  test('ends with the sign-out', async () => {
    await subscribed(editor);
    const before = await db.query('SELECT 1 FROM push_subscriptions');
    expect((await run(editor.browser, 'mutation { signOut { ended } }')).data.signOut).toEqual({ ended: true });
    expect(await db.query('SELECT 1 FROM push_subscriptions')).toHaveLength(before.length - 1);
  });

  test('stores and logs neither address nor keys in the open', async () => {
    const { subscription } = await subscribed(editor);
    const rows = JSON.stringify(await db.query('SELECT * FROM push_subscriptions'));
    const output = [api, worker].flatMap((one) => one?.output ?? []).join('\n');
    for (const secret of Object.values(subscription)) {
      expect(rows).not.toContain(secret);
      expect(output).not.toContain(secret);
    }
  });

  test.each<[string, object]>([
    ['an address that is not https', { endpoint: 'http://push.example/1' }],
    ['an address with a password', { endpoint: 'https://a:b@push.example/1' }],
    ['a long address', { endpoint: `https://push.example/${'x'.repeat(2048)}` }],
    ['no address', { endpoint: 'x' }],
    ['a short key', { p256dh: 'AAAA' }],
    ['a key that is no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a short secret', { auth: 'AAAA' }],
    ['a long secret', { auth: 'A'.repeat(10_000) }],
    ['a key of another service', { key: 'BAAA' }],
  ])('is refused with %s', async (_, wrong) => {
    const input = { ...push.browser().subscription, key: await keyOf(editor), ...wrong };
    expect(await run(editor.browser, SUBSCRIBE, { input })).toMatchObject({ code: 'PUSH_SUBSCRIPTION_INVALID' });
  });

  test('is for people: programs have none', async () => {
    const headers = { 'x-api-key': account.apiKey };
    const input = { ...push.browser().subscription, key: await keyOf(editor) };
    const operations: [string, object?][] = [[STATE], [SUBSCRIBE, { input }], [UNSUBSCRIBE]];
    for (const [query, variables] of operations) {
      expect(await run(headers, query, { ...variables })).toMatchObject({ code: 'SESSION_REQUIRED' });
    }
  });
});

test('without the setting, no message goes to a private address', async () => {
  const browser = await subscribed(editor);
  await worker?.stop();
  await ask();
  const guarded = await startWorker({ PRIVATE_ADDRESSES: 'none' });
  await eventually(async () =>
    (await db.query('SELECT 1 FROM push_subscriptions WHERE failures > 0')).length > 0 ? true : undefined,
  );
  expect(browser.pushed).toEqual([]);
  await guarded.stop();
  worker = await startWorker();
  await received(browser);
});

test('what is for push alone is not listed, and stored once', async () => {
  const browser = await subscribed(editor);
  const only = { kind: 'APPROVAL_REQUESTED', listed: false, email: 'NEVER', push: true };
  await run(editor.browser, PREFER, { input: { preferences: [only] } });
  await ask();
  await received(browser);
  await settled();
  const rows = await db.query('SELECT listed, read_at FROM notifications WHERE person_id = $1', [editor.personId]);
  expect(rows).toEqual([{ listed: false, read_at: expect.any(Date) }]);
});
