import type { Router } from 'express';
import type { Reply, SandboxContext } from '../exchange.js';
import { type OAuthProblem, type OAuthQuirks, secondsOf } from '../oauth/quirks.js';
import { oauthRouter } from '../oauth/router.js';

const codes: Record<string, number> = { invalid_client: 2, unauthorized_client: 2, invalid_grant: 283 };

const error = ({ status, code, description }: OAuthProblem): Reply => ({
  status,
  body: { code: codes[code] ?? 1, message: description },
});

/** OAuth 2 of Pinterest. One login gives access to every board of a person. */
const quirks: OAuthQuirks = {
  platform: 'pinboard',
  authorizePath: '/oauth',
  several: 'accounts',
  scopes: [
    ...['ads:read', 'ads:write', 'billing:read', 'billing:write', 'biz_access:read', 'biz_access:write', 'boards:read'],
    ...['boards:read_secret', 'boards:write', 'boards:write_secret', 'catalogs:read', 'catalogs:write', 'pins:read'],
    ...['pins:read_secret', 'pins:write', 'pins:write_secret', 'user_accounts:read', 'user_accounts:write'],
  ],
  separator: ',',
  pkce: 'none',
  codeSeconds: 600,
  tokenPath: '/v5/oauth/token',
  tokenParameters: ['continuous_refresh', 'scope'],
  clientAuth: 'basic',
  accessSeconds: 2_592_000,
  refresh: { seconds: 5_184_000, rotates: true },
  error,
  answer: (grant, first) => ({
    response_type: first ? 'authorization_code' : 'refresh_token',
    access_token: grant.accessToken,
    token_type: 'bearer',
    expires_in: secondsOf(grant),
    refresh_token: grant.refreshToken,
    refresh_token_expires_in: 5_184_000,
    scope: grant.scopes?.join(' '),
  }),
};

export const pinboardOAuth = (context: SandboxContext): Router => oauthRouter(context, quirks);
