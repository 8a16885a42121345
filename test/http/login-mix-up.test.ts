/**
 * A server that anybody runs cannot have the accounts of another (RFC 9700, section 4.4): what the victim does here is
 * to start a login at a rogue server, and to allow what the honest one requests.
 */
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { newId } from '../../src/foundation/database/id.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { Browser, type Shown } from '../support/browser.js';
import { startService } from '../support/service.js';
import { FediverseServer } from './fediverse-server.js';
import { expectText, LOGINS, LoginWorld, type Person } from './login-support.js';

let world: LoginWorld;
let rogue: FediverseServer;
beforeAll(async () => {
  world = await LoginWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  rogue = await FediverseServer.open();
});
afterEach(() => rogue.close());

const MISMATCH =
  /^The response to this login did not come from the \w+ server where it was started, so nothing was connected/;
const USED = /^This login link has already been used/;

type Params = Record<string, string>;

const honest = () => world.sandbox.baseUrls.fediverse;
const begin = (person: Pick<Person, 'browser'>, instance: string) => world.begin(person, 'fediverse', { instance });
const queryOf = (url: string): Params => Object.fromEntries(new URL(url).searchParams);
const connected = async ({ account }: Person) =>
  (await world.connections(account.userId)).map(({ baseUrl }) => baseUrl);
const otherRedirectUri = () => `${world.service.url}/auth/fediverse/callback`;

/** A login at the honest server, to the point at which its page is shown, and what it was opened with. */
async function atHonest() {
  const person = await world.newPerson();
  const page = await begin(person, honest());
  return { person, page, authorizationRequest: queryOf(page.url) };
}

/** Presses Allow if there is such a page. */
const allowIfAsked = (person: Person, shown: Shown): Promise<Shown> | Shown =>
  shown.forms[0] ? world.allow(person, shown, [world.sandbox.createAccount('fediverse')]) : shown;

/** An app at the honest server, with a redirect address of the service that belongs to none of its servers. */
async function otherApp(): Promise<{ id: string; secret: string }> {
  const about = { client_name: 'Other', redirect_uris: otherRedirectUri(), scopes: 'read:accounts write:statuses' };
  const answer = await fetch(`${honest()}/api/v1/apps`, { method: 'POST', body: new URLSearchParams(about) });
  const { client_id: id, client_secret: secret } = (await answer.json()) as Params;
  return { id: String(id), secret: String(secret) };
}

describe('a rogue server forwards the login to the honest one', () => {
  // Builds the request to the honest server from the service's request and the attacker's.
  test.each<[string, (victim: Params, attacker: Params) => Params, number, RegExp]>([
    [
      'with its own redirect address: the honest server has no app with that address',
      (victim, attacker) => ({ ...attacker, redirect_uri: victim.redirect_uri ?? '', state: victim.state ?? '' }),
      400,
      /The redirect_uri is none of this app/,
    ],
    [
      'with the redirect address of the honest one: the state belongs to another',
      (victim, attacker) => ({ ...attacker, state: victim.state ?? '' }),
      403,
      MISMATCH,
    ],
    [
      'with all of the attacker’s request: it was started in their browser',
      (_victim, attacker) => attacker,
      403,
      /^This login was started in another browser/,
    ],
  ])('%s', async (_how, forwarded, status, message) => {
    const [attacker, victim] = [await atHonest(), await world.newPerson()];
    rogue.behave({
      authorize: (authorizationRequest) =>
        `${honest()}/oauth/authorize?${new URLSearchParams(forwarded(authorizationRequest, attacker.authorizationRequest))}`,
    });
    const shown = await allowIfAsked(victim, await begin(victim, rogue.url));
    expect(shown.status).toBe(status);
    expect(shown.text).toMatch(status === 400 ? message : /./);
    if (status !== 400) expectText(shown, status, message);
    // The attacker would show this code in their own login, whose challenge it was given for.
    expect(rogue.codes()).toEqual([]);
    expect([await connected(victim), await connected(attacker.person)]).toEqual([[], []]);
  });

  test('under the id of the honest server’s app, which it gave as its own: the redirect address is none of it', async () => {
    const {
      authorizationRequest: { client_id = '' },
    } = await atHonest();
    const victim = await world.newPerson();
    rogue.behave({
      app: { client_id, client_secret: 'guessed' },
      authorize: (authorizationRequest) => `${honest()}/oauth/authorize?${new URLSearchParams(authorizationRequest)}`,
    });
    const shown = await begin(victim, rogue.url);
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining('The redirect_uri is none of this app')]);
    expect(rogue.codes()).toEqual([]);
  });

  test('with another app there, whose redirect address belongs to no server', async () => {
    const { id } = await otherApp();
    const victim = await world.newPerson();
    const client = { client_id: id, redirect_uri: otherRedirectUri(), scope: 'read:accounts write:statuses' };
    rogue.behave({
      authorize: (authorizationRequest) =>
        `${honest()}/oauth/authorize?${new URLSearchParams({ ...authorizationRequest, ...client })}`,
    });
    expectText(await allowIfAsked(victim, await begin(victim, rogue.url)), 403, MISMATCH);
    expect(rogue.codes()).toEqual([]);
  });
});

describe('the redirect address', () => {
  test('every server has its own, and every platform', async () => {
    const person = await world.newPerson();
    let authorizationRequest: Params = {};
    rogue.behave({
      authorize: (query) => {
        authorizationRequest = query;
        return world.service.url;
      },
    });
    await begin(person, rogue.url);
    const pages = await Promise.all(LOGINS.map((key) => world.begin(person, key)));
    const addresses = [authorizationRequest, ...pages.map(({ url }) => queryOf(url))].map(
      ({ redirect_uri }) => redirect_uri,
    );
    expect(new Set(addresses).size).toBe(LOGINS.length + 1);
    expect(authorizationRequest.redirect_uri).toMatch(/\/auth\/fediverse\/callback\/[0-9a-f]{32}$/);
  });

  test.each(LOGINS)('%s: what comes back at another is not taken, and its state is used up', async (key) => {
    const person = await world.newPerson();
    const page = await world.begin(person, key);
    const back = await world.allowed(person, page, world.sandbox.createAccount(key));
    const before = world.sandbox.requests().length;
    const other = new URL(back);
    other.pathname = `/auth/${key}/callback/${'0'.repeat(32)}`;
    expectText(await person.browser.open(other.href), 403, MISMATCH);
    expectText(await person.browser.open(back), 410, USED);
    expect(world.sandbox.requests()).toHaveLength(before);
    expect(await connected(person)).toEqual([]);
  });

  test.each(LOGINS)('%s: the state of its login is known at the address of no other platform', async (key) => {
    const person = await world.newPerson();
    const page = await world.begin(person, key);
    const back = await world.allowed(person, page, world.sandbox.createAccount(key));
    for (const other of LOGINS.filter((one) => one !== key)) {
      const url = back.replace(`/auth/${key}/`, `/auth/${other}/`);
      expectText(await person.browser.open(url), 404, /^Unknown login/);
    }
    expect((await person.browser.open(back)).status).toBe(200);
  });

  test('an app that was registered with another redirect address is registered again', async () => {
    const { id, secret } = await otherApp();
    const row = newId();
    await world.db.query('DELETE FROM instance_clients');
    await world.db.query(
      `INSERT INTO instance_clients (id, platform, server, redirect_uri, client) VALUES ($1, 'fediverse', $2, $3, $4)`,
      [row, honest(), otherRedirectUri(), makeCredentialCipher([ENCRYPTION_KEY]).encrypt({ id, secret }, row)],
    );
    const { person, page, authorizationRequest } = await atHonest();
    expect(authorizationRequest.client_id).not.toBe(id);
    expect((await allowIfAsked(person, page)).status).toBe(200);
    expect(await connected(person)).toEqual([honest()]);
  });
});

describe('the issuer that a response names (RFC 9207)', () => {
  const login = async (declared: boolean, more: (authorizationRequest: Params) => Params) => {
    const person = await world.newPerson();
    const metadata = { issuer: `${rogue.url}/`, authorization_response_iss_parameter_supported: declared };
    rogue.behave({
      metadata,
      authorize: (authorizationRequest) => rogue.answer(authorizationRequest, more(authorizationRequest)),
    });
    return { person, shown: await begin(person, rogue.url) };
  };

  test.each<[string, boolean, () => Params]>([
    ['is the server’s own', true, () => ({ iss: rogue.url })],
    ['is the server’s own, as it writes it', true, () => ({ iss: `${rogue.url}/` })],
    ['is the server’s own, although it did not say that it sends one', false, () => ({ iss: rogue.url })],
    ['is missing at a server that sends none', false, () => ({})],
  ])('%s: the account is connected', async (_what, declared, more) => {
    const { person, shown } = await login(declared, more);
    expectText(shown, 200, /^ann is connected/);
    expect(await connected(person)).toEqual([rogue.url]);
  });

  test.each<[string, boolean, () => Params]>([
    ['is missing at a server that says that it sends one', true, () => ({})],
    ['is that of another server', true, () => ({ iss: honest() })],
    ['is that of another server, at one that said nothing', false, () => ({ iss: honest() })],
    ['begins like the server’s own', false, () => ({ iss: `${rogue.url}.evil.test` })],
    ['has another scheme', false, () => ({ iss: rogue.url.replace('http:', 'https:') })],
    ['is empty', false, () => ({ iss: '' })],
    ['is no address', false, () => ({ iss: 'rogue' })],
    ['is wrong where the person cancelled, too', true, () => ({ iss: honest(), code: '', error: 'access_denied' })],
  ])('%s: the code is sent nowhere', async (_what, declared, more) => {
    const { person, shown } = await login(declared, more);
    expectText(shown, 403, MISMATCH);
    expect(rogue.codes()).toEqual([]);
    expect(await connected(person)).toEqual([]);
    expectText(await person.browser.open(shown.url), 410, USED);
  });

  test('is there twice: it matches none', async () => {
    const person = await world.newPerson();
    rogue.behave({
      authorize: (authorizationRequest) => `${rogue.answer(authorizationRequest, { iss: rogue.url })}&iss=${rogue.url}`,
    });
    expectText(await begin(person, rogue.url), 403, MISMATCH);
  });

  test('a platform that is one place, and known by its name: another name is not taken', async () => {
    const env = { VIDEOHUB_CLIENT_ID: 'app', VIDEOHUB_CLIENT_SECRET: 'secret' };
    const service = await startService({ db: world.db, roles: 'api', env });
    const person = await world.newPerson();
    const back = async (iss: Params): Promise<Shown> => {
      const browser = new Browser(person.headers);
      const headers = { ...person.headers, 'sec-fetch-site': 'none' };
      const started = await fetch(`${service.url}/auth/videohub/start`, { headers, redirect: 'manual' });
      browser.receive(started.headers.get('set-cookie')?.replace(/;.*/, '') ?? '');
      const { state = '' } = queryOf(started.headers.get('location') ?? '');
      const query = new URLSearchParams({ state, error: 'access_denied', ...iss });
      return browser.open(`${service.url}/auth/videohub/callback?${query}`);
    };
    expectText(await back({ iss: 'https://accounts.google.com' }), 403, /^Access was denied on videohub/);
    expectText(await back({}), 403, /^Access was denied on videohub/);
    expectText(await back({ iss: 'https://accounts.evil.test' }), 403, MISMATCH);
    await service.stop();
  });
});

describe('what a server says of itself (RFC 8414)', () => {
  test('one that calls itself by the name of another is not logged in at, nor registered with', async () => {
    const person = await world.newPerson();
    rogue.behave({ metadata: { issuer: `${honest()}/` } });
    const shown = await begin(person, rogue.url);
    expectText(shown, 400, new RegExp(`Instance must be ${honest()}/, the name that the server uses for itself`));
    expect(rogue.received).toEqual([]);
  });

  test('endpoints of another server are not used: app, page and token are requested from the server that was named', async () => {
    const person = await world.newPerson();
    rogue.behave({
      metadata: {
        issuer: rogue.url,
        authorization_endpoint: `${honest()}/oauth/authorize`,
        token_endpoint: `${honest()}/oauth/token`,
        app_registration_endpoint: `${honest()}/api/v1/apps`,
      },
    });
    const before = world.sandbox.requests().length;
    expectText(await begin(person, rogue.url), 200, /^ann is connected/);
    expect(rogue.received.map(({ path }) => path)).toEqual(['/api/v1/apps', '/oauth/token']);
    expect(world.sandbox.requests()).toHaveLength(before);
  });

  test.each<[string, string | object]>([
    ['a page', '<!doctype html><p>Hello'],
    ['nothing of it', {}],
    ['a name that is no address', { issuer: 'javascript:alert(1)' }],
    ['too long a name', { issuer: `http://${'a'.repeat(400)}.test` }],
    ['more than anybody reads', `{"issuer":"http://a.test","x":"${'x'.repeat(2_000_000)}"}`],
  ])('%s is the same as nothing', async (_what, metadata) => {
    rogue.behave({ metadata });
    expectText(await begin(await world.newPerson(), rogue.url), 200, /^ann is connected/);
  });
});

describe('the code', () => {
  test('goes to the server of the login alone: a token endpoint that leads on is not followed', async () => {
    const person = await world.newPerson();
    rogue.behave({
      token: (_sent, response) => response.redirect(307, `${honest()}/oauth/token`),
    });
    const before = world.sandbox.requests().length;
    expectText(await begin(person, rogue.url), 400, /^The account could not be connected: fediverse /);
    expect(world.sandbox.requests()).toHaveLength(before);
    expect(await connected(person)).toEqual([]);
  });

  test('of somebody else’s login is of no use in one’s own', async () => {
    const [attacker, victim] = [await atHonest(), await atHonest()];
    const stolen = queryOf(await world.allowed(victim.person, victim.page, world.sandbox.createAccount('fediverse')));
    const back = new URL(await world.allowed(attacker.person, attacker.page, world.sandbox.createAccount('fediverse')));
    back.searchParams.set('code', stolen.code ?? '');
    expectText(await attacker.person.browser.open(back.href), 400, /^The account could not be connected: fediverse /);
    expect(await connected(attacker.person)).toEqual([]);
  });

  test('with its state is of no use in another browser', async () => {
    const [attacker, victim] = [await atHonest(), await atHonest()];
    const stolen = await world.allowed(victim.person, victim.page, world.sandbox.createAccount('fediverse'));
    expectText(await attacker.person.browser.open(stolen), 403, /^This login was started in another browser/);
    expect((await victim.person.browser.open(stolen)).status).toBe(200);
    expect([await connected(attacker.person), await connected(victim.person)]).toEqual([[], [honest()]]);
  });

  test('a state that was used at its server is of no use at another', async () => {
    const { person, page } = await atHonest();
    const back = await world.allowed(person, page, world.sandbox.createAccount('fediverse'));
    expect((await person.browser.open(back)).status).toBe(200);
    let { redirect_uri = '' }: Params = {};
    rogue.behave({
      authorize: (authorizationRequest) => {
        redirect_uri = authorizationRequest.redirect_uri ?? '';
        return world.service.url;
      },
    });
    await begin(person, rogue.url);
    expectText(await person.browser.open(`${redirect_uri}${new URL(back).search}`), 410, USED);
    expect(rogue.codes()).toEqual([]);
  });
});

test('an account of a rogue server does not take the place of the one whose id and name it has', async () => {
  const person = await world.newPerson();
  const owner = world.sandbox.createAccount('fediverse');
  await world.login(person, 'fediverse', owner);
  const [before] = await world.connections(person.account.userId);
  rogue.behave({ account: { id: owner.accountId, acct: before?.username ?? '' } });
  expect((await begin(person, rogue.url)).status).toBe(200);
  const platformId = `${before?.platformId}-${rogue.url.replace(/^http:\/\//, '').replace(/\W/g, '_')}`;
  expect(await world.connections(person.account.userId)).toEqual([
    before,
    expect.objectContaining({ platformId, username: before?.username, baseUrl: rogue.url }),
  ]);
});

test('accounts of a rogue server never take the platform id of another connection, with any id', async () => {
  const person = await world.newPerson();
  const names = async () => (await world.connections(person.account.userId)).map(({ username }) => username);
  // Each of them is printed as fediverse-7_7.
  for (const [index, id] of ['7_7', '7.7'].entries()) {
    rogue.behave({ account: { id, acct: `eve${index}` } });
    expect((await begin(person, rogue.url)).status).toBe(200);
  }
  rogue.behave({ account: { id: '7:7', acct: 'eve2' } });
  expectText(await begin(person, rogue.url), 400, /from another server is already connected under the same id/);
  expect(await names()).toEqual(['eve0', 'eve1']);
});
