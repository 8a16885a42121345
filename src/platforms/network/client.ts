/** The LinkedIn REST API: versioned calls below /rest, older ones below /v2, and addresses for uploads. */
import { z } from 'zod';
import { type RequestAddress, requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import { readCredentials } from '../kit/credentials.js';
import type { Context, FailedStep, Purpose } from '../kit/failed-step.js';
import { tokensSchema } from '../kit/oauth-row.js';
import type { Account } from '../port/account.js';
import type { PlatformSetup } from '../port/platform.js';
import { networkFailures } from './failures.js';
import { toNeutral } from './urns.js';

export const DEFAULT_BASE_URL = 'https://api.linkedin.com';

/** The version of the API that this adapter was written for. */
const API_VERSION = '202609';

/** `author` is there for an organization that the login administers; without it, the member itself is the author. */
const credentialsSchema = tokensSchema.extend({
  author: z
    .string()
    .regex(/^urn:li:organization:\d+$/)
    .optional(),
});

export interface NetworkClient {
  /** The URN of who posts, comments and reacts. */
  author: string;
  context: Context;
  /** Structured values of a query are part of the path: only the URNs in them are percent-encoded. */
  rest<T>(path: string, schema: z.ZodType<T>, request?: Partial<HttpRequest>): Promise<ApiResult<T>>;
  v2<T>(path: string, schema: z.ZodType<T>, request?: Partial<HttpRequest>): Promise<ApiResult<T>>;
  /** PUT of a file, or a piece of one, to an address that the platform gave for it. */
  upload(url: string, file: HttpFile): Promise<ApiResult<unknown>>;
}

/** The client authenticated as an account, or the failure of unusable credentials. */
export function connect(
  http: Http,
  account: Account,
  setup: PlatformSetup,
  purpose: Purpose,
  failures = networkFailures,
): { kind: 'connected'; client: NetworkClient } | FailedStep {
  const read = readCredentials(credentialsSchema, account, { platform: 'network', purpose });
  if (read.kind === 'failed') return read;
  const { accessToken, refreshToken = '', author = `urn:li:person:${account.accountId}` } = read.credentials;
  const context: Context = { platform: 'network', purpose, secrets: [accessToken, refreshToken] };
  return {
    kind: 'connected',
    client: makeClient(http, account.baseUrl, setup, accessToken, author, context, failures),
  };
}

/** The client of an access token. */
export function makeClient(
  http: Http,
  baseUrl: string,
  setup: PlatformSetup,
  accessToken: string,
  author: string,
  context: Context,
  failures = networkFailures,
): NetworkClient {
  const authorization = `Bearer ${accessToken}`;
  const versioned = {
    authorization,
    'linkedin-version': setup.apiVersion ?? API_VERSION,
    'x-restli-protocol-version': '2.0.0',
  };
  const call = <T>(
    address: RequestAddress,
    headers: Record<string, string>,
    schema: z.ZodType<T>,
    request: Partial<HttpRequest> = {},
  ): Promise<ApiResult<T>> =>
    callApi(http, { method: 'GET', ...request, ...address, headers }, schema, failures, context);
  const at = (path: string) => requestTo(baseUrl, DEFAULT_BASE_URL, `${DEFAULT_BASE_URL}${path}`);
  return {
    author,
    context,
    rest: (path, schema, request) => call(at(`/rest${path}`), versioned, schema, request),
    v2: (path, schema, request) => call(at(`/v2${path}`), { authorization }, schema, request),
    upload: (url, file) => call({ url }, { authorization }, z.unknown(), { method: 'PUT', file }),
  };
}

/** A refusal, in the neutral namespace. */
export function refusal({ step }: Extract<ApiResult<unknown>, { kind: 'rejected' }>): FailedStep {
  const { message, platformError, ...failure } = step.failure;
  const words = platformError === null ? null : toNeutral(platformError);
  return { kind: 'failed', failure: { ...failure, message: toNeutral(message), platformError: words } };
}
