import { z } from 'zod';
import { FORM, fields, type PlatformWire } from '../endpoint.js';
import { graphVersions, insights, loginEndpoints, page, publishContainer, selection } from './graph.js';

const optional = [
  ...['alt_text', 'audio_name', 'caption', 'children', 'collaborators', 'cover_url', 'image_url', 'is_carousel_item'],
  ...['location_id', 'product_tags', 'share_to_feed', 'thumb_offset', 'trial_params', 'upload_type', 'user_tags'],
  'video_url',
];

export const photogram: PlatformWire = {
  versions: graphVersions,
  endpoints: [
    ...loginEndpoints({
      authorize: 'https://www.instagram.com/oauth/authorize',
      token: 'https://api.instagram.com/oauth/access_token',
      host: 'https://graph.instagram.com',
      grantPrefix: 'ig',
    }),
    { address: 'GET https://graph.instagram.com/{version}/me', query: selection },
    {
      address: 'POST https://graph.instagram.com/{version}/{user}/media',
      contentType: FORM,
      body: fields([], optional).extend({ media_type: z.enum(['CAROUSEL', 'REELS', 'STORIES', 'VIDEO']).optional() }),
    },
    publishContainer('POST https://graph.instagram.com/{version}/{user}/media_publish'),
    { address: 'GET https://graph.instagram.com/{version}/{container}', query: selection },
    { address: 'GET https://graph.instagram.com/{version}/{user}/media', query: page },
    { address: 'GET https://graph.instagram.com/{version}/{user}/stories', query: page },
    {
      address: 'POST https://graph.instagram.com/{version}/{media}/comments',
      contentType: FORM,
      body: fields(['message']),
    },
    { address: 'GET https://graph.instagram.com/{version}/{media}/comments', query: page },
    { address: 'GET https://graph.instagram.com/{version}/{media}/insights', query: insights },
  ],
};
