import request from 'supertest';
import type { PlanKey } from '../../src/domain/plans/plans.js';
import { newId } from '../../src/foundation/database/id.js';
import { Browser, type Shown } from '../support/browser.js';
import { graphql } from '../support/graphql.js';
import { expectText, LOGINS, LoginWorld, type Person, textOf } from './login-support.js';

let world: LoginWorld;
beforeAll(async () => {
  world = await LoginWorld.open();
});
afterEach(() => world.sandbox.clearFaults());
afterAll(() => world.close());

/** A managed user at a browser that never signed in, with the link that the owner sent. */
interface Guest {
  owner: Person;
  userId: string;
  url: string;
  browser: Browser;
}

async function invite(plan: PlanKey = 'premium'): Promise<Guest> {
  const owner = await world.newPerson({ plan, workspaceAccess: true });
  const users = async (path: string, body: object) =>
    (await request(world.service.url).post(`/workspace/users${path}`).set(owner.headers).send(body)).body;
  const { user } = await users('', { username: `${newId()}@example.com`, displayName: 'Ann' });
  const { url } = await users(`/${user._id}/connection-url`, {});
  return { owner, userId: user._id, url, browser: new Browser() };
}

/** Presses a platform's button on the page of the link. */
async function press(guest: Guest, key: string, page?: Shown): Promise<Shown> {
  const shown = page ?? (await guest.browser.open(guest.url));
  const form = shown.forms.find(({ action }) => action.endsWith(`/${key}/login`));
  return guest.browser.send(shown, form, key === 'fediverse' ? { instance: world.sandbox.baseUrls.fediverse } : {});
}

describe('the page of a link', () => {
  test.each(LOGINS)('%s: its button leads to the platform, and back to the page with the account', async (key) => {
    const guest = await invite();
    const owner = world.sandbox.createAccount(key);
    const done = await world.allow(guest, await press(guest, key), [owner]);
    const [connection, ...others] = await world.connections(guest.userId);
    expect(new URL(done.url).pathname).toBe(new URL(guest.url).pathname);
    expectText(done, 200, new RegExp(`^Hello, Ann .*${connection?.username} is connected Your accounts`));
    expect(others).toEqual([]);
    expect(await world.connections(guest.owner.account.userId)).toEqual([]);
  });

  test('several accounts are chosen among, and all of them are named', async () => {
    const guest = await invite();
    const pages = [1, 2].map(() => world.sandbox.createAccount('socialpage'));
    const choice = await world.allow(guest, await press(guest, 'socialpage'), pages);
    const account = pages.map(({ accountId }) => accountId);
    const done = await guest.browser.send(choice, choice.forms[0], { account });
    expectText(done, 200, /^Hello, Ann .* and .* are connected Your accounts/);
  });

  test('a refusal leads back to the page', async () => {
    const guest = await invite();
    const page = await press(guest, 'network');
    const refused = await guest.browser.send(page, page.forms[0], { decision: 'cancel' });
    expectText(refused, 403, /^Access was denied on network/);
    expect(refused.text).toContain(`<a href="${new URL(guest.url).pathname}">Go back</a>`);
  });

  test('what was typed in and is wrong is said in its form', async () => {
    const guest = await invite();
    const shown = await guest.browser.open(guest.url);
    const form = shown.forms.find(({ action }) => action.endsWith('/fediverse/login'));
    const refused = await guest.browser.send(shown, form, { instance: 'no server at all' });
    expectText(refused, 400, /Instance must be the host name of a server/);
    expect(refused.text).toContain('value="no server at all"');
  });

  test('no room, or a platform outside the plan, concerns the sender of the link: their plan is not disclosed', async () => {
    const guest = await invite('starter');
    const refused = await press(guest, 'microblog');
    expectText(refused, 403, /This platform is not available to you: ask the person who sent you this link/);
    for (const _ of [1, 2, 3]) {
      await world.allow(guest, await press(guest, 'network'), [world.sandbox.createAccount('network')]);
    }
    const full = await world.allow(guest, await press(guest, 'network'), [world.sandbox.createAccount('network')]);
    expectText(full, 403, /^Channel limit reached: ask the person who sent you this link to make room for more/);
    for (const shown of [refused, full]) expect(textOf(shown)).not.toMatch(/starter|\b3\b/i);
  });

  test('a link that is replaced while its login is under way connects nothing', async () => {
    const guest = await invite();
    const page = await press(guest, 'network');
    await request(world.service.url)
      .post(`/workspace/users/${guest.userId}/connection-url`)
      .set(guest.owner.headers)
      .send({ rotate: true });
    const refused = await world.allow(guest, page, [world.sandbox.createAccount('network')]);
    expectText(refused, 404, /^This link is no longer valid/);
    expect(await world.connections(guest.userId)).toEqual([]);
  });

  test('another site’s page cannot start a login there: its visitor’s account would be connected through an attacker’s link', async () => {
    const guest = await invite();
    for (const origin of ['http://evil.test', 'null', undefined]) {
      const sent = request(guest.url).post('/network/login').type('form');
      const answer = await (origin ? sent.set('Origin', origin) : sent).send('');
      expect([answer.status, answer.headers.location]).toEqual([403, undefined]);
      expect(answer.text).toContain('This login was requested by a page of another site');
    }
  });

  test('a browser that sends no Origin is known by its Referer, which no page can make up', async () => {
    const guest = await invite();
    const press = (referer: string) =>
      request(guest.url).post('/network/login').type('form').set('Referer', referer).send('');
    expect((await press('http://evil.test/')).status).toBe(403);
    const { status, headers } = await press(guest.url);
    expect([status, headers.location]).toEqual([303, expect.stringContaining(world.sandbox.baseUrls.network)]);
  });

  test('the login of a link goes on in the browser of the guest alone', async () => {
    const guest = await invite();
    const back = await world.allowed(guest, await press(guest, 'network'), world.sandbox.createAccount('network'));
    const victim = await world.newPerson();
    expectText(await victim.browser.open(back), 403, /^This login was started in another browser/);
    expect(await world.connections(guest.userId)).toEqual([]);
  });
});

describe('the owner of a workspace, for a managed user', () => {
  const CREATE_LOGIN_URL = 'mutation ($input: CreateLoginUrlInput!) { createLoginUrl(input: $input) { url } }';

  test('connects an account by logging in', async () => {
    const { owner, userId } = await invite();
    const headers = { ...owner.headers, 'x-service-user-id': userId };
    const { data } = await graphql(world.service, headers, CREATE_LOGIN_URL, { input: { platform: 'NETWORK' } });
    const page = await owner.browser.open(data.createLoginUrl.url);
    expect((await world.allow(owner, page, [world.sandbox.createAccount('network')])).status).toBe(200);
    expect(await world.connections(userId)).toHaveLength(1);
    expect(await world.connections(owner.account.userId)).toEqual([]);
  });

  test('no one else does, with the address or without', async () => {
    const { userId } = await invite();
    const otherUser = await world.newPerson({ workspaceAccess: true });
    const plain = await world.newPerson();
    for (const person of [otherUser, plain]) {
      const shown = await world.begin(person, 'network', { user: userId });
      expectText(shown, 403, /^This login was started by a different user/);
    }
    expectText(await world.begin(otherUser, 'network', { user: 'nobody' }), 400, /^Invalid x-service-user-id/);
  });
});
