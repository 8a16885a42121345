import type { Router } from 'express';
import type { SandboxContext } from '../exchange.js';
import { rfcError } from '../oauth/error-forms.js';
import { authenticate, need } from '../oauth/parameters.js';
import { type OAuthQuirks, secondsOf } from '../oauth/quirks.js';
import { oauthEndpoint, oauthRouter } from '../oauth/router.js';

/** How long a refresh token lasts. */
const partnerSeconds = 31_536_000;

/** OAuth 2 of LinkedIn: no PKCE, tokens of 60 days, refresh tokens only for partners. */
const quirks: OAuthQuirks = {
  platform: 'network',
  authorizePath: '/oauth/v2/authorization',
  cancelled: {
    error: 'user_cancelled_authorize',
    error_description: 'The user cancelled the authorization',
  },
  scopes: [
    ...['openid', 'profile', 'email', 'r_basicprofile', 'w_member_social', 'r_member_social'],
    ...['w_member_social_feed', 'r_member_social_feed', 'r_member_postAnalytics', 'r_member_profileAnalytics'],
    ...['w_organization_social', 'r_organization_social', 'rw_organization_admin', 'r_organization_admin'],
  ],
  separator: ' ',
  pkce: 'none',
  codeSeconds: 1800,
  tokenPath: '/oauth/v2/accessToken',
  clientAuth: 'body',
  accessSeconds: 5_184_000,
  // Apps of partners receive refresh tokens. An app with an organization scope counts as one.
  refresh: {
    rotates: false,
    seconds: 31_536_000,
    given: (scopes) => scopes.includes('r_organization_social'),
  },
  error: (problem) =>
    problem.code === 'invalid_grant'
      ? rfcError({
          ...problem,
          code: 'invalid_request',
          description:
            'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
        })
      : rfcError(problem),
  answer: (grant) => ({
    access_token: grant.accessToken,
    expires_in: secondsOf(grant),
    ...(grant.refreshToken !== null && {
      refresh_token: grant.refreshToken,
      refresh_token_expires_in: partnerSeconds,
    }),
    scope: grant.scopes?.join(','),
    token_type: 'Bearer',
  }),
};

const unixSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export function networkOAuth(context: SandboxContext): Router {
  const router = oauthRouter(context, quirks);
  const names = ['client_id', 'client_secret', 'token'];

  router.post(
    '/oauth/v2/introspectToken',
    ...oauthEndpoint(context, quirks, names, (params, req) => {
      const { id } = authenticate(context, quirks, req, params);
      const grant = context.grants.find('network', need(quirks, params, 'token'));
      const run = () => {
        // A token that was never issued is reported like one that was revoked.
        if (!grant) return { status: 200, body: { active: false, status: 'revoked' } };
        const { issuedAt, expiresAt, scopes } = grant;
        const active = expiresAt === null || expiresAt > Date.now();
        const body = {
          active,
          client_id: grant.clientId ?? id,
          authorized_at: unixSeconds(issuedAt),
          created_at: unixSeconds(issuedAt),
          status: active ? 'active' : 'expired',
          expires_at: unixSeconds(expiresAt ?? Date.now() + 5_184_000_000),
          scope: (scopes ?? quirks.scopes).join(','),
          auth_type: '3L',
        };
        return { status: 200, body };
      };
      return { accountId: grant?.account.accountId ?? null, run };
    }),
  );

  router.post(
    '/oauth/v2/revoke',
    ...oauthEndpoint(context, quirks, names, (params, req) => {
      const { id } = authenticate(context, quirks, req, params);
      const grant = context.grants.find('network', need(quirks, params, 'token'));
      const run = () => {
        if (grant?.clientId === id) context.grants.revoke(grant);
        return { status: 200 };
      };
      return { accountId: grant?.account.accountId ?? null, run };
    }),
  );
  return router;
}
