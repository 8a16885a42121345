import type { Router } from 'express';
import type { SandboxContext } from '../exchange.js';
import { rfcError } from '../oauth/error-forms.js';
import { need } from '../oauth/parameters.js';
import { type OAuthQuirks, refuse, secondsOf } from '../oauth/quirks.js';
import { oauthEndpoint, oauthRouter } from '../oauth/router.js';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/** OAuth 2 of Google: a refresh token for offline access alone, and it stays the same. */
const quirks: OAuthQuirks = {
  platform: 'videohub',
  authorizePath: '/o/oauth2/v2/auth',
  authorizeParameters: {
    access_type: ['online', 'offline'],
    prompt: ['none', 'consent', 'select_account'],
    include_granted_scopes: ['true', 'false'],
  },
  scopes: [
    ...['youtube', 'youtube.force-ssl', 'youtube.readonly', 'youtube.upload', 'youtubepartner'].map(scope),
    ...['openid', 'email', 'profile'],
  ],
  separator: ' ',
  pkce: 'optional',
  codeSeconds: 600,
  tokenPath: '/token',
  clientAuth: 'body',
  accessSeconds: 3599,
  refresh: { seconds: null, rotates: false, given: (_scopes, query) => query.access_type === 'offline' },
  error: rfcError,
  answer: (grant, first) => ({
    access_token: grant.accessToken,
    expires_in: secondsOf(grant),
    scope: grant.scopes?.join(' '),
    token_type: 'Bearer',
    ...(first && grant.refreshToken !== null ? { refresh_token: grant.refreshToken } : {}),
  }),
};

export function videohubOAuth(context: SandboxContext): Router {
  const router = oauthRouter(context, quirks);
  const invalidToken = () => refuse(quirks, { status: 400, code: 'invalid_token', description: 'Invalid Value' });

  router.get(
    '/tokeninfo',
    ...oauthEndpoint(context, quirks, ['access_token'], (params) => {
      const grant = context.grants.find('videohub', need(quirks, params, 'access_token'));
      const ends = grant?.expiresAt ?? Date.now() + 3_599_000;
      if (!grant || ends <= Date.now()) throw invalidToken();
      const clientId = grant.clientId ?? context.clients.own('videohub').id;
      // Numbers are texts here.
      const body = {
        azp: clientId,
        aud: clientId,
        scope: (grant.scopes ?? quirks.scopes).join(' '),
        exp: String(Math.floor(ends / 1000)),
        expires_in: String(Math.floor((ends - Date.now()) / 1000)),
        access_type: grant.refreshToken === null ? 'online' : 'offline',
      };
      return { accountId: grant.account.accountId, run: () => ({ status: 200, body }) };
    }),
  );

  router.post(
    '/revoke',
    ...oauthEndpoint(context, quirks, ['token'], (params) => {
      const token = need(quirks, params, 'token');
      const grant = context.grants.find('videohub', token) ?? context.grants.findByRefresh('videohub', token);
      if (!grant) throw invalidToken();
      const run = () => {
        context.grants.revoke(grant);
        return { status: 200, body: {} };
      };
      return { accountId: grant.account.accountId, run };
    }),
  );
  return router;
}
