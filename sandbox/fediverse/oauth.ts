import express, { type Router } from 'express';
import { z } from 'zod';
import { endpoint, type SandboxContext } from '../exchange.js';
import { rfcError } from '../oauth/error-forms.js';
import { authenticate, need } from '../oauth/parameters.js';
import type { OAuthQuirks } from '../oauth/quirks.js';
import { oauthEndpoint, oauthRouter } from '../oauth/router.js';
import { fediverseWire, invalid } from './wire.js';

const scopes = [
  ...['profile', 'read', 'write', 'push', 'follow'],
  ...['read:accounts', 'read:statuses', 'read:media', 'write:accounts', 'write:media', 'write:statuses'],
];

/** OAuth 2 of Mastodon: every app registers itself, and tokens do not expire. */
const quirks: OAuthQuirks = {
  platform: 'fediverse',
  authorizePath: '/oauth/authorize',
  authorizeParameters: { force_login: ['true', 'false'] },
  cancelled: { error_description: 'The resource owner or authorization server denied the request.' },
  scopes,
  separator: ' ',
  pkce: 'optional',
  codeSeconds: 600,
  tokenPath: '/oauth/token',
  tokenParameters: ['scope'],
  takesJson: true,
  clientAuth: 'body',
  accessSeconds: null,
  hasClientTokens: true,
  error: rfcError,
  answer: ({ accessToken, scopes: granted, issuedAt }) => ({
    access_token: accessToken,
    token_type: 'Bearer',
    scope: granted?.join(' '),
    created_at: Math.floor(issuedAt / 1000),
  }),
};

const appForm = z.strictObject({
  client_name: z.string().min(1),
  redirect_uris: z
    .union([z.string(), z.array(z.string())])
    .transform((uris) => [uris].flat().flatMap((uri) => uri.split(/\s+/)))
    .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)),
  scopes: z
    .string()
    .default('read')
    .transform((names) => names.split(' '))
    .pipe(z.array(z.enum(scopes))),
  website: z.url().optional(),
});

export function fediverseOAuth(context: SandboxContext): Router {
  const router = oauthRouter(context, quirks);
  const base = `${context.url}/fediverse`;

  router.get(
    '/.well-known/oauth-authorization-server',
    endpoint(context, fediverseWire(), 'other', () => {
      const body = {
        issuer: `${base}/`,
        authorization_endpoint: `${base}${quirks.authorizePath}`,
        token_endpoint: `${base}${quirks.tokenPath}`,
        revocation_endpoint: `${base}/oauth/revoke`,
        app_registration_endpoint: `${base}/api/v1/apps`,
        scopes_supported: scopes,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        code_challenge_methods_supported: ['S256'],
      };
      return { accountId: null, run: () => ({ status: 200, body }) };
    }),
  );

  router.post(
    '/api/v1/apps',
    express.urlencoded({ extended: true }),
    express.json(),
    endpoint(context, fediverseWire(), 'other', (req) => {
      const form = appForm.safeParse(req.body ?? {});
      if (!form.success) throw invalid(`${form.error.issues[0]?.path.join(' ')} is invalid`);
      const { client_name: name, redirect_uris: redirectUris, scopes: requestedScopes, website = null } = form.data;
      const run = () => {
        const client = context.clients.register({ platform: 'fediverse', redirectUris, scopes: requestedScopes });
        const body = {
          id: client.id,
          name,
          website,
          scopes: requestedScopes,
          redirect_uri: redirectUris.join('\n'),
          redirect_uris: redirectUris,
          client_id: client.id,
          client_secret: client.secret,
          client_secret_expires_at: 0,
        };
        return { status: 200, body };
      };
      return { accountId: null, run };
    }),
  );

  router.post(
    '/oauth/revoke',
    ...oauthEndpoint(context, quirks, ['client_id', 'client_secret', 'token'], (params, req) => {
      const { id } = authenticate(context, quirks, req, params);
      const grant = context.grants.find('fediverse', need(quirks, params, 'token'));
      const run = () => {
        if (grant?.clientId === id) context.grants.revoke(grant);
        return { status: 200, body: {} };
      };
      return { accountId: grant?.account.accountId ?? null, run };
    }),
  );
  return router;
}
