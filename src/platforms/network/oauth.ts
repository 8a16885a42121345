/**
 * Logins (RFC 6749, no PKCE). An access lasts 60 days; a refresh token is given to the apps of approved partners alone,
 * for a year.
 */
import { addressAt } from '../../foundation/http-client/address.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { Context } from '../kit/failed-step.js';
import type { FoundAccount, OAuthRow } from '../kit/oauth-row.js';
import { DEFAULT_BASE_URL, makeClient } from './client.js';
import { networkFailures } from './failures.js';
import { fetchAdministered, fetchMember, fetchOrganization, organizationId } from './profile.js';

/** With one of these scopes, the organizations that the member administers may be requested. */
const ORGANIZATION_SCOPES = ['rw_organization_admin', 'r_organization_admin'];

export const oauth: OAuthRow = {
  platform: 'network',
  defaultBaseUrl: DEFAULT_BASE_URL,
  authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
  failures: networkFailures,
  // Who it is; posts; comments and reactions; statistics of posts; followers. An app has them by its products, so an
  // operator whose app lacks some configures those that it has.
  scopes: [
    'openid',
    'profile',
    'w_member_social',
    'w_member_social_feed',
    'r_member_postAnalytics',
    'r_member_profileAnalytics',
  ],
  separator: ' ',
  clientAuth: 'body',
  denials: ['user_cancelled_authorize', 'user_cancelled_login'],
  pkce: false,
  renewal: { kind: 'refresh token' },
  renewAheadMs: 7 * DAY_MS,
  async accounts(http, tokens, setup) {
    const { accessToken, refreshToken = '', scopes = '' } = tokens;
    const context: Context = { platform: 'network', purpose: 'prepare', secrets: [accessToken, refreshToken] };
    const client = makeClient(http, setup.baseUrl ?? DEFAULT_BASE_URL, setup, accessToken, '', context);
    const member = await fetchMember(client);
    if (member.kind === 'rejected') return member.step;
    const { sub, name, picture: profileImageUrl = null } = member.value;
    const accounts: FoundAccount[] = [
      { accountId: sub, username: name, displayName: name, profileUrl: null, profileImageUrl },
    ];
    if (!scopes.split(' ').some((scope) => ORGANIZATION_SCOPES.includes(scope))) return { kind: 'found', accounts };
    const administered = await fetchAdministered(client);
    if (administered.kind === 'rejected') return administered.step;
    for (const { organization: author } of administered.value.elements) {
      const result = await fetchOrganization(client, author);
      if (result.kind === 'rejected') return result.step;
      const { localizedName, vanityName = localizedName } = result.value;
      accounts.push({
        accountId: organizationId(author),
        username: vanityName,
        displayName: localizedName,
        profileUrl: addressAt(
          setup.baseUrl,
          DEFAULT_BASE_URL,
          `https://www.linkedin.com/company/${organizationId(author)}`,
        ),
        profileImageUrl: null,
        credentials: { ...tokens, author },
      });
    }
    return { kind: 'found', accounts };
  },
};
