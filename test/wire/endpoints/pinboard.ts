import { z } from 'zod';
import {
  authorizeQuery,
  FORM,
  fields,
  file,
  JSON_TYPE,
  MULTIPART,
  type PlatformWire,
  tokenRequest,
} from '../endpoint.js';

const digits = z.string().regex(/^\d+$/);
const image = z.strictObject({
  url: z.url(),
  title: z.string().optional(),
  description: z.string().optional(),
  link: z.string().optional(),
});

const createPin = z.strictObject({
  board_id: digits,
  board_section_id: digits.optional(),
  title: z.string().max(100).optional(),
  description: z.string().max(800).optional(),
  link: z.string().max(2048).optional(),
  alt_text: z.string().max(500).optional(),
  media_source: z.discriminatedUnion('source_type', [
    z.strictObject({ source_type: z.literal('image_url'), url: z.url(), is_standard: z.boolean().optional() }),
    z.strictObject({
      source_type: z.literal('multiple_image_urls'),
      items: z.array(image).min(2).max(5),
      index: z.int().min(0).optional(),
    }),
    z.strictObject({
      source_type: z.literal('video_id'),
      media_id: z.string(),
      cover_image_url: z.url().optional(),
      cover_image_key_frame_time: z.int().min(0).optional(),
      cover_image_content_type: z.enum(['image/jpeg', 'image/png']).optional(),
      cover_image_data: z.string().optional(),
    }),
  ]),
});

const page = fields([], ['page_size', 'bookmark']);

export const pinboard: PlatformWire = {
  endpoints: [
    { address: 'GET https://www.pinterest.com/oauth/', auth: 'none', query: authorizeQuery() },
    {
      address: 'POST https://api.pinterest.com/v5/oauth/token',
      auth: 'Basic',
      contentType: FORM,
      body: tokenRequest([]),
    },
    { address: 'GET https://api.pinterest.com/v5/user_account' },
    { address: 'GET https://api.pinterest.com/v5/boards', query: page },
    {
      address: 'POST https://api.pinterest.com/v5/media',
      contentType: JSON_TYPE,
      body: z.strictObject({ media_type: z.literal('video') }),
    },
    {
      address: 'POST {upload_url}',
      given: /^\/media-upload\/$/,
      auth: 'none',
      contentType: MULTIPART,
      // Beside the file, the upload_parameters of the response.
      body: z.object({ file: file(/^video\/(mp4|quicktime)$/) }).catchall(z.string()),
    },
    { address: 'GET https://api.pinterest.com/v5/media/{media}' },
    { address: 'POST https://api.pinterest.com/v5/pins', contentType: JSON_TYPE, body: createPin },
    { address: 'GET https://api.pinterest.com/v5/boards/{board}/pins', query: page },
    { address: 'DELETE https://api.pinterest.com/v5/pins/{pin}' },
    {
      address: 'GET https://api.pinterest.com/v5/pins/{pin}',
      query: z.strictObject({ pin_metrics: z.literal('true') }),
    },
    { address: 'GET https://api.pinterest.com/v5/boards/{board}' },
  ],
};
