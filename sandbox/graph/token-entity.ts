import type { SandboxContext } from '../exchange.js';
import type { SandboxPlatform } from '../types.js';

/** The response of `debug_token`; `all` are the scopes of a token without restrictions. */
export function tokenEntity(
  { grants, clients, url }: SandboxContext,
  platform: SandboxPlatform,
  token: string,
  all: readonly string[],
): Record<string, unknown> {
  const app = { app_id: clients.own(platform).id, application: `Sandbox at ${url}` };
  const grant = grants.find(platform, token);
  if (!grant)
    return { ...app, is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token' } };
  const seconds = (time: number | null) => (time === null ? 0 : Math.floor(time / 1000));
  const { accountId } = grant.account;
  const isPage = platform === 'socialpage' && grant.holder === 'account';
  return {
    ...app,
    type: isPage ? 'PAGE' : 'USER',
    is_valid: grant.expiresAt === null || grant.expiresAt > Date.now(),
    issued_at: seconds(grant.issuedAt),
    expires_at: seconds(grant.expiresAt),
    data_access_expires_at: 0,
    scopes: grant.scopes ?? all,
    user_id: accountId,
    ...(isPage ? { profile_id: accountId } : {}),
  };
}
