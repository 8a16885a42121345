import express, { type Router } from 'express';
import type { SandboxContext } from '../exchange.js';
import { bearerToken } from '../graph/bearer-token.js';
import { checkVersion } from '../graph/versions.js';
import { graphError } from '../oauth/error-forms.js';
import type { OAuthQuirks } from '../oauth/quirks.js';
import { oauthRouter } from '../oauth/router.js';

const tokenPath = '/:version/oauth/access_token';

/** OAuth 2 of Facebook: the token belongs to a person, and each of the person's pages has a separate token. */
const quirks: OAuthQuirks = {
  platform: 'socialpage',
  authorizePath: '/:version/dialog/oauth',
  authorizeParameters: { auth_type: ['rerequest', 'reauthenticate'], display: ['page', 'popup'] },
  cancelled: { error_code: '200', error_description: 'Permissions error', error_reason: 'user_denied' },
  several: 'person',
  scopes: [
    ...['public_profile', 'email', 'business_management', 'pages_show_list', 'pages_manage_posts'],
    ...['pages_read_engagement', 'pages_manage_engagement', 'pages_read_user_content', 'pages_manage_metadata'],
    ...['publish_video', 'read_insights'],
  ],
  separator: ',',
  pkce: 'none',
  codeSeconds: 600,
  tokenPath,
  tokenMethod: 'GET',
  clientAuth: 'body',
  accessSeconds: 5400,
  exchanges: [
    {
      path: tokenPath,
      grantType: 'fb_exchange_token',
      tokenName: 'fb_exchange_token',
      client: ['client_id', 'client_secret'],
      answer: bearerToken,
    },
  ],
  error: graphError,
  answer: bearerToken,
};

export const socialpageOAuth = (context: SandboxContext): Router =>
  express.Router().use(checkVersion, oauthRouter(context, quirks));
