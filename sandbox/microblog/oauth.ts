import type { Router } from 'express';
import type { SandboxContext } from '../exchange.js';
import { rfcError } from '../oauth/error-forms.js';
import { authenticate, need } from '../oauth/parameters.js';
import { type OAuthQuirks, secondsOf } from '../oauth/quirks.js';
import { oauthEndpoint, oauthRouter } from '../oauth/router.js';

/** OAuth 2 of the X API v2: PKCE, a code of half a minute, refresh tokens for a single use. */
const quirks: OAuthQuirks = {
  platform: 'microblog',
  authorizePath: '/i/oauth2/authorize',
  scopes: [
    ...['block.read', 'block.write', 'bookmark.read', 'bookmark.write', 'dm.read', 'dm.write', 'follows.read'],
    ...['follows.write', 'like.read', 'like.write', 'list.read', 'list.write', 'media.write', 'mute.read'],
    ...['mute.write', 'offline.access', 'space.read', 'timeline.read', 'tweet.moderate.write', 'tweet.read'],
    ...['tweet.write', 'users.read'],
  ],
  separator: ' ',
  pkce: 'required',
  codeSeconds: 30,
  tokenPath: '/2/oauth2/token',
  clientAuth: 'basic',
  accessSeconds: 7200,
  refresh: { seconds: null, rotates: true, given: (scopes) => scopes.includes('offline.access') },
  // Tokens and codes that are not good are called an invalid request.
  error: (problem) =>
    problem.code === 'invalid_grant'
      ? rfcError({ ...problem, code: 'invalid_request', description: 'Value passed for the token was invalid.' })
      : rfcError(problem),
  answer: (grant) => ({
    token_type: 'bearer',
    expires_in: secondsOf(grant),
    access_token: grant.accessToken,
    scope: grant.scopes?.join(' '),
    ...(grant.refreshToken === null ? {} : { refresh_token: grant.refreshToken }),
  }),
};

export function microblogOAuth(context: SandboxContext): Router {
  const router = oauthRouter(context, quirks);
  router.post(
    '/2/oauth2/revoke',
    ...oauthEndpoint(context, quirks, ['token', 'token_type_hint', 'client_id'], (params, req) => {
      const { id } = authenticate(context, quirks, req, params);
      const token = need(quirks, params, 'token');
      const grant = context.grants.find('microblog', token) ?? context.grants.findByRefresh('microblog', token);
      const run = () => {
        if (grant?.clientId === id) context.grants.revoke(grant);
        return { status: 200, body: { revoked: true } };
      };
      return { accountId: grant?.account.accountId ?? null, run };
    }),
  );
  return router;
}
