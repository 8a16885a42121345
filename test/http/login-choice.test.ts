import type { SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Shown } from '../support/browser.js';
import { expectText, LoginWorld, type Person } from './login-support.js';

let world: LoginWorld;
beforeAll(async () => {
  world = await LoginWorld.open();
});
afterEach(() => world.sandbox.clearFaults());
afterAll(() => world.close());

/** The platforms at which one login gives access to several accounts. */
const SEVERAL = ['socialpage', 'pinboard'] as const;

const create = (key: SandboxPlatform, count: number): SandboxAccount[] =>
  Array.from({ length: count }, () => world.sandbox.createAccount(key));
const idsOf = (accounts: readonly SandboxAccount[]) => accounts.map(({ accountId }) => accountId);
const platformIds = async ({ account }: Person) =>
  (await world.connections(account.userId)).map(({ platformId }) => platformId).sort();
const expected = (accounts: readonly SandboxAccount[]) =>
  accounts.map(({ platform, accountId }) => `${platform}-${accountId}`).sort();
const choose = (person: Person, page: Shown, accounts: readonly SandboxAccount[]) =>
  person.browser.send(page, page.forms[0], { account: idsOf(accounts) });

describe.each(SEVERAL)('several accounts of one login at %s', (key) => {
  test('the person chooses, and what they choose is connected', async () => {
    const person = await world.newPerson();
    const [first, second, third] = create(key, 3) as [SandboxAccount, SandboxAccount, SandboxAccount];
    const page = await world.login(person, key, first, second, third);
    expectText(page, 200, /^Choose accounts on \w+ This login gives access to several/);
    expect(page.forms[0]?.choices.map(([, id]) => id).sort()).toEqual(idsOf([first, second, third]).sort());
    expect(await platformIds(person)).toEqual([]);
    expectText(await choose(person, page, [first, third]), 200, / and .* are connected You can close this page\.$/);
    expect(await platformIds(person)).toEqual(expected([first, third]));
  });

  test('a single account is connected without a question', async () => {
    const person = await world.newPerson();
    const owners = create(key, 1);
    expectText(await world.login(person, key, ...owners), 200, / is connected You can close this page\.$/);
    expect(await platformIds(person)).toEqual(expected(owners));
  });
});

describe('the choice', () => {
  const startChoice = async (count = 3) => {
    const person = await world.newPerson();
    const owners = create('socialpage', count);
    return { person, owners, page: await world.login(person, 'socialpage', ...owners) };
  };

  test('can be opened again, and is made once', async () => {
    const { person, owners, page } = await startChoice();
    const again = await person.browser.open(page.url);
    expect((await choose(person, again, owners)).status).toBe(200);
    expectText(await choose(person, page, owners), 410, /^This login link has already been used/);
    expectText(await person.browser.open(page.url), 410, /^This login link has already been used/);
    expect(await platformIds(person)).toEqual(expected(owners));
  });

  test('is still there when the platform’s address is opened again', async () => {
    const person = await world.newPerson();
    const owners = create('pinboard', 2);
    const page = await world.login(person, 'pinboard', ...owners);
    const callback = person.browser.visited.find((url) => url.includes('/callback?')) ?? '';
    expect((await person.browser.open(callback)).url).toBe(page.url);
  });

  test('of nothing is no choice', async () => {
    const { person, owners, page } = await startChoice();
    const shown = await choose(person, page, []);
    expectText(shown, 400, /Choose at least one account/);
    expect((await choose(person, shown, owners)).status).toBe(200);
  });

  test('takes nothing that the login does not give', async () => {
    const { person, page } = await startChoice();
    const otherUser = create('socialpage', 1);
    expectText(await choose(person, page, otherUser), 400, /Choose at least one account/);
    expect(await platformIds(person)).toEqual([]);
  });

  test('is connected as a whole or not at all: what is too much is said, and less can be chosen', async () => {
    const { person, owners, page } = await startChoice();
    await world.db.query(`UPDATE users SET channel_quantity = 2 WHERE id = $1`, [person.account.userId]);
    const refused = await choose(person, page, owners);
    expectText(refused, 403, /Channel limit reached/);
    expect(await platformIds(person)).toEqual([]);
    expect(refused.forms[0]?.values.map(([, id]) => id).sort()).toEqual(idsOf(owners).sort());
    expect((await choose(person, refused, owners.slice(1))).status).toBe(200);
    expect(await platformIds(person)).toEqual(expected(owners.slice(1)));
  });

  test('shows what is connected already, as chosen', async () => {
    const { person, owners, page } = await startChoice();
    const [first] = owners as [SandboxAccount];
    await choose(person, page, [first]);
    const again = await world.login(person, 'socialpage', ...owners);
    expect(again.forms[0]?.values).toEqual([['account', first.accountId]]);
    expect(again.text.match(/, already connected</g)).toHaveLength(1);
  });

  test('belongs to no other user', async () => {
    const { owners, page } = await startChoice();
    const otherUser = await world.newPerson();
    expectText(await otherUser.browser.open(page.url), 403, /^This login was started in another browser/);
    expectText(await choose(otherUser, page, owners), 403, /^This login was started in another browser/);
    expect(await platformIds(otherUser)).toEqual([]);
  });

  test('holds no token in the browser, and encrypted ones until it is made', async () => {
    const { person, owners, page } = await startChoice();
    const secretOf = async () =>
      (
        await world.db.query<{ secrets: string | null }>('SELECT secrets FROM login_attempts WHERE user_id = $1', [
          person.account.userId,
        ])
      )[0]?.secrets;
    expect(await secretOf()).toMatch(/^v1\.[0-9a-f]{8}\./);
    const done = await choose(person, page, owners);
    const tokens = (await world.connections(person.account.userId)).map(({ credentials }) => credentials.accessToken);
    expect(tokens).toHaveLength(3);
    for (const token of tokens) expect(page.text + done.text + person.browser.visited.join()).not.toContain(token);
    expect(await secretOf()).toBeNull();
  });
});

describe('an account that is connected again', () => {
  const only = async ({ account }: Person) => {
    const [connection, ...others] = await world.connections(account.userId);
    expect(others).toEqual([]);
    if (!connection) throw new Error('nothing is connected');
    return connection;
  };

  test('keeps its place and its posts, gets the new tokens, and works again', async () => {
    const person = await world.newPerson();
    const owner = world.sandbox.createAccount('microblog');
    await world.login(person, 'microblog', owner);
    const before = await only(person);
    await world.db.query('UPDATE connections SET revoked_at = now() WHERE user_id = $1', [person.account.userId]);
    await world.login(person, 'microblog', owner);
    const after = await only(person);
    expect(after).toMatchObject({ platformId: before.platformId, revokedAt: null });
    for (const name of ['accessToken', 'refreshToken']) {
      expect(after.credentials[name]).toMatch(/./);
      expect(after.credentials[name]).not.toBe(before.credentials[name]);
    }
  });

  test('keeps its refresh token when the new login gives none', async () => {
    const person = await world.newPerson();
    const owner = world.sandbox.createAccount('videohub');
    await world.login(person, 'videohub', owner);
    const before = await only(person);
    const page = await world.begin(person, 'videohub');
    const accessToken = owner.credentials.accessToken ?? '';
    const scope = 'https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtube.readonly';
    const body = { access_token: accessToken, expires_in: 3599, token_type: 'Bearer', scope };
    world.sandbox.setFault({ platform: 'videohub', kind: 'answer', path: '/token', answer: { status: 200, body } });
    expect((await world.allow(person, page, [owner])).status).toBe(200);
    const after = await only(person);
    expect(after.credentials).toMatchObject({ accessToken, refreshToken: before.credentials.refreshToken });
    expect(after.accessTokenExpiresAt).toEqual(before.accessTokenExpiresAt);
    expect(after.renewAt).not.toBeNull();
  });

  test('is the same one after a change of its name: a platform with one server never reuses an id', async () => {
    const person = await world.newPerson();
    const owner = world.sandbox.createAccount('network');
    await world.login(person, 'network', owner);
    await world.db.query("UPDATE connections SET username = 'Old', base_url = $2 WHERE user_id = $1", [
      person.account.userId,
      world.sandbox.baseUrls.network,
    ]);
    expect((await world.login(person, 'network', owner)).status).toBe(200);
    expect(await only(person)).toMatchObject({ baseUrl: null, username: expect.not.stringMatching('Old') });
  });

  test('of another server with the same number does not take its place', async () => {
    const person = await world.newPerson();
    const owner = world.sandbox.createAccount('fediverse');
    await world.login(person, 'fediverse', owner);
    await world.db.query(
      "UPDATE connections SET username = 'other', base_url = 'https://other.test' WHERE user_id = $1",
      [person.account.userId],
    );
    const [before] = await world.connections(person.account.userId);
    expect((await world.login(person, 'fediverse', owner)).status).toBe(200);
    expect(await world.connections(person.account.userId)).toEqual([
      before,
      expect.objectContaining({ baseUrl: world.sandbox.baseUrls.fediverse }),
    ]);
  });

  test('is renewed once the platform took its access back', async () => {
    const person = await world.newPerson();
    const owner = world.sandbox.createAccount('network');
    await world.login(person, 'network', owner);
    world.sandbox.revokeTokens('network', owner.accountId);
    const before = await only(person);
    await world.login(person, 'network', owner);
    expect((await only(person)).credentials.accessToken).not.toBe(before.credentials.accessToken);
  });
});
