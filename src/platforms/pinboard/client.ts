/** The calls of the Pinterest API v5 that this service needs. */
import { z } from 'zod';
import { addressAt, requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import type { Context, Purpose } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import { connectWith } from '../kit/token-client.js';
import { pinboardFailures } from './failures.js';
import type { PinCreate } from './pin.js';

export const DEFAULT_BASE_URL = 'https://api.pinterest.com';

/** A page of the platform's site. `baseUrl`: a stand-in, or the default. */
export const siteAddress = (baseUrl: string | null, path: string): string =>
  addressAt(baseUrl, DEFAULT_BASE_URL, `https://www.pinterest.com${path}`);

/** The step of a part that is a pin. */
export const published = (postedId: string, baseUrl: string) =>
  ({ kind: 'published', postedId, url: siteAddress(baseUrl, `/pin/${postedId}/`) }) as const;

const id = z.string().regex(/^\d{1,30}$/);

const createdSchema = z.object({ id });
const pinSchema = createdSchema.extend({
  /** Without a zone it is UTC. */
  created_at: z.iso.datetime({ local: true, offset: true }).transform((at) => (/T.*(Z|[+-])/.test(at) ? at : `${at}Z`)),
  title: z.string().nullish(),
  description: z.string().nullish(),
});
const userSchema = z.object({ username: profileText, profile_image: webAddress.optional() });
const boardSchema = z.object({ id, name: profileText });

/** `bookmark` leads to the next page; null after the last. */
const page = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item), bookmark: z.string().nullish() });

/** The platform's maximum page size. */
const PAGE_SIZE = '250';

export interface PinboardClient {
  /** POST /v5/pins: fetches the images and makes the pin. */
  create(pin: PinCreate): Promise<ApiResult<z.infer<typeof createdSchema>>>;
  /** GET /v5/boards/:id/pins, in an order that the platform does not tell. */
  pins(boardId: string, bookmark: string | null): Promise<ApiResult<Page<z.infer<typeof pinSchema>>>>;
  /** GET /v5/user_account: whose the token is. */
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
  const call = <T>(path: string, schema: z.ZodType<T>, request: Partial<HttpRequest> = {}): Promise<ApiResult<T>> => {
    const address = requestTo(baseUrl, DEFAULT_BASE_URL, `${DEFAULT_BASE_URL}/v5${path}`);
    return callApi(http, { method: 'GET', ...request, ...address, headers }, schema, pinboardFailures, context);
  };
  const list = <T>(path: string, item: z.ZodType<T>, bookmark: string | null) =>
    call(path, page(item), { query: { page_size: PAGE_SIZE, ...(bookmark === null ? {} : { bookmark }) } });
  return {
    create: (pin) => call('/pins', createdSchema, { method: 'POST', json: pin }),
    pins: (boardId, bookmark) => list(`/boards/${encodeURIComponent(boardId)}/pins`, pinSchema, bookmark),
    user: () => call('/user_account', userSchema),
    boards: (bookmark) => list('/boards', boardSchema, bookmark),
  };
}
