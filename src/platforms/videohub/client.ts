/** The calls of the YouTube Data API that this service needs. */
import { z } from 'zod';
import { requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest, HttpResponse } from '../../foundation/http-client/http.js';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import type { Context, FailedStep, Purpose } from '../kit/failed-step.js';
import { responseFailure } from '../kit/failure-table.js';
import { profileText, webAddress } from '../kit/profile.js';
import { connectWith } from '../kit/token-client.js';
import type { PartMedia } from '../port/platform.js';
import { commentFailures, deletionFailures, numbersFailures, sessionFailures, videohubFailures } from './failures.js';
import type { VideoResource } from './resource.js';

export const DEFAULT_BASE_URL = 'https://www.googleapis.com';

const idSchema = z.string().regex(/^[\w-]{1,200}$/);
const createdSchema = z.object({ id: idSchema });
const sessionSchema = z.url({ protocol: /^https?$/ });
const statusSchema = z.object({ items: z.array(z.object({ status: z.object({ uploadStatus: z.string() }) })) });
const channelsSchema = z.object({
  kind: z.literal('youtube#channelListResponse'),
  /** There is no list where there is no channel. */
  items: z
    .array(
      z.object({
        id: idSchema,
        snippet: z.object({
          title: profileText,
          /** `@name` */
          customUrl: z.string().optional(),
          thumbnails: z.object({ default: z.object({ url: webAddress }).optional() }).optional(),
        }),
      }),
    )
    .default([]),
});
export type Channel = z.infer<typeof channelsSchema>['items'][number];
/**
 * Counts are numbers as texts. What the owner hides is left out. `kind` is in every list, also in an empty one without items.
 */
const statisticsSchema = z.object({
  kind: z.string(),
  items: z.array(z.object({ id: idSchema, statistics: z.record(z.string(), z.unknown()).default({}) })).default([]),
});
type Statistics = z.infer<typeof statisticsSchema>;

const threadsSchema = z
  .object({
    items: z.array(
      z.object({
        id: idSchema,
        snippet: z.object({
          topLevelComment: z.object({
            snippet: z.object({
              /** Only for the author of the comment. */
              textOriginal: z.string().optional(),
              textDisplay: z.string().default(''),
              publishedAt: z.string(),
              authorChannelId: z.object({ value: z.string() }).optional(),
            }),
          }),
        }),
      }),
    ),
    nextPageToken: z.string().max(2000).optional(),
  })
  .transform(({ items, nextPageToken }) => ({
    comments: items.map(({ id, snippet: { topLevelComment } }) => {
      const { textOriginal, textDisplay, publishedAt, authorChannelId } = topLevelComment.snippet;
      return { id, text: textOriginal ?? textDisplay, publishedAt, authorId: authorChannelId?.value };
    }),
    next: nextPageToken ?? null,
  }));

/** A piece of a video. */
export type Piece = HttpFile & { slice: { start: number; end: number } };

/** The state of an upload session: the video is stored, or how many of its bytes are. */
export type Progress =
  | { kind: 'stored'; videoId: string }
  | { kind: 'incomplete'; received: number; answer: HttpResponse }
  | Extract<ApiResult<unknown>, { kind: 'rejected' }>;

export interface VideohubClient {
  context: Context;
  /** POST /upload/youtube/v3/videos: the address of an upload session. No video is there before all of it has come. */
  begin(resource: VideoResource, video: PartMedia): Promise<{ kind: 'begun'; session: string } | FailedStep>;
  /**
   * PUT of a piece to that address, which is itself a secret. Without a piece, a query that changes nothing.
   * `isRepeat`: the chunk was sent before, with an unknown outcome.
   */
  send(session: string, piece: Piece | null, total: number, isRepeat?: boolean): Promise<Progress>;
  /** GET /youtube/v3/videos: the status of a video; an empty list while the platform does not list it yet. */
  video(id: string): Promise<ApiResult<z.infer<typeof statusSchema>>>;
  /** DELETE /youtube/v3/videos. */
  remove(id: string): Promise<ApiResult<unknown>>;
  /** POST /youtube/v3/commentThreads: a comment on a video of the channel. */
  comment(about: { channelId: string; videoId: string; text: string }): Promise<ApiResult<{ id: string }>>;
  /** GET /youtube/v3/commentThreads: the comments on a video, newest first. */
  comments(videoId: string, after: string | null): Promise<ApiResult<z.infer<typeof threadsSchema>>>;
  /** GET /youtube/v3/channels: the channels of the token's owner. */
  channels(): Promise<ApiResult<z.infer<typeof channelsSchema>>>;
  /** GET /youtube/v3/videos: the statistics of up to 50 videos; those that do not exist are not in the list. */
  statistics(ids: readonly string[]): Promise<ApiResult<Statistics>>;
  /** GET /youtube/v3/channels: the statistics of these channels. */
  channelStatistics(): Promise<ApiResult<Statistics>>;
}

/** The client authenticated as an account, or the failure of unusable credentials. */
export const connect = connectWith('videohub', makeClient);

/** The client of an access token. */
export function makeClient(
  http: Http,
  baseUrl: string,
  accessToken: string,
  purpose: Purpose,
  secrets: readonly string[],
): VideohubClient {
  const context: Context = { platform: 'videohub', purpose, secrets: [accessToken, ...secrets] };
  const authorization = { authorization: `Bearer ${accessToken}` };
  const address = (path: string) => requestTo(baseUrl, DEFAULT_BASE_URL, `${DEFAULT_BASE_URL}${path}`);
  const get = <T>(
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
    failures = videohubFailures,
  ): Promise<ApiResult<T>> => {
    const request: HttpRequest = { method: 'GET', ...address(path), query, headers: authorization };
    return callApi(http, request, schema, failures, context);
  };
  return {
    context,
    async begin(resource, { bytes, mimeType }) {
      const request: HttpRequest = {
        method: 'POST',
        ...address('/upload/youtube/v3/videos'),
        query: { uploadType: 'resumable', part: 'snippet,status' },
        headers: {
          ...authorization,
          'content-type': 'application/json; charset=UTF-8',
          'x-upload-content-length': String(bytes),
          'x-upload-content-type': mimeType,
        },
        json: resource,
      };
      const begun = await callApi(http, request, z.unknown(), videohubFailures, context);
      if (begun.kind === 'rejected') return begun.step;
      const session = sessionSchema.safeParse(begun.answer.headers.location);
      if (session.success) return { kind: 'begun', session: session.data };
      return responseFailure(begun.answer, videohubFailures, context);
    },
    async send(session, piece, total, isRepeat = false) {
      const range = piece ? `${piece.slice.start}-${piece.slice.end - 1}` : '*';
      const headers = { ...authorization, 'content-range': `bytes ${range}/${total}` };
      const hidden: Context = { ...context, secrets: [...context.secrets, session], isRepeat };
      const request: HttpRequest = { method: 'PUT', url: session, headers, ...(piece && { file: piece }) };
      const result = await callApi(http, request, createdSchema, sessionFailures, hidden);
      if (result.kind === 'ok') return { kind: 'stored', videoId: result.value.id };
      // "Resume Incomplete"; as a redirect it would be followed nowhere.
      const { answer } = result;
      return answer?.status === 308 ? { kind: 'incomplete', received: receivedBytes(answer), answer } : result;
    },
    video: (id) => get('/youtube/v3/videos', { part: 'status', id }, statusSchema),
    remove: (id) => {
      const request = {
        method: 'DELETE',
        ...address('/youtube/v3/videos'),
        query: { id },
        headers: authorization,
      } as const;
      return callApi(http, request, z.unknown(), deletionFailures, context);
    },
    comment: ({ channelId, videoId, text }) => {
      const topLevelComment = { snippet: { textOriginal: text } };
      const request: HttpRequest = {
        method: 'POST',
        ...address('/youtube/v3/commentThreads'),
        query: { part: 'snippet' },
        headers: authorization,
        json: { snippet: { channelId, videoId, topLevelComment } },
      };
      return callApi(http, request, createdSchema, commentFailures, context);
    },
    comments: (videoId, after) =>
      get(
        '/youtube/v3/commentThreads',
        {
          ...{ part: 'snippet', videoId, order: 'time', maxResults: '100', textFormat: 'plainText' },
          ...(after !== null && { pageToken: after }),
        },
        threadsSchema,
        commentFailures,
      ),
    channels: () => get('/youtube/v3/channels', { part: 'snippet', mine: 'true' }, channelsSchema),
    statistics: (ids) =>
      get('/youtube/v3/videos', { part: 'statistics', id: ids.join(',') }, statisticsSchema, numbersFailures),
    channelStatistics: () =>
      get('/youtube/v3/channels', { part: 'statistics', mine: 'true' }, statisticsSchema, numbersFailures),
  };
}

/** `Range: bytes=0-524287`; there is none before the first byte. */
function receivedBytes({ headers }: HttpResponse): number {
  const last = /^bytes=0-(\d{1,15})$/.exec(headers.range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
