/**
 * Logins at the Pages API. The person's token is exchanged for a lasting one, and that for the tokens of their pages,
 * which have no end. An account of the service is a page: a login gives all that the person chose.
 */
import { z } from 'zod';
import { graphId, makeGraph } from '../graph/graph-api.js';
import { graphLoginFailures } from '../graph/graph-errors.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { FoundAccount, OAuthRow } from '../kit/oauth-row.js';
import { profileText, webAddress } from '../kit/profile.js';
import { api, fetchScopes, READ_NUMBERS } from './client.js';

/** 1000 pages. */
const PAGE_SIZE = '100';
const MAX_PAGES = 10;

const accountsSchema = z.object({
  data: z.array(
    z.object({
      id: graphId,
      name: profileText,
      username: profileText.optional(),
      link: webAddress.optional(),
      access_token: z.string().min(1),
    }),
  ),
  /** `next` is there when there is more. */
  paging: z.object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() }).optional(),
});

export const oauth: OAuthRow = {
  platform: 'socialpage',
  defaultBaseUrl: api.defaultBaseUrl,
  authorizeUrl: `https://www.facebook.com/${api.version}/dialog/oauth`,
  tokenUrl: `${api.defaultBaseUrl}/${api.version}/oauth/access_token`,
  tokenMethod: 'GET',
  version: api.version,
  failures: graphLoginFailures,
  scopes: [
    ...['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
    // For first comments.
    'pages_manage_engagement',
    READ_NUMBERS,
  ],
  separator: ',',
  clientAuth: 'body',
  pkce: false,
  lasting: {
    url: `${api.defaultBaseUrl}/${api.version}/oauth/access_token`,
    params: (accessToken, { id, secret }) => ({
      grant_type: 'fb_exchange_token',
      client_id: id,
      client_secret: secret,
      fb_exchange_token: accessToken,
    }),
  },
  renewal: null,
  renewAheadMs: 0,
  async accounts(http, { accessToken }, setup) {
    const granted = setup.client && (await fetchScopes(http, setup, setup.client, accessToken));
    if (granted?.kind === 'failed') return granted;
    const scopes = granted?.scopes.join(' ');
    const graph = makeGraph(http, api, setup, accessToken, 'prepare');
    const accounts: FoundAccount[] = [];
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const fields = 'id,name,username,link,access_token';
      const listed = await graph.get('/me/accounts', { fields, limit: PAGE_SIZE, after }, accountsSchema);
      if (listed.kind === 'rejected') return listed.step;
      for (const { id, name, username = name, link = null, access_token: pageToken } of listed.value.data) {
        const credentials = { accessToken: pageToken, ...(scopes === undefined ? {} : { scopes }) };
        const profile = { username, displayName: name || username, profileUrl: link, profileImageUrl: null };
        accounts.push({ accountId: id, ...profile, credentials, expiresAt: null });
      }
      const { paging } = listed.value;
      after = paging?.next === undefined ? undefined : paging.cursors?.after;
      if (after === undefined) break;
    }
    return accounts.length === 0 ? withoutPage() : { kind: 'found', accounts };
  },
};

function withoutPage(): FailedStep {
  const context = { platform: 'socialpage', purpose: 'prepare', secrets: [] } as const;
  const happened = 'granted access to no page: log in again as someone who manages one, and choose it';
  return failed('PERMISSION_DENIED', context, { outcome: 'rejected', happened });
}
