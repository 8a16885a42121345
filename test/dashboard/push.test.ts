/** Push messages in a browser: the switch in the settings, and what the service worker shows. */
import type { Page, Worker } from 'playwright-core';
import { createAccount, type TestAccount } from '../support/account.js';
import { expectAccessible, useBrowser, type Visitor } from '../support/chromium.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { addMember, type TestMember } from '../support/member.js';
import { type PushBrowser, startPushService } from '../support/push-service.js';
import { useService } from '../support/service.js';

const push = await startPushService();
const { db, service } = await useService({ roles: 'api,worker', env: push.env });
afterAll(() => push.close());
let visitor: Visitor | undefined;
// Its scripts and its service worker are not for other tests.
afterEach(() => visitor?.context.close());
const browser = useBrowser(service);

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const ASK = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { state } } }';

let account: TestAccount;
let editor: TestMember;
let contributor: TestMember;
let receiver: PushBrowser;
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  [editor, contributor] = await Promise.all([
    addMember(db, account.userId, 'EDITOR'),
    addMember(db, account.userId, 'CONTRIBUTOR'),
  ]);
  receiver = push.browser();
});

const choice = (page: Page) => page.getByRole('switch', { name: 'Notify this browser' });

/**
 * Opens the settings in a browser whose push service is that of the test: the real one needs the internet. A browser without
 * a screen refuses notifications, so the test answers for the person.
 */
async function openSettings({ answer }: { answer: 'granted' | 'denied' }): Promise<Visitor> {
  visitor = await browser.open();
  const { page, context } = visitor;
  await signIn(visitor, editor);
  await context.addInitScript(
    ({ subscription: { endpoint, p256dh, auth }, answer: answered }) => {
      const [KEY, PERMISSION] = ['test-key', 'test-permission'];
      const bytes = (key: string) =>
        Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
      const made = (key: string) => ({
        options: { applicationServerKey: bytes(key).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => localStorage.removeItem(KEY),
      });
      Object.assign(PushManager.prototype, {
        async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
          localStorage.setItem(KEY, applicationServerKey);
          return made(applicationServerKey);
        },
        async getSubscription() {
          const key = localStorage.getItem(KEY);
          return key && made(key);
        },
      });
      Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(PERMISSION) ?? 'default' });
      Notification.requestPermission = async () => {
        localStorage.setItem(PERMISSION, answered);
        return answered;
      };
    },
    { subscription: receiver.subscription, answer },
  );
  await page.goto('/settings/notifications');
  await choice(page).and(page.locator(':enabled')).waitFor();
  return visitor;
}

async function signIn({ context }: Visitor, { browser: { cookie } }: TestMember): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Switches it on. */
async function subscribe(page: Page): Promise<void> {
  await choice(page).click({ force: true });
  await page.getByText('This browser is notified', { exact: true }).waitFor();
  await choice(page).and(page.locator(':checked')).waitFor();
}

/** A draft for whose approval the contributor asks. */
async function ask(content: string): Promise<string> {
  const run = async (query: string, input: object) =>
    (await graphql(service, contributor.browser, query, { input })).data;
  const { createPost } = await run(CREATE, { post: { content, platformIds: ['fediverse-1'] } });
  const postGroupId = createPost.postGroup.id;
  await run(ASK, { postGroupId });
  return postGroupId;
}

const subscriptions = async ({ personId }: TestMember) =>
  (
    await db.query('SELECT 1 FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id WHERE s.person_id = $1', [
      personId,
    ])
  ).length;

const messages = (count: number) =>
  eventually(async () => (receiver.pushed.length >= count ? receiver.pushed.map(({ message }) => message) : undefined));

test('the switch subscribes this browser, which gets messages until it is off', async () => {
  const { page } = await openSettings({ answer: 'granted' });
  await page.getByText(/^Shows the kinds/).waitFor();
  await expectAccessible(page);
  await subscribe(page);
  expect(await subscriptions(editor)).toBe(1);
  await ask('Fresh bread');
  expect(await messages(1)).toEqual([expect.objectContaining({ title: 'A post of Test waits for your approval' })]);

  await page.reload();
  await choice(page).and(page.locator(':checked')).waitFor();
  await choice(page).click({ force: true });
  await page.getByText('This browser is not notified any more').waitFor();
  await choice(page).and(page.locator(':not(:checked)')).waitFor();
  expect(await subscriptions(editor)).toBe(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
});

test('a browser that refuses stays off and says what to do', async () => {
  const { page } = await openSettings({ answer: 'denied' });
  await choice(page).click({ force: true });
  await page.getByText('This browser blocks notifications of this site.').waitFor();
  expect([await choice(page).isChecked(), await choice(page).isDisabled()]).toEqual([false, true]);
  expect(await subscriptions(editor)).toBe(0);
});

test('after the sign-out nothing is sent; when the same person signs in again, it goes on', async () => {
  const opened = await openSettings({ answer: 'granted' });
  const { page } = opened;
  await subscribe(page);
  expect((await graphql(service, editor.browser, 'mutation { signOut { ended } }')).data.signOut.ended).toBe(true);
  expect(await subscriptions(editor)).toBe(0);

  // Somebody else does not get what they never asked for.
  await signIn(opened, contributor);
  await page.goto('/posts');
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await subscriptions(contributor)).toBe(0);

  const again = await addMember(db, account.userId, 'VIEWER');
  await db.query('UPDATE sessions SET person_id = $2 WHERE person_id = $1', [again.personId, editor.personId]);
  await signIn(opened, again);
  await page.goto('/posts');
  await eventually(async () => ((await subscriptions(editor)) === 1 ? true : undefined));
  expect(await subscriptions(contributor)).toBe(0);
  // The page noticed that its session had ended.
  opened.problems.splice(0);
});

test('the service worker shows a message, a repeated one silently, and its click opens the page and marks it as read', async () => {
  const { page, context } = await openSettings({ answer: 'granted' });
  await subscribe(page);
  const id = await ask('Fresh bread');
  const [message] = await messages(1);
  const deliver = await delivery(page);
  const [worker] = context.serviceWorkers();
  if (!worker || !message) throw new Error('The page has registered one');
  await replaceScreen(worker);
  await deliver(message);
  const [first] = await shown(worker, 1);
  const { title, body, path, tag, time } = message;
  expect(first).toEqual({
    title,
    body,
    tag,
    timestamp: time,
    data: { path, id: tag, time },
    icon: '/brand/icon-192.png',
    renotify: true,
  });
  await deliver(message);
  await deliver({ ...message, time: time + 1 });
  expect((await shown(worker, 3)).map(({ renotify }) => renotify)).toEqual([true, false, true]);

  await worker.evaluate(() => {
    const { data } = screen().shown.at(-1) ?? {};
    dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification: { data, close() {} } }));
  });
  const opened = () => worker.evaluate(() => screen().opened);
  expect(await eventually(async () => ((await opened()).length > 0 ? await opened() : undefined))).toEqual([
    `${service.url}/posts/${id}?account=${account.userId}`,
  ]);
  await eventually(async () => {
    const rows = await db.query<{ read: boolean }>(
      'SELECT read_at IS NOT NULL AS read FROM notifications WHERE id = $1',
      [tag],
    );
    return rows[0]?.read || undefined;
  });
});

/** What a service worker has shown and opened. */
interface Screen {
  shown: { title: string; renotify: boolean; data: unknown }[];
  opened: string[];
}
declare const screen: () => Screen;
declare const ExtendableEvent: typeof Event;

/** Has the worker note what it shows and opens: a browser without a screen refuses both. */
const replaceScreen = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const noted: Screen = { shown: [], opened: [] };
    const { registration, clients } = globalThis as unknown as { registration: object; clients: object };
    Object.assign(globalThis, { screen: () => noted });
    Object.assign(registration, {
      showNotification: async (title: string, options: Omit<Screen['shown'][number], 'title'>) =>
        void noted.shown.push({ title, ...options }),
      getNotifications: async () => noted.shown.slice(-1),
    });
    Object.assign(clients, { openWindow: async (address: URL) => void noted.opened.push(String(address)) });
  });

const shown = (worker: Worker, count: number): Promise<Screen['shown']> =>
  eventually(async () => {
    const all = await worker.evaluate(() => screen().shown);
    return all.length >= count ? all : undefined;
  });

/** Hands messages to the service worker, as the browser does. */
async function delivery(page: Page): Promise<(message: unknown) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (message) => {
    const data = JSON.stringify(message);
    await session.send('ServiceWorker.deliverPushMessage', { origin: service.url, registrationId, data });
  };
}
