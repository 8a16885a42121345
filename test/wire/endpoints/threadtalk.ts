import { z } from 'zod';
import { FORM, fields, type PlatformWire } from '../endpoint.js';
import { loginEndpoints, page, publishContainer, selection } from './graph.js';

const optional = [
  ...['text', 'image_url', 'video_url', 'alt_text', 'is_carousel_item', 'children', 'reply_to_id', 'auto_publish_text'],
  ...['link_attachment', 'topic_tag', 'quote_post_id', 'location_id', 'text_entities', 'is_spoiler_media'],
  ...['poll_attachment', 'text_attachment', 'gif_attachment', 'is_ghost_post'],
];

export const threadtalk: PlatformWire = {
  versions: /^v1\.0$/,
  endpoints: [
    ...loginEndpoints({
      authorize: 'https://www.threads.net/oauth/authorize',
      token: 'https://graph.threads.net/oauth/access_token',
      host: 'https://graph.threads.net',
      grantPrefix: 'th',
    }),
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
    publishContainer('POST https://graph.threads.net/{version}/me/threads_publish'),
    { address: 'GET https://graph.threads.net/{version}/{container}', query: selection },
    { address: 'GET https://graph.threads.net/{version}/me/threads', query: page },
    { address: 'GET https://graph.threads.net/{version}/me/replies', query: page },
    {
      address: 'GET https://graph.threads.net/{version}/{post}/conversation',
      query: page.extend({ reverse: z.enum(['true', 'false']).optional() }),
    },
    {
      address: 'POST https://graph.threads.net/{version}/{reply}/manage_reply',
      contentType: FORM,
      body: z.strictObject({ hide: z.enum(['true', 'false']) }),
    },
    {
      address: 'GET https://graph.threads.net/{version}/{post}/insights',
      query: z.strictObject({ metric: z.string().regex(/^(views|likes|replies|reposts|quotes|shares|,)+$/) }),
    },
    {
      address: 'GET https://graph.threads.net/{version}/me/threads_insights',
      query: fields(['metric'], ['since', 'until']),
    },
    { address: 'DELETE https://graph.threads.net/{version}/{post}' },
  ],
};
