import type { Router } from 'express';
import type { SandboxContext } from '../exchange.js';
import { bearerToken } from '../graph/bearer-token.js';
import { graphError } from '../oauth/error-forms.js';
import type { OAuthQuirks } from '../oauth/quirks.js';
import { oauthRouter } from '../oauth/router.js';

/** OAuth 2 of Threads: a token of an hour, exchanged for one of 60 days that renews itself. */
const quirks: OAuthQuirks = {
  platform: 'threadtalk',
  authorizePath: '/oauth/authorize',
  cancelled: { error_reason: 'user_denied', error_description: 'The user denied your request.' },
  scopes: [
    ...['threads_basic', 'threads_content_publish', 'threads_manage_replies', 'threads_read_replies'],
    ...['threads_manage_insights', 'threads_manage_mentions', 'threads_keyword_search', 'threads_delete'],
  ],
  separator: ',',
  pkce: 'none',
  codeSeconds: 3600,
  tokenPath: '/oauth/access_token',
  clientAuth: 'body',
  accessSeconds: 3600,
  exchanges: [
    {
      path: '/access_token',
      grantType: 'th_exchange_token',
      tokenName: 'access_token',
      client: ['client_secret'],
      takes: 'brief',
      answer: bearerToken,
    },
    {
      path: '/refresh_access_token',
      grantType: 'th_refresh_token',
      tokenName: 'access_token',
      client: [],
      takes: 'lasting',
      answer: bearerToken,
    },
  ],
  error: graphError,
  answer: ({ accessToken, account }) => ({ access_token: accessToken, user_id: account.accountId }),
};

export const threadtalkOAuth = (context: SandboxContext): Router => oauthRouter(context, quirks);
