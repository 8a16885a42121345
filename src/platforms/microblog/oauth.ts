/** Logins at the X API v2 (RFC 6749 and 7636), with a client that has a secret. */
import { addressAt } from '../../foundation/http-client/address.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { OAuthRow } from '../kit/oauth-row.js';
import { DEFAULT_BASE_URL, makeClient } from './client.js';
import { microblogFailures } from './failures.js';
import { identify } from './identify.js';

export const oauth: OAuthRow = {
  platform: 'microblog',
  defaultBaseUrl: DEFAULT_BASE_URL,
  authorizeUrl: 'https://x.com/i/oauth2/authorize',
  tokenUrl: `${DEFAULT_BASE_URL}/2/oauth2/token`,
  failures: microblogFailures,
  // The last one is for a refresh token.
  scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
  separator: ' ',
  clientAuth: 'basic',
  pkce: true,
  renewal: { kind: 'refresh token' },
  // The access token lasts two hours.
  renewAheadMs: 15 * MINUTE_MS,
  async accounts(http, tokens, { baseUrl }) {
    const owner = await identify(makeClient(http, baseUrl ?? DEFAULT_BASE_URL, tokens, 'prepare'), tokens);
    if (owner.kind === 'failed') return owner;
    const { id, name, username, profile_image_url: profileImageUrl = null } = owner.user;
    const profileUrl = addressAt(baseUrl, DEFAULT_BASE_URL, `https://x.com/${encodeURIComponent(username)}`);
    const account = { accountId: id, username, displayName: name || username, profileUrl, profileImageUrl };
    return { kind: 'found', accounts: [account] };
  },
};
