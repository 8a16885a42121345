/**
 * Accounts of the two APIs where a login is that of one account: a brief token, exchanged for one of 60 days, which
 * renews itself.
 */
import type { Http } from '../../foundation/http-client/http.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { FailedStep } from '../kit/failed-step.js';
import type { FailureTable } from '../kit/failure-table.js';
import { makeAuthorization, makeTokenSession } from '../kit/oauth.js';
import type { FoundAccount, OAuthRow } from '../kit/oauth-row.js';
import type { Account, Credentials } from '../port/account.js';
import type { Platform, PlatformSetup, Probed } from '../port/platform.js';
import { type Graph, type GraphApi, makeGraph, openGraph, scopesOf } from './graph-api.js';

/** Whose a token is, and what it may do. */
export interface Identified {
  kind: 'identified';
  owner: FoundAccount;
  scopes: string[];
}

/** What each of them does differently. */
export interface AccountRow {
  api: GraphApi;
  authorizeUrl: string;
  tokenUrl: string;
  /** Errors of a login. */
  failures: FailureTable;
  scopes: readonly string[];
  /** The prefix of the names of its grants. */
  grants: string;
  /** `scopes` are those that the token was given with; a failure when it may not post. */
  identify(graph: Graph, token: { accessToken: string; scopes: string[] }): Promise<Identified | FailedStep>;
}

/** How such accounts are connected, renewed and checked. */
export function makeAccounts(row: AccountRow) {
  const { api, identify } = row;
  const oauth = makeOAuthRow(row);
  return {
    key: api.platform,
    defaultBaseUrl: api.defaultBaseUrl,
    session: makeTokenSession(oauth),
    connector: null,
    authorization: makeAuthorization(oauth),
    async probe(http: Http, account: Account, setup: PlatformSetup): Promise<Probed> {
      const opened = openGraph(http, api, setup, account, 'prepare');
      if (opened.kind === 'failed') return opened;
      const found = await identify(opened.graph, opened);
      if (found.kind === 'failed') return found;
      return { kind: 'working', displayName: found.owner.displayName, permissions: found.scopes };
    },
  } satisfies Omit<Platform, 'publisher'>;
}

const makeOAuthRow = ({ api, grants, identify, ...row }: AccountRow): OAuthRow => ({
  ...row,
  platform: api.platform,
  defaultBaseUrl: api.defaultBaseUrl,
  separator: ',',
  clientAuth: 'body',
  pkce: false,
  lasting: {
    url: `${api.defaultBaseUrl}/access_token`,
    params: (accessToken, { secret }) => ({
      grant_type: `${grants}_exchange_token`,
      client_secret: secret,
      access_token: accessToken,
    }),
  },
  renewal: {
    kind: 'access token',
    url: `${api.defaultBaseUrl}/refresh_access_token`,
    params: (accessToken) => ({ grant_type: `${grants}_refresh_token`, access_token: accessToken }),
  },
  renewAheadMs: 14 * DAY_MS,
  async accounts(http, tokens, setup) {
    const { accessToken } = tokens;
    const graph = makeGraph(http, api, setup, accessToken, 'prepare');
    const found = await identify(graph, { accessToken, scopes: scopesOf(tokens) });
    if (found.kind === 'failed') return found;
    const credentials = { ...tokens, scopes: found.scopes.join(' ') } as Credentials;
    return { kind: 'found', accounts: [{ ...found.owner, credentials }] };
  },
});
