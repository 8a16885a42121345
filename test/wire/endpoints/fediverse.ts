import { z } from 'zod';
import {
  authorizeQuery,
  type Endpoint,
  FORM,
  fields,
  file,
  JSON_TYPE,
  MULTIPART,
  PKCE,
  type PlatformWire,
} from '../endpoint.js';

const at = (method: 'GET' | 'POST' | 'DELETE', path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  address: `${method} https://{server}${path}`,
  ...more,
});

const status = {
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']).optional(),
  language: z.string().optional(),
  in_reply_to_id: z.string().optional(),
  sensitive: z.boolean().optional(),
  spoiler_text: z.string().optional(),
};
const mediaIds = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(4)]);

const client = ['client_id', 'client_secret', 'redirect_uri'] as const;

export const fediverse: PlatformWire = {
  endpoints: [
    at('GET', '/.well-known/oauth-authorization-server', { auth: 'none' }),
    at('POST', '/api/v1/apps', {
      auth: 'none',
      contentType: FORM,
      body: fields(['client_name', 'redirect_uris'], ['scopes', 'website']),
    }),
    at('GET', '/oauth/authorize', { auth: 'none', query: authorizeQuery('client_id', PKCE) }),
    at('POST', '/oauth/token', {
      auth: 'none',
      contentType: FORM,
      body: z.discriminatedUnion('grant_type', [
        fields([...client, 'code', 'code_verifier']).extend({ grant_type: z.literal('authorization_code') }),
        fields(client, ['scope']).extend({ grant_type: z.literal('client_credentials') }),
      ]),
    }),
    at('GET', '/api/v1/accounts/verify_credentials'),
    at('GET', '/api/v1/apps/verify_credentials'),
    at('POST', '/api/v1/statuses', {
      contentType: [JSON_TYPE, FORM],
      headers: z.object({ 'idempotency-key': z.string().min(1) }),
      body: z.union([
        z.strictObject({ ...status, status: z.string().min(1) }),
        z.strictObject({ ...status, status: z.string(), 'media_ids[]': mediaIds }),
      ]),
    }),
    at('POST', '/api/v2/media', {
      contentType: MULTIPART,
      body: fields([], ['description', 'focus']).extend({ file: file(/^(image|video|audio)\//) }),
    }),
    at('GET', '/api/v1/media/{id}'),
    at('GET', '/api/v1/accounts/{id}/statuses', {
      query: fields([], ['exclude_reblogs', 'exclude_replies', 'limit', 'max_id', 'min_id', 'since_id', 'only_media']),
    }),
    at('GET', '/api/v1/statuses', {
      query: z.strictObject({ 'id[]': z.union([z.string().min(1), z.array(z.string().min(1)).max(20)]) }),
    }),
    at('GET', '/api/v1/statuses/{id}'),
    at('GET', '/api/v1/statuses/{id}/source'),
    at('DELETE', '/api/v1/statuses/{id}', {
      query: z.strictObject({ delete_media: z.enum(['true', 'false']).optional() }),
    }),
  ],
};
