/** The calls of the Content Posting API that this service needs. */

import { z } from 'zod';
import { requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import type { Context, Purpose } from '../kit/failed-step.js';
import { responseFailure } from '../kit/failure-table.js';
import { profileText, webAddress } from '../kit/profile.js';
import { connectWith } from '../kit/token-client.js';
import { numbersFailures, shortvideoFailures, uploadFailures } from './failures.js';
import type { PostInfo } from './post-info.js';

export const DEFAULT_BASE_URL = 'https://open.tiktokapis.com';

/** 64 bits: what JavaScript cannot hold comes as its digits. */
const postId = z.union([z.int(), z.string().regex(/^\d+$/)]).transform(String);

const creatorSchema = z.object({
  creator_username: z.string(),
  privacy_level_options: z.array(z.string()),
  max_video_post_duration_sec: z.number().nullish(),
});
type Creator = z.infer<typeof creatorSchema>;

const begunSchema = z.object({ publish_id: z.string().min(1), upload_url: z.url({ protocol: /^https?$/ }) });
const statusSchema = z.object({
  status: z.string(),
  uploaded_bytes: z.int().nullish(),
  // Spelled like this.
  publicaly_available_post_id: z.array(postId).nullish(),
});
const userSchema = z.object({
  user: z.object({
    open_id: z.string().regex(/^[!-~]{1,200}$/),
    display_name: profileText,
    avatar_url: webAddress.default(null),
  }),
});

const countsSchema = z.record(z.string(), z.unknown());
const videosSchema = z.object({ videos: z.array(z.looseObject({ id: postId })) });
const userCountsSchema = z.object({ user: countsSchema });

/** What a response that is no failure holds. */
const dataOf = <T>(data: z.ZodType<T>): z.ZodType<T> =>
  z.object({ data, error: z.object({ code: z.literal('ok') }) }).transform((answer) => answer.data);

/** The upload, as announced: all pieces but the last have the same size. */
export interface SourceInfo {
  source: 'FILE_UPLOAD';
  video_size: number;
  chunk_size: number;
  total_chunk_count: number;
}

export interface ShortvideoClient {
  context: Context;
  /** POST /v2/post/publish/creator_info/query/: the settings and limits that the account may post with. */
  creator(): Promise<ApiResult<Creator>>;
  /** POST /v2/post/publish/video/init/: an address for the upload; nothing is posted before it has come. */
  begin(post: PostInfo, source: SourceInfo): Promise<ApiResult<z.infer<typeof begunSchema>>>;
  /**
   * PUT of a piece to that address, which is itself a secret: 206, or 201 for the last one, which posts the video.
   * `isRepeat`: the chunk was sent before, with an unknown outcome.
   */
  put(
    uploadUrl: string,
    piece: HttpFile & { slice: { start: number; end: number } },
    total: number,
    isRepeat: boolean,
  ): Promise<ApiResult<unknown>>;
  /** POST /v2/post/publish/status/fetch/: the status of the post. */
  status(publishId: string): Promise<ApiResult<z.infer<typeof statusSchema>>>;
  /** GET /v2/user/info/: the owner of the token. */
  user(): Promise<ApiResult<z.infer<typeof userSchema>>>;
  /** POST /v2/video/query/: the counts of up to 20 public videos; others are not in the list. */
  videos(ids: readonly string[]): Promise<ApiResult<z.infer<typeof videosSchema>>>;
  /** GET /v2/user/info/: the counts of the owner of the token. */
  userCounts(): Promise<ApiResult<z.infer<typeof userCountsSchema>>>;
}

/** The client authenticated as an account, or the failure of unusable credentials. */
export const connect = connectWith('shortvideo', makeClient);

/** The client of an access token. */
export function makeClient(
  http: Http,
  baseUrl: string,
  accessToken: string,
  purpose: Purpose,
  secrets: readonly string[],
): ShortvideoClient {
  const context: Context = { platform: 'shortvideo', purpose, secrets: [accessToken, ...secrets] };
  const headers = { authorization: `Bearer ${accessToken}` };
  const jsonHeaders = { ...headers, 'content-type': 'application/json; charset=UTF-8' };
  const call = <T>(
    path: string,
    data: z.ZodType<T>,
    request: Omit<HttpRequest, 'url'>,
    failures = shortvideoFailures,
  ): Promise<ApiResult<T>> => {
    const address = requestTo(baseUrl, DEFAULT_BASE_URL, `${DEFAULT_BASE_URL}${path}`);
    return callApi(http, { headers, ...request, ...address }, dataOf(data), failures, context);
  };
  const post = <T>(path: string, data: z.ZodType<T>, json: unknown) =>
    call(path, data, { method: 'POST', json, headers: jsonHeaders });
  return {
    context,
    creator: () => post('/v2/post/publish/creator_info/query/', creatorSchema, {}),
    begin: (post_info, source_info) => post('/v2/post/publish/video/init/', begunSchema, { post_info, source_info }),
    async put(uploadUrl, piece, total, isRepeat) {
      const { start, end } = piece.slice;
      const range = { 'content-range': `bytes ${start}-${end - 1}/${total}` };
      const hidden: Context = { ...context, secrets: [...context.secrets, uploadUrl], isRepeat };
      const request: HttpRequest = { method: 'PUT', url: uploadUrl, headers: range, file: piece };
      const sent = await callApi(http, request, z.unknown(), uploadFailures, hidden);
      if (sent.kind === 'rejected' || [201, 206].includes(sent.answer.status)) return sent;
      return { kind: 'rejected', step: responseFailure(sent.answer, uploadFailures, hidden), answer: sent.answer };
    },
    status: (publish_id) => post('/v2/post/publish/status/fetch/', statusSchema, { publish_id }),
    user: () =>
      call('/v2/user/info/', userSchema, { method: 'GET', query: { fields: 'open_id,avatar_url,display_name' } }),
    videos: (video_ids) => {
      const query = { fields: 'id,view_count,like_count,comment_count,share_count' };
      const request = { method: 'POST', query, json: { filters: { video_ids } }, headers: jsonHeaders } as const;
      return call('/v2/video/query/', videosSchema, request, numbersFailures);
    },
    userCounts: () => {
      const request = { method: 'GET', query: { fields: 'follower_count,video_count,likes_count' } } as const;
      return call('/v2/user/info/', userCountsSchema, request, numbersFailures);
    },
  };
}
