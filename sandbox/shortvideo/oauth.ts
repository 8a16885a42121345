import type { Router } from 'express';
import type { Reply, SandboxContext } from '../exchange.js';
import { authenticate, need } from '../oauth/parameters.js';
import { type OAuthProblem, type OAuthQuirks, secondsOf } from '../oauth/quirks.js';
import { oauthEndpoint, oauthRouter } from '../oauth/router.js';
import { randomToken } from '../random.js';

const error = ({ status, code, description }: OAuthProblem): Reply => ({
  status: status === 401 ? 400 : status,
  body: { error: code, error_description: description, log_id: randomToken(12) },
});

/** OAuth 2 of TikTok: the app's id has another name, and scopes are joined by commas. */
const quirks: OAuthQuirks = {
  platform: 'shortvideo',
  authorizePath: '/v2/auth/authorize',
  authorizeParameters: { disable_auto_auth: ['0', '1'] },
  clientIdName: 'client_key',
  scopes: [
    ...['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list', 'video.publish', 'video.upload'],
  ],
  separator: ',',
  pkce: 'none',
  codeSeconds: 600,
  tokenPath: '/v2/oauth/token',
  clientAuth: 'body',
  accessSeconds: 7200,
  refresh: { seconds: 15_552_000, rotates: true },
  error,
  answer: (grant) => ({
    access_token: grant.accessToken,
    expires_in: secondsOf(grant),
    open_id: grant.account.accountId,
    refresh_token: grant.refreshToken,
    refresh_expires_in: 15_552_000,
    scope: grant.scopes?.join(','),
    token_type: 'Bearer',
  }),
};

export function shortvideoOAuth(context: SandboxContext): Router {
  const router = oauthRouter(context, quirks);
  router.post(
    '/v2/oauth/revoke',
    ...oauthEndpoint(context, quirks, ['client_key', 'client_secret', 'token'], (params, req) => {
      const { id } = authenticate(context, quirks, req, params);
      const grant = context.grants.find('shortvideo', need(quirks, params, 'token'));
      const run = () => {
        if (grant?.clientId === id) context.grants.revoke(grant);
        return { status: 200 };
      };
      return { accountId: grant?.account.accountId ?? null, run };
    }),
  );
  return router;
}
