/** Business login for the Instagram API: a brief token, exchanged for one of 60 days, which renews itself. */
import { DAY_MS } from '../../foundation/time/durations.js';
import { makeGraph, scopesOf } from '../graph/graph-api.js';
import type { OAuthRow } from '../kit/oauth.js';
import { api, identify } from './client.js';
import { loginFailures } from './failures.js';

export const oauth: OAuthRow = {
  platform: 'photogram',
  defaultBaseUrl: api.defaultBaseUrl,
  authorizeUrl: 'https://www.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  failures: loginFailures,
  scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
  separator: ',',
  clientAuth: 'body',
  pkce: false,
  lasting: {
    url: `${api.defaultBaseUrl}/access_token`,
    params: (accessToken, { secret }) => ({
      grant_type: 'ig_exchange_token',
      client_secret: secret,
      access_token: accessToken,
    }),
  },
  renewal: {
    kind: 'access token',
    url: `${api.defaultBaseUrl}/refresh_access_token`,
    params: (accessToken) => ({ grant_type: 'ig_refresh_token', access_token: accessToken }),
  },
  renewAheadMs: 14 * DAY_MS,
  async accounts(http, tokens, setup) {
    const found = await identify(makeGraph(http, api, setup, tokens.accessToken, 'prepare'), scopesOf(tokens));
    if (found.kind === 'failed') return found;
    const { user_id: accountId, username, name, profile_picture_url: profileImageUrl = null } = found.owner;
    const profileUrl = `https://www.instagram.com/${encodeURIComponent(username)}/`;
    return {
      kind: 'found',
      accounts: [{ accountId, username, displayName: name || username, profileUrl, profileImageUrl }],
    };
  },
};
