import request from 'supertest';
import { Browser, type Shown } from '../support/browser.js';
import { startService } from '../support/service.js';
import { expectText, LoginWorld, type Person, textOf } from './login-support.js';

let world: LoginWorld;
beforeAll(async () => {
  world = await LoginWorld.open({ CORS_ORIGINS: 'http://dashboard.test' });
});
afterEach(() => world.sandbox.clearFaults());
afterAll(() => world.close());

const ELSEWHERE =
  /^This login was started in another browser, or its cookie is missing\. .* otherwise someone could trick you into connecting your account to theirs/;
const OF_ANOTHER = /^This login was started by a different user than the one signed in now/;
const UNKNOWN = /^Unknown login. Start again.$/;
const USED = /^This login link has already been used. Start again./;

/** A login to the point at which the platform has sent the redirect; the browser has not followed yet. */
async function returned(person: Person, key: 'network' | 'microblog' = 'network'): Promise<string> {
  const page = await world.begin(person, key);
  return world.allowed(person, page, world.sandbox.createAccount(key));
}
const connected = async ({ account }: Person) => (await world.connections(account.userId)).length;

describe('the state', () => {
  test('can be used once: the address opened again connects nothing more', async () => {
    const person = await world.newPerson();
    const back = await returned(person);
    expect((await person.browser.open(back)).status).toBe(200);
    expectText(await person.browser.open(back), 410, USED);
    expect(await connected(person)).toBe(1);
  });

  test('can be used once also when the address is opened twice at the same time', async () => {
    const person = await world.newPerson();
    const back = await returned(person);
    const shown = await Promise.all([back, back, back].map((url) => person.browser.open(url)));
    expect(shown.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect(await connected(person)).toBe(1);
  });

  test.each([
    ['made up', (url: URL) => url.searchParams.set('state', 'made-up')],
    ['missing', (url: URL) => url.searchParams.delete('state')],
    ['given twice', (url: URL) => url.searchParams.append('state', 'another')],
    [
      'of a login at another platform',
      (url: URL) => {
        url.pathname = '/auth/microblog/callback';
      },
    ],
  ])('%s: no login is known by it, and the real one is still good', async (_what, change) => {
    const person = await world.newPerson();
    const back = new URL(await returned(person));
    const changed = new URL(back);
    change(changed);
    expectText(await person.browser.open(changed.href), 404, UNKNOWN);
    expect((await person.browser.open(back.href)).status).toBe(200);
  });

  test('is good for ten minutes', async () => {
    const person = await world.newPerson();
    const back = await returned(person);
    const [{ left }] = (await world.db.query<{ left: number }>(
      'SELECT extract(epoch FROM expires_at - now())::float AS left FROM login_attempts WHERE user_id = $1',
      [person.account.userId],
    )) as [{ left: number }];
    expect(left).toBeGreaterThan(570);
    expect(left).toBeLessThanOrEqual(600);
    await world.db.query("UPDATE login_attempts SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
      person.account.userId,
    ]);
    expectText(
      await person.browser.open(back),
      410,
      /^This login has expired: it took longer than ten minutes. Start again.$/,
    );
    expect(await connected(person)).toBe(0);
  });

  test('is used up by a refusal, too', async () => {
    const person = await world.newPerson();
    const page = await world.begin(person, 'network');
    const form = new URLSearchParams({ decision: 'cancel' });
    const answer = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' });
    const back = answer.headers.get('location') ?? '';
    expect((await person.browser.open(back)).status).toBe(403);
    expectText(await person.browser.open(back), 410, USED);
  });
});

describe('a login continues only in the browser that started it', () => {
  /** The response to somebody who typed an address in. */
  const opened = (url: string, headers: Record<string, string>) =>
    fetch(url, { headers: { ...headers, 'sec-fetch-site': 'none' }, redirect: 'manual' });

  test('the browser of any other user is refused, with the reason', async () => {
    const attacker = await world.newPerson();
    const back = await returned(attacker);
    const victim = await world.newPerson();
    await world.begin(victim, 'network');
    for (const browser of [new Browser(), new Browser(attacker.headers), victim.browser]) {
      expectText(await browser.open(back), 403, ELSEWHERE);
    }
    expect([await connected(attacker), await connected(victim)]).toEqual([0, 0]);
    expect((await attacker.browser.open(back)).status).toBe(200);
  });

  test('the same browser, with somebody else signed in meanwhile', async () => {
    const person = await world.newPerson();
    const back = await returned(person);
    const other = await world.newPerson();
    person.browser.receive(other.headers.cookie);
    expectText(await person.browser.open(back), 403, OF_ANOTHER);
    expect([await connected(person), await connected(other)]).toEqual([0, 0]);
  });

  test('signed out meanwhile: signing in again is enough', async () => {
    const person = await world.newPerson();
    const back = await returned(person);
    await world.db.query(
      'DELETE FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1)',
      [person.account.userId],
    );
    expectText(await person.browser.open(back), 401, /^Sign in first/);
    person.browser.receive((await person.account.session()).cookie);
    expect((await person.browser.open(back)).status).toBe(200);
  });

  test('several logins side by side do not disturb each other', async () => {
    const person = await world.newPerson();
    const [first, second] = [await returned(person), await returned(person, 'microblog')];
    expect([(await person.browser.open(second)).status, (await person.browser.open(first)).status]).toEqual([200, 200]);
    expect(await connected(person)).toBe(2);
  });

  test('the cookie that says so is out of reach of scripts and of other sites, and over with the login', async () => {
    const { headers } = await world.newPerson();
    const answer = await opened(`${world.service.url}/auth/network/start`, headers);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^service_login=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  test('behind TLS the cookie stays there', async () => {
    const service = await startService({ db: world.db, roles: 'api', env: secureNetwork() });
    const { headers } = await world.newPerson();
    const answer = await opened(`${service.url}/auth/network/start`, headers);
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure/);
    const redirect = new URL(answer.headers.get('location') ?? '').searchParams.get('redirect_uri');
    expect(redirect).toBe('https://social.test/back/network');
    await service.stop();
  });

  const secureNetwork = () => ({
    PUBLIC_URL: 'https://social.test',
    NETWORK_CLIENT_ID: 'app',
    NETWORK_CLIENT_SECRET: 'secret',
    NETWORK_REDIRECT_URI: 'https://social.test/back/network',
  });
});

describe('a page of another site that leads to a login', () => {
  const start = (person: Person, headers: Record<string, string>) =>
    request(`${world.service.url}/auth/fediverse/start`)
      .get('')
      .query({ instance: world.sandbox.baseUrls.fediverse })
      .set({ ...person.headers, ...headers });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', referer: 'http://evil.test/' },
    { 'sec-fetch-site': 'cross-site', referer: 'http://dashboard.test.evil.test/' },
    {},
    { referer: 'http://evil.test/' },
    { referer: 'no address' },
  ])('%j: starts none without a source: the user is asked', async (headers) => {
    const person = await world.newPerson();
    const { status, text, headers: answered } = await start(person, headers);
    expect([status, answered['set-cookie']]).toEqual([200, undefined]);
    expect(text).toContain('Log in at Fediverse');
    expect(text).not.toContain(world.sandbox.baseUrls.fediverse);
    expect(await attempts(person)).toEqual([]);
  });

  test('a button is enough where nothing is to be typed in', async () => {
    const person = await world.newPerson();
    const url = `${world.service.url}/auth/network/start`;
    const { text } = await request(url)
      .get('')
      .set({ ...person.headers, 'sec-fetch-site': 'cross-site' });
    expect(textOf({ text } as Shown)).toBe('Connect Network Log in at Network');
    expect(await attempts(person)).toEqual([]);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site', referer: 'http://dashboard.test/' },
    { referer: 'http://dashboard.test/accounts' },
  ])('%j: it is our own, the person’s, or one that the operator names', async (headers) => {
    const person = await world.newPerson();
    const { status, headers: answered } = await start(person, headers);
    expect([status, answered.location]).toEqual([303, expect.stringContaining(world.sandbox.baseUrls.fediverse)]);
    expect(await attempts(person)).toHaveLength(1);
  });

  test('a browser that does not say where a request comes from: the page that asks the user starts it', async () => {
    const { account, headers } = await world.newPerson();
    const person = { account, headers, browser: new Browser({ ...headers, fetchMetadata: false }) };
    const started = await world.begin(person, 'network');
    expect(textOf(started)).toBe('Connect Network Log in at Network');
    const page = await person.browser.send(started, started.forms[0]);
    expect((await world.allow(person, page, [world.sandbox.createAccount('network')])).status).toBe(200);
    expect(await connected(person)).toBe(1);
  });

  const attempts = ({ account }: Person) =>
    world.db.query('SELECT 1 FROM login_attempts WHERE user_id = $1', [account.userId]);
});

describe('what stops a login is said in words', () => {
  const begin = (person: Person, key: string) => person.browser.open(`${world.service.url}/auth/${key}/start`);

  test('there is no session', async () => {
    expectText(await begin({ browser: new Browser() } as Person, 'network'), 401, /^Sign in first/);
  });

  test('a platform that the operator has not set up', async () => {
    const service = await startService({ db: world.db, roles: 'api' });
    const person = await world.newPerson();
    const shown = await person.browser.open(`${service.url}/auth/network/start`);
    const message = /^network is not configured: the operator of this service must register an app there first$/;
    expectText(shown, 400, message);
    await service.stop();
  });

  test('an app that the platform does not know', async () => {
    const env = {
      NETWORK_BASE_URL: world.sandbox.baseUrls.network,
      NETWORK_CLIENT_ID: world.sandbox.clients.network.id,
    };
    const service = await startService({ db: world.db, roles: 'api', env: { ...env, NETWORK_CLIENT_SECRET: 'wrong' } });
    const person = await world.newPerson();
    const page = await person.browser.open(`${service.url}/auth/network/start`);
    const shown = await world.allow(person, page, [world.sandbox.createAccount('network')]);
    expectText(
      shown,
      400,
      /^The account could not be connected: network rejected the configuration that the operator of this service/,
    );
    expect(textOf(shown)).not.toContain('wrong');
    await service.stop();
  });

  test('a plan that does not include the platform, before anybody goes there', async () => {
    const person = await world.newPerson({ plan: 'starter' });
    const before = world.sandbox.requests().length;
    expectText(await begin(person, 'microblog'), 403, /^Your Starter plan does not include microblog/);
    expect(world.sandbox.requests()).toHaveLength(before);
  });

  test('no room for another connection; one that is there is renewed all the same', async () => {
    const person = await world.newPerson({ plan: 'starter' });
    const owners = [1, 2, 3].map(() => world.sandbox.createAccount('network'));
    for (const owner of owners) expect((await world.login(person, 'network', owner)).status).toBe(200);
    const refused = await world.login(person, 'network', world.sandbox.createAccount('network'));
    expectText(refused, 403, /^Channel limit reached/);
    for (const owner of owners) expect((await world.login(person, 'network', owner)).status).toBe(200);
    expect(await connected(person)).toBe(3);
  });

  test.each([
    [{ error: 'server_error', error_description: 'Try <b>later</b>' }, /^network ended the login: Try <b>later<\/b>/],
    [{ error: 'temporarily_unavailable' }, /^network ended the login: temporarily_unavailable/],
    [{}, /^network ended the login: it returned no authorization code/],
  ])('the platform sends the browser back with %j', async (params, message) => {
    const person = await world.newPerson();
    const { searchParams } = new URL(await returned(person));
    const query = new URLSearchParams({ ...params, state: searchParams.get('state') ?? '' });
    const shown: Shown = await person.browser.open(`${world.service.url}/auth/network/callback?${query}`);
    expect(shown.text).not.toContain('<b>');
    expectText(shown, 400, message);
    expect(await connected(person)).toBe(0);
  });

  test('what is below the same path for something else is left alone', async () => {
    const person = await world.newPerson();
    const answer = await fetch(`${world.service.url}/auth/api-keys`, { headers: person.headers });
    expect([answer.status, await answer.json()]).toEqual([200, { apiKeys: [expect.anything()] }]);
    expect((await person.browser.open(`${world.service.url}/auth/nowhere/start`)).status).toBe(404);
  });
});
