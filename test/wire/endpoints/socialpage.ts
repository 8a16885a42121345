import { z } from 'zod';
import { authorizeQuery, FORM, fields, file, MULTIPART, type PlatformWire } from '../endpoint.js';
import { graphVersions, insights, page, selection } from './graph.js';

const feed = fields(
  [],
  ['message', 'link', 'attached_media', 'published', 'scheduled_publish_time', 'place', 'tags', 'targeting'],
);
const photo = fields([], ['caption', 'message', 'published', 'alt_text_custom', 'temporary', 'targeting']).extend({
  url: z.url(),
});

const session = { upload_session_id: z.string().regex(/^\d+$/) };
const offset = z.string().regex(/^\d+$/);
const phase = <T extends string>(upload_phase: T) => ({ upload_phase: z.literal(upload_phase) });
const video = z.discriminatedUnion('upload_phase', [
  z.strictObject({ ...phase('start'), file_size: offset }),
  z.strictObject({ ...phase('transfer'), ...session, start_offset: offset, video_file_chunk: file(/^video\//) }),
  z.strictObject({ ...phase('finish'), ...session, description: z.string().optional(), title: z.string().optional() }),
]);

export const socialpage: PlatformWire = {
  versions: graphVersions,
  endpoints: [
    {
      address: 'GET https://www.facebook.com/{version}/dialog/oauth',
      auth: 'none',
      query: authorizeQuery(),
    },
    {
      address: 'GET https://graph.facebook.com/{version}/oauth/access_token',
      auth: 'none',
      query: z.union([
        fields(['client_id', 'client_secret', 'redirect_uri', 'code']).extend({
          grant_type: z.literal('authorization_code'),
        }),
        fields(['client_id', 'client_secret', 'fb_exchange_token']).extend({
          grant_type: z.literal('fb_exchange_token'),
        }),
      ]),
    },
    {
      address: 'GET https://graph.facebook.com/{version}/debug_token',
      auth: 'none',
      query: fields(['input_token', 'access_token']),
    },
    { address: 'GET https://graph.facebook.com/{version}/me/accounts', query: page },
    { address: 'POST https://graph.facebook.com/{version}/{page}/feed', contentType: FORM, body: feed },
    { address: 'POST https://graph.facebook.com/{version}/{page}/photos', contentType: FORM, body: photo },
    { address: 'POST https://graph.facebook.com/{version}/{page}/videos', contentType: [FORM, MULTIPART], body: video },
    { address: 'GET https://graph.facebook.com/{version}/{page}/published_posts', query: page },
    {
      address: 'POST https://graph.facebook.com/{version}/{post}/comments',
      contentType: FORM,
      body: fields(['message'], ['attachment_id', 'attachment_share_url', 'attachment_url']),
    },
    {
      address: 'GET https://graph.facebook.com/{version}/{post}/comments',
      query: page.extend({
        order: z.enum(['chronological', 'reverse_chronological']).optional(),
        filter: z.enum(['stream', 'toplevel']).optional(),
      }),
    },
    { address: 'GET https://graph.facebook.com/{version}/{id}', query: selection },
    { address: 'DELETE https://graph.facebook.com/{version}/{id}' },
    { address: 'GET https://graph.facebook.com/{version}/{post}/insights', query: insights },
    { address: 'GET https://graph.facebook.com/{version}/{video}/video_insights', query: insights.partial() },
  ],
};
