import { z } from 'zod';
import { requestTo } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import { callApi } from '../kit/call-api.js';
import type { Context } from '../kit/failed-step.js';
import { type Tokens, tokensSchema } from '../kit/oauth-row.js';
import type { Account } from '../port/account.js';
import type { PlatformSetup, Probed } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL } from './client.js';
import { networkFailures } from './failures.js';
import { fetchMember, fetchOrganization, isOrganization } from './profile.js';

/** Who the account is, and what its token may do. */
export async function probe(http: Http, account: Account, setup: PlatformSetup): Promise<Probed> {
  const connected = connect(http, account, setup, 'prepare');
  if (connected.kind === 'failed') return connected;
  const { client } = connected;
  const displayName = await nameOf();
  if (typeof displayName !== 'string') return displayName;
  const permissions = await scopesOf(http, account, setup);
  return { kind: 'working', displayName, permissions };

  async function nameOf() {
    if (isOrganization(client.author)) {
      const organization = await fetchOrganization(client, client.author);
      return organization.kind === 'rejected' ? organization.step : organization.value.localizedName;
    }
    const member = await fetchMember(client);
    return member.kind === 'rejected' ? member.step : member.value.name;
  }
}

const introspectionSchema = z.object({ active: z.literal(true), scope: z.string() });

/** POST /oauth/v2/introspectToken returns a token's scopes; only the app may call it, else those of the login count. */
async function scopesOf(http: Http, account: Account, { client }: PlatformSetup): Promise<string[]> {
  const { accessToken, scopes = '' }: Tokens = tokensSchema.parse(account.credentials);
  const stored = scopes.split(' ').filter((scope) => scope !== '');
  if (!client) return stored;
  const context: Context = { platform: 'network', purpose: 'prepare', secrets: [accessToken, client.secret] };
  const address = requestTo(account.baseUrl, DEFAULT_BASE_URL, 'https://www.linkedin.com/oauth/v2/introspectToken');
  const urlencoded = { client_id: client.id, client_secret: client.secret, token: accessToken };
  const request = { method: 'POST', ...address, urlencoded } as const;
  const result = await callApi(http, request, introspectionSchema, networkFailures, context);
  return result.kind === 'ok' ? result.value.scope.split(',') : stored;
}
