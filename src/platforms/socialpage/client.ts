/** The calls of the Pages API that this service needs, with a page's access token. */
import { z } from 'zod';
import { addressAt } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import {
  createdSchema,
  GRAPH_VERSION,
  type GraphApi,
  graphId,
  makeGraph,
  mayNotPost,
  type OpenedGraph,
} from '../graph/graph-api.js';
import { findInPosts } from '../graph/graph-posts.js';
import type { ApiResult } from '../kit/call-api.js';
import type { FailedStep } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { Account } from '../port/account.js';
import type { LookupResult, OAuthClient, Part, PartMedia, PlatformSetup } from '../port/platform.js';
import { socialpageFailures } from './failures.js';

export const api: GraphApi = {
  platform: 'socialpage',
  defaultBaseUrl: 'https://graph.facebook.com',
  version: GRAPH_VERSION,
  failures: socialpageFailures,
  postScope: 'pages_manage_posts',
};

/** The scope that reading numbers takes. Without it the platform returns no data, and no error. */
export const READ_NUMBERS = 'read_insights';

/** Where people see posts. */
const WEB_HOST = 'https://www.facebook.com';

type Created = z.infer<typeof createdSchema>;

/** The next piece of a video to send: from the byte `start` to the one before `end`. */
const pieceSchema = z
  .object({ start_offset: z.coerce.number().int().min(0), end_offset: z.coerce.number().int().min(0) })
  .transform(({ start_offset: start, end_offset: end }) => ({ start, end }));
export type Piece = z.infer<typeof pieceSchema>;

const sessionSchema = z.object({ upload_session_id: graphId, video_id: graphId }).and(pieceSchema);
const doneSchema = z.object({ success: z.literal(true) });

const postSchema = z
  .object({
    id: graphId,
    created_time: z.string(),
    message: z.string().default(''),
    permalink_url: webAddress.optional(),
  })
  .transform(({ id, created_time: createdAt, message: text, permalink_url: url }) => ({
    id,
    createdAt,
    text,
    url: url ?? undefined,
  }));

const phaseSchema = z
  .object({ errors: z.array(z.object({ code: z.int(), message: z.string() })).catch([]) })
  .optional();
const videoSchema = z
  .object({
    permalink_url: z.string().optional(),
    status: z.object({ video_status: z.string(), processing_phase: phaseSchema, publishing_phase: phaseSchema }),
  })
  .transform(({ permalink_url: permalink, status: { video_status: status, ...phases } }) => {
    const [error] = Object.values(phases).flatMap((phase) => phase?.errors ?? []);
    return { status, error, permalink };
  });
const permalinkSchema = z.object({ permalink_url: z.string().optional() });

const pageSchema = z.object({ id: graphId, name: profileText });
const tokenSchema = z.object({ data: z.object({ scopes: z.array(z.string()) }) });

export interface Page {
  accessToken: string;
  /** POST /feed: a post with a text, with photos that were uploaded, or both. */
  post(text: string, photoIds: readonly string[]): Promise<ApiResult<Created>>;
  /** POST /photos, not published: the platform fetches the image. */
  uploadPhoto(file: PartMedia): Promise<ApiResult<Created>>;
  /** POST /videos, phase "start": the id that the video will have, and the first piece to send. */
  startVideo(bytes: number): Promise<ApiResult<z.infer<typeof sessionSchema>>>;
  /** POST /videos, phase "transfer": the next piece; an empty one when there is none. */
  sendPiece(sessionId: string, file: PartMedia, piece: Piece): Promise<ApiResult<Piece>>;
  /** POST /videos, phase "finish": the video is published as soon as the platform is done with it. */
  publishVideo(sessionId: string, text: string): Promise<ApiResult<z.infer<typeof doneSchema>>>;
  /** GET /{video}: what the platform is doing with it, and what went wrong. */
  video(id: string): Promise<ApiResult<z.infer<typeof videoSchema>>>;
  /** GET /published_posts: looks for a part among them. */
  find(part: Part): Promise<LookupResult>;
  /** GET /{post}: its public address; nothing if it cannot be read. */
  address(postedId: string): Promise<{ url?: string }>;
  /** A permalink as an address: the platform gives that of a video without its host. */
  toAddress(permalink: string | undefined): { url?: string };
  self(): Promise<ApiResult<z.infer<typeof pageSchema>>>;
}

export const makePage = (
  { graph, accessToken }: OpenedGraph,
  { accountId: pageId, baseUrl }: Pick<Account, 'accountId' | 'baseUrl'>,
): Page => {
  const toAddress = (permalink: string | undefined): { url?: string } => {
    if (permalink === undefined || !URL.canParse(permalink, WEB_HOST)) return {};
    const { href, protocol } = new URL(permalink, WEB_HOST);
    if (!/^https?:$/.test(protocol)) return {};
    return { url: URL.canParse(permalink) ? href : addressAt(baseUrl, api.defaultBaseUrl, href) };
  };
  return {
    accessToken,
    toAddress,
    post: (text, photoIds) => {
      const attached = photoIds.map((id) => ({ media_fbid: id }));
      const attached_media = attached.length === 0 ? undefined : JSON.stringify(attached);
      return graph.post(`/${pageId}/feed`, { message: text || undefined, attached_media }, createdSchema);
    },
    uploadPhoto: ({ url, altText }) =>
      graph.post(
        `/${pageId}/photos`,
        { url, published: 'false', alt_text_custom: altText ?? undefined },
        createdSchema,
      ),
    startVideo: (bytes) =>
      graph.post(`/${pageId}/videos`, { upload_phase: 'start', file_size: String(bytes) }, sessionSchema),
    sendPiece: (sessionId, file, piece) =>
      graph.post(
        `/${pageId}/videos`,
        { upload_phase: 'transfer', upload_session_id: sessionId, start_offset: String(piece.start) },
        pieceSchema,
        { video_file_chunk: { ...file, slice: piece } },
      ),
    publishVideo: (sessionId, text) =>
      graph.post(
        `/${pageId}/videos`,
        { upload_phase: 'finish', upload_session_id: sessionId, description: text || undefined },
        doneSchema,
      ),
    video: (id) => graph.get(`/${id}`, { fields: 'status,permalink_url' }, videoSchema),
    address: async (id) => {
      const result = await graph.get(`/${id}`, { fields: 'permalink_url' }, permalinkSchema);
      return result.kind === 'ok' ? toAddress(result.value.permalink_url) : {};
    },
    find: (part) => {
      const fields = 'id,created_time,message,permalink_url';
      return findInPosts(graph, { path: `/${pageId}/published_posts`, fields, post: postSchema }, part);
    },
    self: () => graph.get(`/${pageId}`, { fields: 'id,name' }, pageSchema),
  };
};

/**
 * GET /debug_token: the scopes of a token, or a failure if it may not post. Page tokens can only be inspected by the
 * app.
 */
export async function fetchScopes(
  http: Http,
  setup: Pick<PlatformSetup, 'baseUrl' | 'apiVersion'>,
  client: OAuthClient,
  accessToken: string,
): Promise<{ kind: 'ok'; scopes: string[] } | FailedStep> {
  const asApp = makeGraph(http, api, setup, null, 'prepare', [client.secret, accessToken]);
  const query = { input_token: accessToken, access_token: `${client.id}|${client.secret}` };
  const result = await asApp.get('/debug_token', query, tokenSchema);
  if (result.kind === 'rejected') return result.step;
  const { scopes } = result.value.data;
  return mayNotPost(api, scopes) ?? { kind: 'ok', scopes };
}
