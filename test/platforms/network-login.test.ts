import { network } from '../../src/platforms/network/network.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import { came, logIn, organizationOf } from './network-support.js';
import { openAccount, openWorld, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a login', () => {
  test('gives the member, and the organizations that it administers where that was granted', async () => {
    const owner = world.box.createAccount('network');
    const accounts = await logIn(world, owner.credentials.accessToken ?? '', 'openid,profile,rw_organization_admin');
    const expiresAt = expect.any(Date);
    expect(accounts).toMatchObject([
      { accountId: owner.accountId, username: owner.displayName, displayName: owner.displayName, expiresAt },
      { accountId: expect.stringMatching(/^\d+$/), displayName: `${owner.displayName} Inc.`, expiresAt },
    ]);
    expect(accounts[1]?.credentials).toMatchObject({ author: `urn:li:organization:${accounts[1]?.accountId}` });
  });

  test('without the scope for organizations requests none', async () => {
    const owner = world.box.createAccount('network');
    const before = world.box.requests().length;
    const accounts = await logIn(world, owner.credentials.accessToken ?? '', 'openid,profile,w_member_social');
    expect(accounts).toMatchObject([{ accountId: owner.accountId }]);
    expect(
      world.box
        .requests()
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(['/v2/userinfo']);
  });

  test('with a code that is not good is refused as such', async () => {
    const setup = { ...NO_SETUP, baseUrl: world.box.baseUrls.network, client: world.box.clients.network };
    expect(await network.authorization.complete(world.http, setup, came)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
  });
});

describe('a check of the connection', () => {
  test('returns who it is, and the scopes that the platform reports when the app may ask', async () => {
    const account = await openAccount(world, network);
    const setup = { ...NO_SETUP, client: world.box.clients.network };
    const probed = await network.probe(world.http, account, setup);
    expect(probed).toMatchObject({
      kind: 'working',
      displayName: expect.stringContaining('on network'),
      permissions: expect.arrayContaining(['openid', 'profile', 'w_member_social']),
    });
  });

  test.each([
    [null, ['openid', 'w_member_social']],
    [{ id: 'unknown', secret: 'wrong' }, ['openid', 'w_member_social']],
  ])('returns the scopes that the login granted when the app may not ask', async (client, permissions) => {
    const account = await openAccount(world, network);
    const credentials = { ...account.credentials, scopes: 'openid w_member_social' };
    const probed = await network.probe(world.http, { ...account, credentials }, { ...NO_SETUP, client });
    expect(probed).toMatchObject({ kind: 'working', permissions });
  });

  test('of an organization requests that', async () => {
    const organization = await organizationOf(world, await openAccount(world, network));
    const probed = await network.probe(world.http, organization, NO_SETUP);
    expect(probed).toMatchObject({ kind: 'working', displayName: organization.displayName });
  });

  test('with a token that was never issued fails', async () => {
    const account = await openAccount(world, network);
    const probed = await network.probe(world.http, { ...account, credentials: { accessToken: 'nobody' } }, NO_SETUP);
    expect(probed).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_AUTH_EXPIRED' } });
  });
});
