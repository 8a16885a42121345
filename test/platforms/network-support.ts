import { network } from '../../src/platforms/network/network.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { Attached } from '../../src/platforms/port/platform.js';
import { answering, makeAnswer, type World } from './support.js';

/** An account of which the platform has never heard. */
export const unknownAccount: Account = {
  accountId: 'member1',
  baseUrl: 'http://network.test',
  credentials: { accessToken: 'secret-token' },
};

export const requestsTo = ({ box }: World, path: string) =>
  box.requests().filter((request) => request.path.startsWith(path));

/** What comes back to the service when somebody has logged in. */
export const came = { code: 'code', redirectUri: 'https://service.test/callback', codeVerifier: '', remembered: {} };

/** The accounts of a login that gives this token with these rights. */
export async function logIn({ box, http }: World, accessToken: string, scope: string): Promise<Attached[]> {
  const tokens = answering(() => makeAnswer(200, { access_token: accessToken, expires_in: 5_184_000, scope }));
  const setup = { ...NO_SETUP, baseUrl: box.baseUrls.network, client: box.clients.network };
  const granted = await network.authorization.complete(
    (request) => (request.url.includes('/oauth/') ? tokens : http)(request),
    setup,
    came,
  );
  if (granted.kind === 'failed') throw new Error(granted.failure.message);
  return granted.accounts;
}

/** The organization that a member administers. */
export async function organizationOf(world: World, member: Account): Promise<Account & { displayName: string }> {
  const [, attached] = await logIn(world, member.credentials.accessToken ?? '', 'openid,profile,rw_organization_admin');
  if (!attached) throw new Error('the member has no organization');
  return { ...attached, baseUrl: member.baseUrl };
}
