/** Logins at the Pinterest API v5 (RFC 6749). An account of the service is a board: a login gives all that the user has. */
import { DAY_MS } from '../../foundation/time/durations.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { FoundAccount, OAuthRow } from '../kit/oauth-row.js';
import { DEFAULT_BASE_URL, makeClient, siteAddress } from './client.js';
import { pinboardFailures } from './failures.js';

/** 10,000 boards. */
const MAX_PAGES = 40;

export const oauth: OAuthRow = {
  platform: 'pinboard',
  defaultBaseUrl: DEFAULT_BASE_URL,
  authorizeUrl: 'https://www.pinterest.com/oauth/',
  tokenUrl: `${DEFAULT_BASE_URL}/v5/oauth/token`,
  failures: {
    ...pinboardFailures,
    // A request for tokens shows the app's credentials, so it is those that are refused.
    rows: [{ status: 401, error: 2, code: 'PLATFORM_NOT_CONFIGURED' }, ...pinboardFailures.rows],
  },
  // Those of `pins/create` (which needs boards:write too), of the lists, and of the owner's account.
  scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'],
  separator: ',',
  clientAuth: 'basic',
  pkce: false,
  renewal: { kind: 'refresh token' },
  // The access token lasts 30 days, the refresh token 60.
  renewAheadMs: 10 * DAY_MS,
  async accounts(http, { accessToken, refreshToken = '' }, { baseUrl }) {
    const client = makeClient(http, baseUrl ?? DEFAULT_BASE_URL, accessToken, 'prepare', [refreshToken]);
    const user = await client.user();
    if (user.kind === 'rejected') return user.step;
    const { username, profile_image: profileImageUrl = null } = user.value;
    const accounts: FoundAccount[] = [];
    let bookmark: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const boards = await client.boards(bookmark);
      if (boards.kind === 'rejected') return boards.step;
      for (const { id, name } of boards.value.items) {
        const profileUrl = siteAddress(baseUrl, `/${encodeURIComponent(username)}/`);
        accounts.push({ accountId: id, username, displayName: name || username, profileUrl, profileImageUrl });
      }
      bookmark = boards.value.bookmark ?? null;
      if (bookmark === null) break;
    }
    return accounts.length === 0 ? withoutBoard() : { kind: 'found', accounts };
  },
};

function withoutBoard(): FailedStep {
  const context = { platform: 'pinboard', purpose: 'prepare', secrets: [] } as const;
  const happened = 'has no board that this account can pin to: create one there, then connect again';
  return failed('PERMISSION_DENIED', context, { outcome: 'rejected', happened });
}
