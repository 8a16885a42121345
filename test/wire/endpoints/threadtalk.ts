import { z } from 'zod';
import { authorizeQuery, FORM, fields, type PlatformWire } from '../endpoint.js';
import { page, selection } from './graph.js';

const optional = [
  ...['text', 'image_url', 'video_url', 'alt_text', 'is_carousel_item', 'children', 'reply_to_id', 'auto_publish_text'],
  ...['link_attachment', 'topic_tag', 'quote_post_id', 'location_id', 'text_entities', 'is_spoiler_media'],
  ...['poll_attachment', 'text_attachment', 'gif_attachment', 'is_ghost_post'],
];

export const threadtalk: PlatformWire = {
  versions: /^v1\.0$/,
  endpoints: [
    { address: 'GET https://www.threads.net/oauth/authorize', auth: 'none', query: authorizeQuery() },
    {
      address: 'POST https://graph.threads.net/oauth/access_token',
      auth: 'none',
      contentType: FORM,
      body: fields(['client_id', 'client_secret', 'code', 'grant_type', 'redirect_uri']),
    },
    {
      address: 'GET https://graph.threads.net/access_token',
      auth: 'none',
      query: fields(['client_secret', 'access_token']).extend({ grant_type: z.literal('th_exchange_token') }),
    },
    {
      address: 'GET https://graph.threads.net/refresh_access_token',
      auth: 'none',
      query: fields(['access_token']).extend({ grant_type: z.literal('th_refresh_token') }),
    },
    { address: 'GET https://graph.threads.net/{version}/me', query: selection },
    { address: 'GET https://graph.threads.net/{version}/debug_token', query: fields(['input_token']) },
    {
      address: 'POST https://graph.threads.net/{version}/me/threads',
      contentType: FORM,
      body: fields([], optional).extend({
        media_type: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']),
        reply_control: z
          .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
          .optional(),
      }),
    },
    {
      address: 'POST https://graph.threads.net/{version}/me/threads_publish',
      contentType: FORM,
      body: fields(['creation_id']),
    },
    { address: 'GET https://graph.threads.net/{version}/{container}', query: selection },
    { address: 'GET https://graph.threads.net/{version}/me/threads', query: page },
    {
      address: 'GET https://graph.threads.net/{version}/{post}/conversation',
      query: page.extend({ reverse: z.enum(['true', 'false']).optional() }),
    },
    {
      address: 'POST https://graph.threads.net/{version}/{reply}/manage_reply',
      contentType: FORM,
      body: z.strictObject({ hide: z.enum(['true', 'false']) }),
    },
    { address: 'DELETE https://graph.threads.net/{version}/{post}' },
  ],
};
