/** The client API calls used by this service. */
import { z } from 'zod';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import type { HttpContent } from '../../foundation/http-client/http-body.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import { readCredentials } from '../kit/credentials.js';
import type { Context, FailedStep, Purpose } from '../kit/failed-step.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { Account } from '../port/account.js';
import type { Point } from '../port/area.js';
import type { Part, PartMedia } from '../port/platform.js';
import { deletionFailures, fediverseFailures, numbersFailures } from './failures.js';

const credentialsSchema = z.object({ accessToken: z.string().min(1) });

const statusSchema = z.object({ id: z.string().min(1), url: webAddress.optional() });
/** An upload, before and after a status references it; without a URL while it is being processed. */
const attachmentSchema = z.object({ id: z.string().min(1), url: z.string().nullish() });
const pageSchema = z.array(
  statusSchema.extend({
    created_at: z.iso.datetime({ offset: true }),
    in_reply_to_id: z.string().nullish(),
    media_attachments: z.array(attachmentSchema).default([]),
  }),
);
const sourceSchema = z.object({ text: z.string() });
const selfSchema = z.object({
  id: z.string().regex(/^[!-~]{1,200}$/),
  acct: profileText,
  display_name: profileText,
  url: webAddress,
  avatar: webAddress,
});
/** An account as returned to its owner. */
export type Self = z.infer<typeof selfSchema>;

const count = z.unknown().optional();
/** Numbers of a status; not every server gives all. */
const countedSchema = z.object({
  id: z.string(),
  replies_count: count,
  reblogs_count: count,
  favourites_count: count,
  quotes_count: count,
});
const accountCountsSchema = z.object({ followers_count: count, following_count: count, statuses_count: count });

const appSchema = z.object({ scopes: z.array(z.string()) });

/** The platform's maximum page size. */
const PAGE_SIZE = '40';

/** Statuses that are listed by their ids at once. */
export const STATUSES_MAX = 20;

/** The API's default page size. */
export const DEFAULT_PAGE_SIZE = 20;

export interface FediverseClient {
  /** POST /api/v1/statuses. A repeated idempotency key returns the status created by the first request. */
  post(part: Part, mediaIds: readonly string[]): Promise<ApiResult<z.infer<typeof statusSchema>>>;
  /**
   * POST /api/v2/media: 200 if it is ready, 202 while it is being processed. Its name must be new to the account: a
   * server may store an upload under its name.
   */
  upload(file: PartMedia): Promise<ApiResult<z.infer<typeof attachmentSchema>>>;
  /** GET /api/v1/media/:id, an unattached upload: 206 while it is being processed. */
  attachment(id: string): Promise<ApiResult<z.infer<typeof attachmentSchema>>>;
  /** GET /api/v1/accounts/:id/statuses: the account's statuses, newest first, those older than `maxId`. */
  statuses(accountId: string, maxId: string | null): Promise<ApiResult<z.infer<typeof pageSchema>>>;
  /** GET /api/v1/statuses/:id/source: the text as it was written, not the HTML made from it. */
  source(id: string): Promise<ApiResult<z.infer<typeof sourceSchema>>>;
  /** DELETE /api/v1/statuses/:id, with its media (from 4.4 on at once). */
  remove(id: string): Promise<ApiResult<unknown>>;
  /** GET /api/v1/accounts/verify_credentials: the account of the token. */
  self(): Promise<ApiResult<Self>>;
  /** GET /api/v1/apps/verify_credentials: the app of the token; servers before 4.3 do not return scopes. */
  app(): Promise<ApiResult<z.infer<typeof appSchema>>>;
  /** GET /api/v1/statuses, since 4.3: at most 20; those that there are. */
  numbers(ids: readonly string[]): Promise<ApiResult<z.infer<typeof countedSchema>[]>>;
  /** GET /api/v1/statuses/:id. */
  numbersOf(id: string): Promise<ApiResult<z.infer<typeof countedSchema>>>;
  /** GET /api/v1/accounts/verify_credentials: how many follow the account. */
  counts(): Promise<ApiResult<z.infer<typeof accountCountsSchema>>>;
}

/** The client authenticated as an account, or the failure of unusable credentials. */
export function connect(
  http: Http,
  account: Account,
  purpose: Purpose,
): { kind: 'connected'; client: FediverseClient } | FailedStep {
  const read = readCredentials(credentialsSchema, account, { platform: 'fediverse', purpose });
  if (read.kind === 'failed') return read;
  return { kind: 'connected', client: makeClient(http, account.baseUrl, read.credentials.accessToken, purpose) };
}

/** The client of a server and an access token. */
export function makeClient(http: Http, baseUrl: string, accessToken: string, purpose: Purpose): FediverseClient {
  const context: Context = { platform: 'fediverse', purpose, secrets: [accessToken] };
  const headers = { authorization: `Bearer ${accessToken}` };

  const call = <T>(
    path: string,
    schema: z.ZodType<T>,
    request: Partial<HttpRequest> = {},
    failures = fediverseFailures,
  ): Promise<ApiResult<T>> => {
    const sent: HttpRequest = {
      method: 'GET',
      ...request,
      url: `${baseUrl}${path}`,
      headers: { ...headers, ...request.headers },
    };
    return callApi(http, sent, schema, failures, context);
  };

  return {
    post: (part, mediaIds) =>
      call('/api/v1/statuses', statusSchema, {
        method: 'POST',
        headers: { 'idempotency-key': part.key },
        ...statusContent(part, mediaIds),
      }),
    upload: (file) => {
      const fields: Record<string, string> = {
        ...(file.altText && { description: file.altText }),
        ...(file.focus && { focus: toFocus(file.focus) }),
      };
      return call('/api/v2/media', attachmentSchema, { method: 'POST', form: { fields, files: { file } } });
    },
    attachment: (id) => call(`/api/v1/media/${encodeURIComponent(id)}`, attachmentSchema),
    statuses: (accountId, maxId) =>
      call(`/api/v1/accounts/${encodeURIComponent(accountId)}/statuses`, pageSchema, {
        query: { exclude_reblogs: 'true', limit: PAGE_SIZE, ...(maxId === null ? {} : { max_id: maxId }) },
      }),
    source: (id) => call(`/api/v1/statuses/${encodeURIComponent(id)}/source`, sourceSchema),
    remove: (id) => {
      const request = { method: 'DELETE', query: { delete_media: 'true' } } as const;
      return call(`/api/v1/statuses/${encodeURIComponent(id)}`, z.unknown(), request, deletionFailures);
    },
    self: () => call('/api/v1/accounts/verify_credentials', selfSchema),
    app: () => call('/api/v1/apps/verify_credentials', appSchema),
    numbers: (ids) => call('/api/v1/statuses', z.array(countedSchema), { query: { 'id[]': ids } }, numbersFailures),
    numbersOf: (id) => call(`/api/v1/statuses/${encodeURIComponent(id)}`, countedSchema, {}, numbersFailures),
    counts: () => call('/api/v1/accounts/verify_credentials', accountCountsSchema, {}, numbersFailures),
  };
}

/** A focus is `x,y`: from -1 to 1, from the centre to the right and to the top (documentation of Media, 2026-11-22). */
const toFocus = ({ x, y }: Point): string => [2 * x - 1, 1 - 2 * y].map((value) => value.toFixed(2)).join(',');

/** As JSON, or with media as a form: the specification's JSON bodies have a text or media, its forms both. */
const statusContent = ({ text: status, replyTo }: Part, mediaIds: readonly string[]): HttpContent => {
  const fields = { status, visibility: 'public', ...(replyTo !== null && { in_reply_to_id: replyTo }) };
  return mediaIds.length === 0 ? { json: fields } : { urlencoded: { ...fields, 'media_ids[]': mediaIds } };
};
