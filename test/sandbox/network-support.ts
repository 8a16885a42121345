import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { type Answer, call } from './support.js';

/** Calls the network as a member, with the headers of every versioned call and a token that may do everything. */
export function memberOf(account: SandboxAccount) {
  const headers = (more: Record<string, string> = {}) => ({
    authorization: `Bearer ${account.credentials.accessToken}`,
    'linkedin-version': '202609',
    'x-restli-protocol-version': '2.0.0',
    ...more,
  });
  const at = (path: string) => account.baseUrl + path;
  return {
    urn: `urn:li:person:${account.accountId}`,
    headers,
    post: (path: string, json: unknown, own = headers()): Promise<Answer> => call(at(path), { json, headers: own }),
    get: (path: string, own: Record<string, string> = headers()): Promise<Answer> => call(at(path), { headers: own }),
    delete: (path: string): Promise<Answer> => call(at(path), { method: 'DELETE', headers: headers() }),
  };
}

/** A token with these rights, from a login of the member. */
export async function tokenWith(box: Sandbox, account: SandboxAccount, scope: string): Promise<string> {
  const { id, secret } = box.clients.network;
  const redirect = 'http://127.0.0.1:9/callback';
  const params = { response_type: 'code', client_id: id, redirect_uri: redirect, state: 's', scope };
  const page = await call(`${account.baseUrl}/oauth/v2/authorization?${new URLSearchParams(params)}`, {
    method: 'POST',
    body: new URLSearchParams({ account: account.accountId, decision: 'allow' }),
    redirect: 'manual',
  });
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const exchange = { code, redirect_uri: redirect, client_id: id, client_secret: secret };
  const token = await call(`${account.baseUrl}/oauth/v2/accessToken`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', ...exchange }),
  });
  return token.body.access_token;
}

/** The body of a new post. */
export const postForm = (author: string, more: object = {}) => ({
  author,
  commentary: 'Hello',
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
  ...more,
});
