/** Logins of TikTok (RFC 6749, with `client_key` for `client_id`). */
import { addressAt } from '../../foundation/http-client/address.js';
import { MINUTE_MS } from '../../foundation/time/durations.js';
import type { OAuthRow } from '../kit/oauth-row.js';
import { DEFAULT_BASE_URL, makeClient } from './client.js';
import { shortvideoFailures } from './failures.js';
import { mayPost } from './probe.js';

export const oauth: OAuthRow = {
  platform: 'shortvideo',
  defaultBaseUrl: DEFAULT_BASE_URL,
  authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
  tokenUrl: `${DEFAULT_BASE_URL}/v2/oauth/token/`,
  failures: shortvideoFailures,
  scopes: ['user.info.basic', 'video.publish', 'video.upload'],
  separator: ',',
  clientIdName: 'client_key',
  clientAuth: 'body',
  // Apps that run on a server need no PKCE.
  pkce: false,
  renewal: { kind: 'refresh token' },
  // The access token lasts two hours, the refresh token half a year; it may change.
  renewAheadMs: 15 * MINUTE_MS,
  async accounts(http, { accessToken, refreshToken = '', scopes }, { baseUrl }) {
    const refused = mayPost(scopes);
    if (refused) return refused;
    const client = makeClient(http, baseUrl ?? DEFAULT_BASE_URL, accessToken, 'prepare', [refreshToken]);
    const result = await client.user();
    if (result.kind === 'rejected') return result.step;
    const { open_id: accountId, display_name: displayName, avatar_url: profileImageUrl } = result.value.user;
    // In the user's profile the username needs a scope that posting does not; here it needs none.
    const creator = await client.creator();
    const name = creator.kind === 'ok' ? creator.value.creator_username : null;
    const page = name && `https://www.tiktok.com/@${encodeURIComponent(name)}`;
    const account = {
      accountId,
      username: name ?? displayName,
      displayName: displayName || (name ?? accountId),
      profileUrl: page && addressAt(baseUrl, DEFAULT_BASE_URL, page),
      profileImageUrl,
    };
    return { kind: 'found', accounts: [account] };
  },
};
