/** The X API v2 calls used by this service. */
import { z } from 'zod';
import { requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import { readCredentials } from '../kit/credentials.js';
import type { Context, FailedStep, Purpose } from '../kit/failed-step.js';
import { numbersSchema } from '../kit/metrics.js';
import { type Tokens, tokensSchema } from '../kit/oauth-row.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { Account } from '../port/account.js';
import { deletionFailures, microblogFailures, numbersFailures } from './failures.js';

export const DEFAULT_BASE_URL = 'https://api.x.com';

const id = z.string().regex(/^\d{1,19}$/);

const createdSchema = z.object({ data: z.object({ id }) });

const mediaSchema = z.object({
  data: z.object({
    id,
    /** Absent if no processing is needed. */
    processing_info: z.object({ state: z.string(), check_after_secs: z.number().optional() }).optional(),
  }),
});
export type ProcessingInfo = z.infer<typeof mediaSchema>['data']['processing_info'];

const deletedSchema = z.object({ data: z.object({ deleted: z.literal(true) }) });

/** An empty success response. */
const doneSchema = z.object({ errors: z.array(z.unknown()).max(0).optional() }).optional();

const userSchema = z.object({
  data: z.object({ id, username: profileText, name: profileText, profile_image_url: webAddress.optional() }),
});
export type User = z.infer<typeof userSchema>['data'];

const postSchema = z.object({
  id,
  /** With every link replaced by one of the platform's own, and with `&`, `<` and `>` as HTML has them. */
  text: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  attachments: z.object({ media_keys: z.array(z.string()).nullish() }).optional(),
  /** The first post of the thread; the post itself if it is that. */
  conversation_id: id.optional(),
  entities: z
    .object({ urls: z.array(z.object({ url: z.string().nullish(), expanded_url: z.string().nullish() })).nullish() })
    .optional(),
});
export type Post = z.infer<typeof postSchema>;

const pageSchema = z.object({
  data: z.array(postSchema).default([]),
  /** Posts that could not be read. */
  errors: z.array(z.unknown()).default([]),
  meta: z.object({ result_count: z.number(), next_token: z.string().optional() }),
});

const numbersOfPost = z.object({
  id,
  public_metrics: numbersSchema.optional(),
  /** Of the user's own posts of the last 30 days. */
  non_public_metrics: numbersSchema.optional(),
});
export type PostNumbers = z.infer<typeof numbersOfPost>;

const numbersOfPosts = z.object({
  data: z.array(numbersOfPost).default([]),
  /** Posts that could not be read; `value` is the id. */
  errors: z.array(z.object({ type: z.string(), value: z.string().optional() })).default([]),
});
const countsSchema = z.object({ data: z.object({ public_metrics: numbersSchema }) });

/** Reading posts is charged per post, and the part is among the newest. */
const PAGE_SIZE = '20';

export interface MicroblogClient {
  /** POST /2/tweets. */
  post(
    text: string,
    mediaIds: readonly string[],
    replyTo: string | null,
  ): Promise<ApiResult<z.infer<typeof createdSchema>>>;
  /** POST /2/media/upload: an image in one request. */
  upload(file: HttpFile, category: 'tweet_image' | 'tweet_gif'): Promise<ApiResult<Media>>;
  /** POST /2/media/upload/initialize: a video whose chunks follow. */
  initialize(mimeType: string, bytes: number): Promise<ApiResult<Media>>;
  /** POST /2/media/upload/:id/append. Chunks are numbered from 0. */
  append(mediaId: string, index: number, piece: HttpFile): Promise<ApiResult<unknown>>;
  /** POST /2/media/upload/:id/finalize: all chunks are uploaded. */
  finalize(mediaId: string): Promise<ApiResult<Media>>;
  /** GET /2/media/upload: processing status of a video. */
  status(mediaId: string): Promise<ApiResult<Media>>;
  /** POST /2/media/metadata. */
  describe(mediaId: string, altText: string): Promise<ApiResult<unknown>>;
  /** GET /2/users/:id/tweets: the user's posts and replies, newest first. */
  posts(userId: string, paginationToken: string | null): Promise<ApiResult<z.infer<typeof pageSchema>>>;
  /** DELETE /2/tweets/:id. */
  remove(id: string): Promise<ApiResult<unknown>>;
  /** GET /2/users/me: the user of the token. */
  me(): Promise<ApiResult<z.infer<typeof userSchema>>>;
  /** GET /2/tweets: at most 100 posts. */
  numbers(ids: readonly string[], fields: string): Promise<ApiResult<z.infer<typeof numbersOfPosts>>>;
  /** GET /2/users/me: how many follow the user. */
  counts(): Promise<ApiResult<z.infer<typeof countsSchema>>>;
}
type Media = z.infer<typeof mediaSchema>;

/** The client authenticated as an account, or the failure of unusable credentials. */
export function connect(
  http: Http,
  account: Account,
  purpose: Purpose,
): { kind: 'connected'; client: MicroblogClient; tokens: Tokens } | FailedStep {
  const read = readCredentials(tokensSchema, account, { platform: 'microblog', purpose });
  if (read.kind === 'failed') return read;
  const tokens = read.credentials;
  return { kind: 'connected', client: makeClient(http, account.baseUrl, tokens, purpose), tokens };
}

/** The client of an address and an access token. */
export function makeClient(
  http: Http,
  baseUrl: string,
  { accessToken, refreshToken = '' }: Tokens,
  purpose: Purpose,
): MicroblogClient {
  const context: Context = { platform: 'microblog', purpose, secrets: [accessToken, refreshToken] };
  const headers = { authorization: `Bearer ${accessToken}` };
  const address = (path: string) => requestTo(baseUrl, DEFAULT_BASE_URL, `${DEFAULT_BASE_URL}${path}`);
  const get = <T>(
    path: string,
    schema: z.ZodType<T>,
    query: Record<string, string>,
    failures = microblogFailures,
  ): Promise<ApiResult<T>> =>
    callApi(http, { method: 'GET', ...address(path), headers, query }, schema, failures, context);
  const post = <T>(path: string, schema: z.ZodType<T>, content: Partial<HttpRequest>): Promise<ApiResult<T>> =>
    callApi(http, { method: 'POST', ...address(path), headers, ...content }, schema, microblogFailures, context);
  return {
    post: (text, mediaIds, replyTo) =>
      post('/2/tweets', createdSchema, {
        json: {
          ...(text !== '' && { text }),
          ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
          ...(replyTo !== null && { reply: { in_reply_to_tweet_id: replyTo } }),
        },
      }),
    upload: (media, category) =>
      post('/2/media/upload', mediaSchema, { form: { fields: { media_category: category }, files: { media } } }),
    initialize: (mimeType, bytes) =>
      post('/2/media/upload/initialize', mediaSchema, {
        json: { media_type: mimeType, total_bytes: bytes, media_category: 'tweet_video' },
      }),
    append: (mediaId, index, media) =>
      post(`/2/media/upload/${mediaId}/append`, doneSchema, {
        form: { fields: { segment_index: String(index) }, files: { media } },
      }),
    finalize: (mediaId) => post(`/2/media/upload/${mediaId}/finalize`, mediaSchema, {}),
    status: (mediaId) => get('/2/media/upload', mediaSchema, { command: 'STATUS', media_id: mediaId }),
    describe: (mediaId, text) =>
      post('/2/media/metadata', doneSchema, { json: { id: mediaId, metadata: { alt_text: { text } } } }),
    posts: (userId, paginationToken) =>
      get(`/2/users/${encodeURIComponent(userId)}/tweets`, pageSchema, {
        exclude: 'retweets',
        max_results: PAGE_SIZE,
        'post.fields': 'attachments,conversation_id,created_at,entities',
        ...(paginationToken !== null && { pagination_token: paginationToken }),
      }),
    remove: (id) => {
      const request = { method: 'DELETE', ...address(`/2/tweets/${encodeURIComponent(id)}`), headers } as const;
      return callApi(http, request, deletedSchema, deletionFailures, context);
    },
    me: () => get('/2/users/me', userSchema, { 'user.fields': 'profile_image_url' }),
    numbers: (ids, fields) =>
      get('/2/tweets', numbersOfPosts, { ids: ids.join(','), 'post.fields': fields }, numbersFailures),
    counts: () => get('/2/users/me', countsSchema, { 'user.fields': 'public_metrics' }, numbersFailures),
  };
}
