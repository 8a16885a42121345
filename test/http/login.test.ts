import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { platforms } from '../../src/platforms/registry.js';
import { Browser } from '../support/browser.js';
import { graphql } from '../support/graphql.js';
import { expectText, LOGINS, LoginWorld, textOf } from './login-support.js';

let world: LoginWorld;
beforeAll(async () => {
  world = await LoginWorld.open({ CORS_ORIGINS: 'http://dashboard.test' });
});
afterEach(() => world.sandbox.clearFaults());
afterAll(() => world.close());

const CREATE_LOGIN_URL = 'mutation ($input: CreateLoginUrlInput!) { createLoginUrl(input: $input) { url } }';
const createLoginUrl = async (headers: Record<string, string>, platform: string, more: object = {}) => {
  const answer = await graphql(world.service, headers, CREATE_LOGIN_URL, {
    input: { platform: platform.toUpperCase(), ...more },
  });
  return { url: answer.data?.createLoginUrl?.url as string, code: answer.errors?.[0]?.extensions.code };
};

describe('on the machine itself, which has two names', () => {
  const asLocalhost = (headers: { cookie: string }) => new Browser({ ...headers, host: 'localhost' });

  test('a login of a browser that is signed in at localhost begins and ends there', async () => {
    const { account, headers } = await world.newPerson();
    const visitor = { browser: asLocalhost(headers) };
    const localhost = world.service.url.replace('127.0.0.1', 'localhost');
    const page = await world.begin(visitor, 'network');
    const done = await world.allow(visitor, page, [world.sandbox.createAccount('network')]);
    expect([done.status, new URL(done.url).origin]).toEqual([200, localhost]);
    expect(await world.connections(account.userId)).toHaveLength(1);
  });

  test('a browser without a session gets no further than the other name', async () => {
    const browser = new Browser();
    const shown = await world.begin({ browser }, 'network');
    expectText(shown, 401, '^Sign in first');
    expect(browser.visited).toHaveLength(2);
  });

  test('a return address may have either', async () => {
    const { headers } = await world.newPerson();
    const { port } = new URL(world.service.url);
    const at = (origin: string) => createLoginUrl(headers, 'network', { returnTo: `${origin}/accounts` });
    for (const name of ['localhost', '127.0.0.1']) expect((await at(`http://${name}:${port}`)).code).toBeUndefined();
    for (const foreign of [`https://localhost:${port}`, `http://localhost:${Number(port) + 1}`]) {
      expect((await at(foreign)).code).toBe('RETURN_ADDRESS_INVALID');
    }
  });
});

describe.each(LOGINS)('a login at %s', (key) => {
  test('connects the account that the person chose there, for as long as the platform says, and works', async () => {
    const person = await world.newPerson();
    const owner = world.sandbox.createAccount(key);
    const page = await world.begin(person, key);
    expect(page.url.startsWith(`${world.sandbox.baseUrls[key]}/`)).toBe(true);
    const done = await world.allow(person, page, [owner]);
    const [connection, ...others] = await world.connections(person.account.userId);
    expect(others).toEqual([]);
    expectText(done, 200, `^${connection?.username} is connected You can close this page.$`);
    expect(connection).toMatchObject({ platformId: expect.stringContaining(`${key}-`), revokedAt: null });
    expect(connection?.credentials.accessToken).toMatch(/^[\w-]{20,}$/);
    expect(connection?.credentials.accessToken).not.toBe(owner.credentials.accessToken);
    await expectWorking(person.headers, connection?.platformId ?? '', key);
  });

  test('requests nothing that it does not need: cancelling connects nothing, and the page says so', async () => {
    const person = await world.newPerson();
    const page = await world.begin(person, key);
    const refused = await person.browser.send(page, page.forms[0], { decision: 'cancel' });
    expectText(refused, 403, `^Access was denied on ${key}, so nothing was connected Go back$`);
    expect(await world.connections(person.account.userId)).toEqual([]);
  });

  test('no secret of it is in an address that the browser opened, in a response, or in the log', async () => {
    const person = await world.newPerson();
    const seen: string[] = [];
    const page = await world.begin(person, key);
    const done = await world.allow(person, page, [world.sandbox.createAccount(key)]);
    seen.push(...person.browser.visited, page.text, done.text, JSON.stringify(done.headers), ...world.service.output);
    const [connection] = await world.connections(person.account.userId);
    const { accessToken = '', refreshToken = accessToken } = connection?.credentials ?? {};
    expect(accessToken).not.toBe('');
    for (const secret of [accessToken, refreshToken, world.sandbox.clients[key].secret]) {
      expect(seen.filter((text) => text.includes(secret))).toEqual([]);
    }
    const attempts = await world.db.query('SELECT secrets FROM login_attempts WHERE user_id = $1', [
      person.account.userId,
    ]);
    expect(attempts).toEqual([{ secrets: null }]);
  });

  test('where the platform does not respond, the page says so, and nothing is connected', async () => {
    const person = await world.newPerson();
    const page = await world.begin(person, key);
    world.sandbox.setFault({ platform: key, kind: 'server_error', on: 'any', times: 0 });
    const refused = await world.allow(person, page, [world.sandbox.createAccount(key)]);
    expectText(refused, 400, `^The account could not be connected: ${key} returned a server error`);
    expect(await world.connections(person.account.userId)).toEqual([]);
  });

  test('a code that the platform does not take is said in words', async () => {
    const person = await world.newPerson();
    const page = await world.begin(person, key);
    const back = new URL(await world.allowed(person, page, world.sandbox.createAccount(key)));
    back.searchParams.set('code', 'made-up');
    const refused = await person.browser.open(back.href);
    expectText(refused, 400, `^The account could not be connected: ${key} `);
    expect(textOf(refused)).not.toContain('made-up');
  });
});

/** Asks the platform; of one without such a request there is no response. */
async function expectWorking(headers: Record<string, string>, platformId: string, key: SandboxPlatform) {
  if (!platforms.get(key)?.probe) return;
  const CHECK = `mutation ($input: CheckAccountInput!) {
    checkAccount(input: $input) { check { working message permissions } }
  }`;
  const { data } = await graphql(world.service, headers, CHECK, { input: { platformId } });
  expect(data.checkAccount.check).toMatchObject({ working: true, message: expect.stringMatching(/^Connected as /) });
}

describe('createLoginUrl', () => {
  test.each(LOGINS)('%s: the address starts a login in the browser of the session', async (key) => {
    const person = await world.newPerson();
    const fields = key === 'fediverse' ? [{ name: 'instance', value: world.sandbox.baseUrls.fediverse }] : [];
    const { url } = await createLoginUrl(person.headers, key, { fields });
    const page = await person.browser.open(url);
    expect(page.url.startsWith(`${world.sandbox.baseUrls[key]}/`)).toBe(true);
  });

  test('requesting it starts nothing', async () => {
    const { headers, account } = await world.newPerson();
    await createLoginUrl(headers, 'network');
    expect(await world.db.query('SELECT 1 FROM login_attempts WHERE user_id = $1', [account.userId])).toEqual([]);
  });

  test('the browser returns to where the caller said, with what was connected', async () => {
    const person = await world.newPerson();
    const returnTo = `${world.service.url}/health?from=dashboard`;
    const { url } = await createLoginUrl(person.headers, 'network', { returnTo });
    const owner = world.sandbox.createAccount('network');
    const shown = await world.allow(person, await person.browser.open(url), [owner]);
    expect(shown.url).toBe(`${returnTo}&connected=network-${owner.accountId}`);
  });

  test.each([
    ['http://dashboard.test/accounts', undefined],
    ['http://evil.test/', 'RETURN_ADDRESS_INVALID'],
    ['//evil.test/', 'URL_INVALID'],
    ['javascript:alert(1)', 'URL_INVALID'],
    ['http://dashboard.test.evil.test/', 'RETURN_ADDRESS_INVALID'],
  ])('returning to %s: %s', async (returnTo, code) => {
    const person = await world.newPerson();
    expect((await createLoginUrl(person.headers, 'network', { returnTo })).code).toBe(code);
    const opened = await world.begin(person, 'network', { returnTo });
    if (code) expectText(opened, 400, '^The return address must belong to this service');
    else expect(opened.status).toBe(200);
  });

  test('only a session has it: a key has no browser', async () => {
    const { account } = await world.newPerson();
    expect(await createLoginUrl({ 'x-api-key': account.apiKey }, 'network')).toMatchObject({
      code: 'SESSION_REQUIRED',
    });
  });

  test.each(['skyfeed', 'messenger'])('%s has no login', async (key) => {
    const person = await world.newPerson();
    expect(await createLoginUrl(person.headers, key)).toMatchObject({ code: 'PLATFORM_NOT_CONNECTABLE' });
    const opened = await person.browser.open(`${world.service.url}/auth/${key}/start`);
    expectText(opened, 400, `^${key} accounts cannot be connected yet$`);
  });

  test('a field that the platform does not have is named', async () => {
    const { headers } = await world.newPerson();
    const fields = [{ name: 'instance', value: 'example.social' }];
    expect(await createLoginUrl(headers, 'network', { fields })).toMatchObject({ code: 'CREDENTIAL_FIELD_INVALID' });
  });
});

test('connectablePlatforms says of every platform how it is connected, and whether its login is set up', async () => {
  const query = '{ connectablePlatforms { platform fields { name } login { configured fields { name } } } }';
  const { data } = await graphql(world.service, {}, query);
  const expected = [...platforms.values()].map(({ key, connector, authorization }) => ({
    platform: key.toUpperCase(),
    fields: (connector?.fields ?? []).map(({ name }) => ({ name })),
    login: authorization && { configured: true, fields: authorization.fields.map(({ name }) => ({ name })) },
  }));
  expect(data.connectablePlatforms).toHaveLength(expected.length);
  expect(data.connectablePlatforms).toEqual(expect.arrayContaining(expected));
});
