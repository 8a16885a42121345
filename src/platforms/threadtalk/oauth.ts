/** Logins at the Threads API: a brief token, exchanged for one of 60 days, which renews itself. */
import { DAY_MS } from '../../foundation/time/durations.js';
import { makeGraph } from '../graph/graph-api.js';
import { graphLoginFailures } from '../graph/graph-errors.js';
import type { OAuthRow } from '../kit/oauth.js';
import { api, identify } from './client.js';

export const oauth: OAuthRow = {
  platform: 'threadtalk',
  defaultBaseUrl: api.defaultBaseUrl,
  authorizeUrl: 'https://www.threads.net/oauth/authorize',
  tokenUrl: `${api.defaultBaseUrl}/oauth/access_token`,
  failures: graphLoginFailures,
  scopes: ['threads_basic', 'threads_content_publish'],
  separator: ',',
  clientAuth: 'body',
  pkce: false,
  lasting: {
    url: `${api.defaultBaseUrl}/access_token`,
    params: (accessToken, { secret }) => ({
      grant_type: 'th_exchange_token',
      client_secret: secret,
      access_token: accessToken,
    }),
  },
  renewal: {
    kind: 'access token',
    url: `${api.defaultBaseUrl}/refresh_access_token`,
    params: (accessToken) => ({ grant_type: 'th_refresh_token', access_token: accessToken }),
  },
  renewAheadMs: 14 * DAY_MS,
  async accounts(http, { accessToken }, setup) {
    const found = await identify(makeGraph(http, api, setup, accessToken, 'prepare'), accessToken);
    if (found.kind === 'failed') return found;
    const { id: accountId, username, name, threads_profile_picture_url: profileImageUrl = null } = found.owner;
    const profileUrl = `https://www.threads.net/@${encodeURIComponent(username)}`;
    return {
      kind: 'found',
      accounts: [{ accountId, username, displayName: name || username, profileUrl, profileImageUrl }],
    };
  },
};
