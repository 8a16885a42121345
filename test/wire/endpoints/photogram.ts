import { z } from 'zod';
import { authorizeQuery, FORM, fields, type PlatformWire } from '../endpoint.js';
import { graphVersions, page, selection } from './graph.js';

const optional = [
  ...['alt_text', 'audio_name', 'caption', 'children', 'collaborators', 'cover_url', 'image_url', 'is_carousel_item'],
  ...['location_id', 'product_tags', 'share_to_feed', 'thumb_offset', 'trial_params', 'upload_type', 'user_tags'],
  'video_url',
];

export const photogram: PlatformWire = {
  versions: graphVersions,
  endpoints: [
    { address: 'GET https://www.instagram.com/oauth/authorize', auth: 'none', query: authorizeQuery() },
    {
      address: 'POST https://api.instagram.com/oauth/access_token',
      auth: 'none',
      contentType: FORM,
      body: fields(['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code']),
    },
    {
      address: 'GET https://graph.instagram.com/access_token',
      auth: 'none',
      query: fields(['client_secret', 'access_token']).extend({ grant_type: z.literal('ig_exchange_token') }),
    },
    {
      address: 'GET https://graph.instagram.com/refresh_access_token',
      auth: 'none',
      query: fields(['access_token']).extend({ grant_type: z.literal('ig_refresh_token') }),
    },
    { address: 'GET https://graph.instagram.com/{version}/me', query: selection },
    {
      address: 'POST https://graph.instagram.com/{version}/{user}/media',
      contentType: FORM,
      body: fields([], optional).extend({ media_type: z.enum(['CAROUSEL', 'REELS', 'STORIES', 'VIDEO']).optional() }),
    },
    {
      address: 'POST https://graph.instagram.com/{version}/{user}/media_publish',
      contentType: FORM,
      body: fields(['creation_id']),
    },
    { address: 'GET https://graph.instagram.com/{version}/{container}', query: selection },
    { address: 'GET https://graph.instagram.com/{version}/{user}/media', query: page },
    { address: 'GET https://graph.instagram.com/{version}/{user}/stories', query: page },
  ],
};
