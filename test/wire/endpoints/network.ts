import { z } from 'zod';
import {
  authorizeQuery,
  type Endpoint,
  FORM,
  fields,
  JSON_TYPE,
  type PlatformWire,
  tokenRequest,
} from '../endpoint.js';

/** Every call below /rest; versions live for a year at least. */
const headers = z.object({
  'linkedin-version': z.string().regex(/^20(2512|260\d|261[0-2])$/, 'is no version that lives'),
  'x-restli-protocol-version': z.literal('2.0.0'),
});

const actor = z.string().regex(/^urn:li:(person|organization):[\w-]+$/, 'is no URN of a person or an organization');
const post = z.string().regex(/^urn:li:(share|ugcPost|activity):\d+$/, 'is no URN of a post');
const comment = z.string().regex(/^urn:li:comment:\(.+,\d+\)$/, 'is no URN of a comment');
const media = z.strictObject({
  id: z.string().regex(/^urn:li:(image|video):[\w-]+$/),
  altText: z.string().max(4086).optional(),
});

const createPost = z.strictObject({
  author: actor,
  commentary: z.string().regex(/^(?!.*urn:network:)/s, 'has a URN of this service'),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS']),
  distribution: z.strictObject({
    feedDistribution: z.literal('MAIN_FEED'),
    targetEntities: z.array(z.unknown()),
    thirdPartyDistributionChannels: z.array(z.unknown()),
  }),
  content: z
    .union([
      z.strictObject({ media }),
      z.strictObject({ multiImage: z.strictObject({ images: z.array(media).min(2).max(20) }) }),
    ])
    .optional(),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean(),
});

const mention = z.union([
  z.strictObject({ person: z.strictObject({ person: actor }) }),
  z.strictObject({ organization: z.strictObject({ organization: actor }) }),
]);
const createComment = z.strictObject({
  actor,
  object: post,
  message: z.strictObject({
    text: z.string().min(1),
    attributes: z
      .array(z.strictObject({ start: z.int().min(0), length: z.int().positive(), value: mention }))
      .optional(),
  }),
  parentComment: comment.optional(),
});

const initialize = (more: z.ZodRawShape = {}) =>
  z.strictObject({ initializeUploadRequest: z.strictObject({ owner: actor, ...more }) });

const date = String.raw`\(year:\d{4},month:\d{1,2},day:\d{1,2}\)`;
const dateRange = z.string().regex(new RegExp(`^\\(start:${date},end:${date}\\)$`), 'is no range of dates');
const metrics = {
  queryType: z.enum(['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT']),
  aggregation: z.enum(['TOTAL', 'DAILY']),
};

const versioned = (method: string, path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  address: `${method} https://api.linkedin.com/rest/${path}`,
  headers,
  ...more,
});

export const network: PlatformWire = {
  endpoints: [
    {
      address: 'GET https://www.linkedin.com/oauth/v2/authorization',
      auth: 'none',
      query: authorizeQuery(),
    },
    {
      address: 'POST https://www.linkedin.com/oauth/v2/accessToken',
      auth: 'none',
      contentType: FORM,
      body: tokenRequest(['client_id', 'client_secret']),
    },
    {
      address: 'POST https://www.linkedin.com/oauth/v2/introspectToken',
      auth: 'none',
      contentType: FORM,
      body: fields(['client_id', 'client_secret', 'token']),
    },
    { address: 'GET https://api.linkedin.com/v2/userinfo' },
    {
      address: 'GET https://api.linkedin.com/v2/activities',
      query: z.strictObject({ ids: z.string().regex(/^urn:li:activity:\d+$/) }),
    },
    versioned('GET', 'organizationAcls', {
      query: fields(['q', 'role', 'state'], ['count', 'start']),
    }),
    versioned('GET', 'organizations/{id}'),
    versioned('POST', 'posts', { contentType: JSON_TYPE, body: createPost }),
    versioned('POST', 'images', {
      query: z.strictObject({ action: z.literal('initializeUpload') }),
      contentType: JSON_TYPE,
      body: initialize(),
    }),
    versioned('GET', 'images/{urn}'),
    {
      address: 'PUT {uploadUrl of an image}',
      given: /^\/dms-uploads\/[^/]+\/uploaded-image\//,
      contentType: 'image/*',
      query: z.looseObject({}),
    },
    versioned('POST', 'videos', {
      query: z.strictObject({ action: z.enum(['initializeUpload', 'finalizeUpload']) }),
      contentType: JSON_TYPE,
      body: z.union([
        initialize({ fileSizeBytes: z.int().positive(), uploadCaptions: z.boolean(), uploadThumbnail: z.boolean() }),
        z.strictObject({
          finalizeUploadRequest: z.strictObject({
            video: z.string().startsWith('urn:li:video:'),
            uploadToken: z.string(),
            uploadedPartIds: z.array(z.string().min(1)).min(1),
          }),
        }),
      ]),
    }),
    versioned('GET', 'videos/{urn}'),
    {
      address: 'PUT {uploadUrl of a video}',
      given: /^\/dms-uploads\/[^/]+\/uploaded-video\//,
      contentType: 'application/octet-stream',
      query: z.looseObject({}),
    },
    versioned('POST', 'socialActions/{urn}/comments', { contentType: JSON_TYPE, body: createComment }),
    versioned('DELETE', 'socialActions/{urn}/comments/{id}', { query: z.strictObject({ actor }) }),
    versioned('POST', 'reactions', {
      query: z.strictObject({ actor }),
      contentType: JSON_TYPE,
      body: z.strictObject({
        root: z.union([post, comment]),
        reactionType: z.enum(['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT']),
      }),
    }),
    versioned('DELETE', 'reactions/{key}'),
    versioned('GET', 'memberFollowersCount', {
      query: z.discriminatedUnion('q', [
        z.strictObject({ q: z.literal('me') }),
        z.strictObject({ q: z.literal('dateRange'), dateRange }),
      ]),
    }),
    versioned('GET', 'memberCreatorPostAnalytics', {
      query: z.discriminatedUnion('q', [
        z.strictObject({ q: z.literal('me'), ...metrics, dateRange: dateRange.optional() }),
        z.strictObject({
          q: z.literal('entity'),
          ...metrics,
          entity: z.string().regex(/^\((share:urn:li:share:|ugc:urn:li:ugcPost:)\d+\)$/),
        }),
      ]),
    }),
    versioned('DELETE', 'posts/{urn}'),
  ],
};
