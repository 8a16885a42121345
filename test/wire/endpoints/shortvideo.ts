import { z } from 'zod';
import { authorizeQuery, FORM, fields, JSON_UTF8, type PlatformWire, tokenRequest } from '../endpoint.js';

const range = z.object({ 'content-range': z.string().regex(/^bytes \d+-\d+\/\d+$/) });

const createVideo = z.strictObject({
  post_info: z.strictObject({
    title: z.string().min(1).max(2200).optional(),
    privacy_level: z.enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY']),
    disable_comment: z.boolean().optional(),
    disable_duet: z.boolean().optional(),
    disable_stitch: z.boolean().optional(),
    brand_content_toggle: z.boolean(),
    brand_organic_toggle: z.boolean(),
    video_cover_timestamp_ms: z.int().min(0).optional(),
    is_aigc: z.boolean().optional(),
  }),
  source_info: z.strictObject({
    source: z.literal('FILE_UPLOAD'),
    video_size: z.int().positive(),
    chunk_size: z.int().positive(),
    total_chunk_count: z.int().positive(),
  }),
});

export const shortvideo: PlatformWire = {
  endpoints: [
    {
      address: 'GET https://www.tiktok.com/v2/auth/authorize/',
      auth: 'none',
      query: authorizeQuery('client_key'),
    },
    {
      address: 'POST https://open.tiktokapis.com/v2/oauth/token/',
      auth: 'none',
      contentType: FORM,
      body: tokenRequest(['client_key', 'client_secret']),
    },
    { address: 'GET https://open.tiktokapis.com/v2/user/info/', query: fields(['fields']) },
    {
      address: 'POST https://open.tiktokapis.com/v2/post/publish/creator_info/query/',
      contentType: JSON_UTF8,
      body: z.strictObject({}),
    },
    {
      address: 'POST https://open.tiktokapis.com/v2/post/publish/video/init/',
      contentType: JSON_UTF8,
      body: createVideo,
    },
    {
      address: 'PUT {upload_url}',
      given: /^\/video\/$/,
      auth: 'none',
      contentType: ['video/mp4', 'video/quicktime', 'video/webm'],
      headers: range,
      query: z.looseObject({}),
    },
    {
      address: 'POST https://open.tiktokapis.com/v2/post/publish/status/fetch/',
      contentType: JSON_UTF8,
      body: fields(['publish_id']),
    },
    {
      address: 'POST https://open.tiktokapis.com/v2/video/query/',
      contentType: JSON_UTF8,
      query: fields(['fields']),
      body: z.strictObject({
        filters: z.strictObject({ video_ids: z.array(z.string().regex(/^\d+$/)).min(1).max(20) }),
      }),
    },
  ],
};
