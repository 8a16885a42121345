import type { Router } from 'express';
import type { Reply, SandboxContext } from '../exchange.js';
import { bearerToken } from '../graph/bearer-token.js';
import { graphError } from '../oauth/error-forms.js';
import type { OAuthProblem, OAuthQuirks } from '../oauth/quirks.js';
import { oauthRouter } from '../oauth/router.js';

/** The host that exchanges the code has its own error format; the other hosts use that of the Graph APIs. */
function error(problem: OAuthProblem): Reply {
  if (problem.status >= 500) return graphError(problem);
  const message = problem.code === 'invalid_client' ? 'Invalid platform app' : problem.description;
  return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message: message } };
}

/** OAuth 2 of Instagram: a token of an hour, exchanged for one of 60 days that renews itself. */
const quirks: OAuthQuirks = {
  platform: 'photogram',
  authorizePath: '/oauth/authorize',
  authorizeParameters: { enable_fb_login: ['0', '1'], force_reauth: ['true', 'false'] },
  cancelled: { error_reason: 'user_denied', error_description: 'The user denied your request.' },
  scopes: [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_comments',
    'instagram_business_manage_insights',
    'instagram_business_manage_messages',
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
      grantType: 'ig_exchange_token',
      tokenName: 'access_token',
      client: ['client_secret'],
      takes: 'brief',
      answer: bearerToken,
    },
    {
      path: '/refresh_access_token',
      grantType: 'ig_refresh_token',
      tokenName: 'access_token',
      client: [],
      takes: 'lasting',
      answer: (grant) => ({ ...bearerToken(grant), permissions: (grant.scopes ?? quirks.scopes).join(',') }),
    },
  ],
  error,
  exchangeError: graphError,
  answer: (grant) => ({
    access_token: grant.accessToken,
    user_id: grant.account.accountId,
    permissions: grant.scopes?.join(','),
  }),
};

export const photogramOAuth = (context: SandboxContext): Router => oauthRouter(context, quirks);
