import { z } from 'zod';
import {
  authorizeQuery,
  FORM,
  fields,
  JSON_TYPE,
  JSON_UTF8,
  PKCE,
  type PlatformWire,
  tokenRequest,
} from '../endpoint.js';

const video = z.strictObject({
  snippet: z.strictObject({
    title: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^<>]*$/),
    description: z
      .string()
      .max(5000)
      .regex(/^[^<>]*$/)
      .optional(),
    categoryId: z.string().regex(/^\d+$/).optional(),
    tags: z.array(z.string()).optional(),
    defaultLanguage: z.string().optional(),
  }),
  status: z.strictObject({
    privacyStatus: z.enum(['public', 'unlisted', 'private']),
    selfDeclaredMadeForKids: z.boolean().optional(),
    embeddable: z.boolean().optional(),
    license: z.enum(['youtube', 'creativeCommon']).optional(),
    containsSyntheticMedia: z.boolean().optional(),
  }),
});

export const videohub: PlatformWire = {
  endpoints: [
    {
      address: 'GET https://accounts.google.com/o/oauth2/v2/auth',
      auth: 'none',
      query: authorizeQuery('client_id', ['access_type', 'prompt', ...PKCE]),
    },
    {
      address: 'POST https://oauth2.googleapis.com/token',
      auth: 'none',
      contentType: FORM,
      body: tokenRequest(['client_id', 'client_secret'], ['code_verifier']),
    },
    { address: 'GET https://oauth2.googleapis.com/tokeninfo', auth: 'none', query: fields(['access_token']) },
    {
      address: 'GET https://www.googleapis.com/youtube/v3/channels',
      query: fields(['part'], ['mine', 'id', 'maxResults', 'pageToken']),
    },
    {
      address: 'POST https://www.googleapis.com/upload/youtube/v3/videos',
      contentType: JSON_UTF8,
      headers: z.object({
        'x-upload-content-type': z.string().startsWith('video/'),
        'x-upload-content-length': z.string().regex(/^\d+$/),
      }),
      query: fields(['part'], ['notifySubscribers']).extend({ uploadType: z.literal('resumable') }),
      body: video,
    },
    {
      // A piece, or the question how much has come.
      address: 'PUT {Location}',
      given: /^\/upload\/youtube\/v3\/videos$/,
      contentType: ['video/*', 'application/octet-stream', 'none'],
      headers: z.object({ 'content-range': z.string().regex(/^bytes (\d+-\d+|\*)\/\d+$/) }),
      query: z.looseObject({}),
    },
    {
      address: 'GET https://www.googleapis.com/youtube/v3/videos',
      query: fields(['part'], ['maxResults', 'pageToken']).extend({
        id: z.string().regex(/^[\w-]{11}(,[\w-]{11}){0,49}$/),
      }),
    },
    {
      address: 'POST https://www.googleapis.com/youtube/v3/commentThreads',
      contentType: JSON_TYPE,
      query: z.strictObject({ part: z.literal('snippet') }),
      body: z.strictObject({
        snippet: z.strictObject({
          channelId: z.string().min(1),
          videoId: z.string().min(1),
          topLevelComment: z.strictObject({ snippet: z.strictObject({ textOriginal: z.string().min(1) }) }),
        }),
      }),
    },
    {
      address: 'GET https://www.googleapis.com/youtube/v3/commentThreads',
      query: fields(['part', 'videoId'], ['maxResults', 'pageToken', 'searchTerms']).extend({
        order: z.enum(['time', 'relevance']).optional(),
        textFormat: z.enum(['html', 'plainText']).optional(),
      }),
    },
    {
      address: 'DELETE https://www.googleapis.com/youtube/v3/videos',
      query: fields(['id'], ['onBehalfOfContentOwner']),
    },
  ],
};
