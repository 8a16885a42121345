import { z } from 'zod';
import {
  authorizeQuery,
  FORM,
  fields,
  file,
  JSON_TYPE,
  MULTIPART,
  PKCE,
  type PlatformWire,
  tokenRequest,
} from '../endpoint.js';

const id = z.string().regex(/^\d{1,19}$/);

const createPost = z.strictObject({
  text: z.string().optional(),
  media: z
    .strictObject({ media_ids: z.array(id).min(1).max(4), tagged_user_ids: z.array(id).max(10).optional() })
    .optional(),
  reply: z.strictObject({ in_reply_to_tweet_id: id, exclude_reply_user_ids: z.array(id).optional() }).optional(),
  reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
  quote_tweet_id: id.optional(),
  made_with_ai: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
});

export const microblog: PlatformWire = {
  endpoints: [
    {
      address: 'GET https://x.com/i/oauth2/authorize',
      auth: 'none',
      query: authorizeQuery('client_id', PKCE),
    },
    {
      address: 'POST https://api.x.com/2/oauth2/token',
      auth: 'Basic',
      contentType: FORM,
      body: tokenRequest([], ['code_verifier']),
    },
    { address: 'GET https://api.x.com/2/users/me', query: fields([], ['user.fields']) },
    { address: 'POST https://api.x.com/2/tweets', contentType: JSON_TYPE, body: createPost },
    {
      address: 'POST https://api.x.com/2/media/upload',
      contentType: MULTIPART,
      body: z.strictObject({ media: file(/^image\//), media_category: z.enum(['tweet_image', 'tweet_gif']) }),
    },
    {
      address: 'POST https://api.x.com/2/media/upload/initialize',
      contentType: JSON_TYPE,
      body: z.strictObject({
        media_type: z.enum(['video/mp4', 'video/quicktime', 'video/webm', 'video/mp2t']),
        total_bytes: z.int().positive(),
        media_category: z.literal('tweet_video'),
      }),
    },
    {
      address: 'POST https://api.x.com/2/media/upload/{id}/append',
      contentType: MULTIPART,
      body: z.strictObject({ media: file(/^video\//), segment_index: z.string().regex(/^\d{1,3}$/) }),
    },
    { address: 'POST https://api.x.com/2/media/upload/{id}/finalize' },
    {
      address: 'GET https://api.x.com/2/media/upload',
      query: z.strictObject({ command: z.literal('STATUS'), media_id: id }),
    },
    {
      address: 'POST https://api.x.com/2/media/metadata',
      contentType: JSON_TYPE,
      body: z.strictObject({
        id,
        metadata: z.strictObject({ alt_text: z.strictObject({ text: z.string().min(1).max(1000) }) }),
      }),
    },
    {
      address: 'GET https://api.x.com/2/users/{id}/tweets',
      query: fields(
        [],
        ['exclude', 'max_results', 'pagination_token', 'post.fields', 'since_id', 'until_id', 'start_time', 'end_time'],
      ),
    },
    {
      address: 'GET https://api.x.com/2/tweets',
      query: z.strictObject({ ids: z.string().regex(/^\d{1,19}(,\d{1,19}){0,99}$/), 'post.fields': z.string() }),
    },
    { address: 'DELETE https://api.x.com/2/tweets/{id}' },
  ],
};
