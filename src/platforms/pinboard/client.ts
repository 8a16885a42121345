/** The calls of the Pinterest API v5 that this service needs. */
import { z } from 'zod';
import { addressAt, requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import type { Context, Purpose } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import { connectWith } from '../kit/token-client.js';
import type { LivePost, PartMedia } from '../port/platform.js';
import { deletionFailures, numbersFailures, pinboardFailures, uploadFailures } from './failures.js';
import type { PinCreate } from './pin.js';

export const DEFAULT_BASE_URL = 'https://api.pinterest.com';

/** A page of the platform's site. `baseUrl`: a stand-in, or the default. */
export const siteAddress = (baseUrl: string | null, path: string): string =>
  addressAt(baseUrl, DEFAULT_BASE_URL, `https://www.pinterest.com${path}`);

export const livePost = (postedId: string, baseUrl: string): LivePost => ({
  postedId,
  url: siteAddress(baseUrl, `/pin/${postedId}/`),
});

const id = z.string().regex(/^\d{1,30}$/);

const createdSchema = z.object({ id });
const pinSchema = createdSchema.extend({
  /** Without a zone it is UTC. */
  created_at: z.iso.datetime({ local: true, offset: true }).transform((at) => (/T.*(Z|[+-])/.test(at) ? at : `${at}Z`)),
  title: z.string().nullish(),
  description: z.string().nullish(),
});
export type Pin = z.infer<typeof pinSchema>;
const userSchema = z.object({ username: profileText, profile_image: webAddress.optional() });
const boardSchema = z.object({ id, name: profileText });
const countsSchema = z.record(z.string(), z.unknown());
/** Null if the platform has no numbers of the pin. */
const pinMetricsSchema = z.object({ pin_metrics: z.object({ lifetime_metrics: countsSchema.nullish() }).nullish() });
const boardCountsSchema = z.object({ follower_count: z.unknown(), pin_count: z.unknown() });

/** `upload_parameters` are the fields that go with the file; they sign the upload. */
const registeredSchema = z.object({
  media_id: id,
  upload_url: z.url({ protocol: /^https?$/ }),
  upload_parameters: z.record(z.string(), z.string()),
});
const mediaSchema = z.object({ status: z.string() });

/** `bookmark` leads to the next page; null after the last. */
const page = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item), bookmark: z.string().nullish() });

/** The platform's maximum page size. */
const PAGE_SIZE = '250';

export interface PinboardClient {
  /** POST /v5/pins: the platform fetches the images, if any, and creates the pin. */
  create(pin: PinCreate): Promise<ApiResult<z.infer<typeof createdSchema>>>;
  /** DELETE /v5/pins/:id. */
  remove(pinId: string): Promise<ApiResult<unknown>>;
  /** GET /v5/pins/:id, with its numbers since it was created. */
  pinMetrics(pinId: string): Promise<ApiResult<z.infer<typeof pinMetricsSchema>>>;
  /** GET /v5/boards/:id: how many follow a board, and its pins. */
  boardCounts(boardId: string): Promise<ApiResult<z.infer<typeof boardCountsSchema>>>;
  /** GET /v5/boards/:id/pins, in an order that is not documented. */
  pins(boardId: string, bookmark: string | null): Promise<ApiResult<Page<Pin>>>;
  /** POST /v5/media: where the file of a video is to be uploaded to. */
  register(): Promise<ApiResult<z.infer<typeof registeredSchema>>>;
  /** POST of the file to that address, which is itself a secret. */
  upload(registered: z.infer<typeof registeredSchema>, file: PartMedia): Promise<ApiResult<unknown>>;
  /** GET /v5/media/:id: whether the platform has processed a video. */
  media(mediaId: string): Promise<ApiResult<z.infer<typeof mediaSchema>>>;
  /** GET /v5/user_account: the owner of the token. */
  user(): Promise<ApiResult<z.infer<typeof userSchema>>>;
  /** GET /v5/boards: the user's boards. */
  boards(bookmark: string | null): Promise<ApiResult<Page<z.infer<typeof boardSchema>>>>;
}
type Page<T> = z.infer<ReturnType<typeof page<T>>>;

/** The client authenticated as an account, or the failure of unusable credentials. */
export const connect = connectWith('pinboard', makeClient);

/** The client of an access token. */
export function makeClient(
  http: Http,
  baseUrl: string,
  accessToken: string,
  purpose: Purpose,
  secrets: readonly string[] = [],
): PinboardClient {
  const context: Context = { platform: 'pinboard', purpose, secrets: [accessToken, ...secrets] };
  const headers = { authorization: `Bearer ${accessToken}` };
  const call = <T>(
    path: string,
    schema: z.ZodType<T>,
    request: Partial<HttpRequest> = {},
    failures = pinboardFailures,
  ): Promise<ApiResult<T>> => {
    const address = requestTo(baseUrl, DEFAULT_BASE_URL, `${DEFAULT_BASE_URL}/v5${path}`);
    return callApi(http, { method: 'GET', ...request, ...address, headers }, schema, failures, context);
  };
  const list = <T>(path: string, item: z.ZodType<T>, bookmark: string | null) =>
    call(path, page(item), { query: { page_size: PAGE_SIZE, ...(bookmark === null ? {} : { bookmark }) } });
  return {
    create: (pin) => call('/pins', createdSchema, { method: 'POST', json: pin }),
    remove: (pinId) => call(`/pins/${encodeURIComponent(pinId)}`, z.unknown(), { method: 'DELETE' }, deletionFailures),
    pinMetrics: (pinId) => {
      const query = { pin_metrics: 'true' };
      return call(`/pins/${encodeURIComponent(pinId)}`, pinMetricsSchema, { query }, numbersFailures);
    },
    boardCounts: (boardId) => call(`/boards/${encodeURIComponent(boardId)}`, boardCountsSchema, {}, numbersFailures),
    pins: (boardId, bookmark) => list(`/boards/${encodeURIComponent(boardId)}/pins`, pinSchema, bookmark),
    register: () => call('/media', registeredSchema, { method: 'POST', json: { media_type: 'video' } }),
    upload({ upload_url: url, upload_parameters: fields }, file) {
      // The short ones (a content type, a file's name) are no secrets.
      const signed = Object.values(fields).filter(({ length }) => length >= 20);
      const hidden: Context = { ...context, secrets: [...context.secrets, url, ...signed] };
      const request: HttpRequest = { method: 'POST', url, form: { fields, files: { file } } };
      return callApi(http, request, z.unknown(), uploadFailures, hidden);
    },
    media: (mediaId) => call(`/media/${mediaId}`, mediaSchema),
    user: () => call('/user_account', userSchema),
    boards: (bookmark) => list('/boards', boardSchema, bookmark),
  };
}
