/** Client of the Graph APIs: the version is in the path, parameters are in the query or a form. */
import { z } from 'zod';
import { requestTo } from '../../foundation/http-client/address.js';
import type { Http } from '../../foundation/http-client/http.js';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import { readCredentials } from '../kit/credentials.js';
import { type Context, type FailedStep, failed, type Purpose } from '../kit/failed-step.js';
import type { FailureTable } from '../kit/failure-table.js';
import { type Tokens, tokensSchema } from '../kit/oauth-row.js';
import type { Account } from '../port/account.js';
import type { PlatformKey, PlatformSetup } from '../port/platform.js';

/** The version of the vendor's Graph API that the adapters were written for. It lives until July 2028. */
export const GRAPH_VERSION = 'v25.0';

/** One of the APIs. */
export interface GraphApi {
  platform: PlatformKey;
  /** As in the adapter's `defaultBaseUrl`. */
  defaultBaseUrl: string;
  /** The version that the adapter was written for. */
  version: string;
  failures: FailureTable;
  /** The scope that a token needs to post. */
  postScope: string;
}

/** Parameters by name; undefined ones are not sent. */
export type Fields = Readonly<Record<string, string | undefined>>;

export interface Graph {
  get<T>(path: string, query: Fields, schema: z.ZodType<T>): Promise<ApiResult<T>>;
  delete<T>(path: string, schema: z.ZodType<T>): Promise<ApiResult<T>>;
  /** With files, `fields` are part of their form. */
  post<T>(
    path: string,
    fields: Fields,
    schema: z.ZodType<T>,
    files?: Readonly<Record<string, HttpFile>>,
  ): Promise<ApiResult<T>>;
}

/** A Graph API id: digits; for a page post, prefixed with the page id. It can exceed 2^53, so it is a string. */
export const graphId = z.string().regex(/^\d+(_\d+)?$/);

/** The response to most writes. */
export const createdSchema = z.object({ id: graphId });

/** The API authenticated as an account. */
export interface OpenedGraph {
  kind: 'opened';
  graph: Graph;
  accessToken: string;
  scopes: string[];
}

/** The API authenticated as an account, or the failure of unusable credentials. */
export function openGraph(
  http: Http,
  api: GraphApi,
  setup: PlatformSetup,
  account: Account,
  purpose: Purpose,
): OpenedGraph | FailedStep {
  const read = readCredentials(tokensSchema, account, { platform: api.platform, purpose });
  if (read.kind === 'failed') return read;
  const { accessToken } = read.credentials;
  const graph = makeGraph(http, api, { ...setup, baseUrl: account.baseUrl }, accessToken, purpose);
  return { kind: 'opened', graph, accessToken, scopes: scopesOf(read.credentials) };
}

/** The failure of a token without permission to post; null if that is unknown. */
export function mayNotPost({ platform, postScope }: GraphApi, scopes: readonly string[]): FailedStep | null {
  if (scopes.length === 0 || scopes.includes(postScope)) return null;
  const context: Context = { platform, purpose: 'prepare', secrets: [] };
  const happened = 'was not given permission by the owner of this account to let this service post';
  return failed('PLATFORM_AUTH_EXPIRED', context, { outcome: 'rejected', happened });
}

/** The scopes of tokens, if they were returned when issued. */
export const scopesOf = ({ scopes = '' }: Pick<Tokens, 'scopes'>): string[] => scopes.split(' ').filter(Boolean);

/** The API with or without an access token in its headers; `secrets` are further ones in its parameters. */
export function makeGraph(
  http: Http,
  { platform, defaultBaseUrl, version, failures }: GraphApi,
  setup: Pick<PlatformSetup, 'baseUrl' | 'apiVersion'>,
  accessToken: string | null,
  purpose: Purpose,
  secrets: readonly string[] = [],
): Graph {
  const context: Context = { platform, purpose, secrets: [accessToken ?? '', ...secrets] };
  const headers: Record<string, string> = accessToken === null ? {} : { authorization: `Bearer ${accessToken}` };
  const address = (path: string) =>
    requestTo(setup.baseUrl, defaultBaseUrl, `${defaultBaseUrl}/${setup.apiVersion ?? version}${path}`);
  return {
    get: (path, query, schema) =>
      callApi(http, { method: 'GET', ...address(path), query: sent(query), headers }, schema, failures, context),
    delete: (path, schema) => callApi(http, { method: 'DELETE', ...address(path), headers }, schema, failures, context),
    post: (path, fields, schema, files) => {
      const content = files ? { form: { fields: sent(fields), files } } : { urlencoded: sent(fields) };
      return callApi(http, { method: 'POST', ...address(path), headers, ...content }, schema, failures, context);
    },
  };
}

const sent = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
