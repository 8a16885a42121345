/** The calls of an account's data server, with the access token of its session. */
import { z } from 'zod';
import { addressAt, type RequestAddress, requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import { readCredentials } from '../kit/credentials.js';
import type { Context, FailedStep, Purpose } from '../kit/failed-step.js';
import type { Account } from '../port/account.js';
import type { PlatformSetup } from '../port/platform.js';
import { skyfeedFailures } from './failures.js';

/** Signs in accounts of every data server of the same operator. */
export const DEFAULT_BASE_URL = 'https://bsky.social';

/** The network's public app, which shows the posts of all data servers. `baseUrl`: a stand-in, or the default. */
export const appAddress = (baseUrl: string | null, path: string): string =>
  addressAt(baseUrl, DEFAULT_BASE_URL, `https://bsky.app${path}`);

const credentialsSchema = z.object({
  accessJwt: z.string().min(1),
  refreshJwt: z.string().optional(),
  appPassword: z.string().optional(),
});

/** The stable id of an account; its handle can change. */
export const didSchema = z.string().regex(/^did:[a-z]+:[\w.:%-]*[\w.-]$/);

/** Calls a method by its name; without a request it is a query without parameters. */
export type Xrpc = <T>(method: string, schema: z.ZodType<T>, request?: Partial<HttpRequest>) => Promise<ApiResult<T>>;

/** The operator's base URL replaces the default server, not the server of an account. */
export type Operator = Pick<PlatformSetup, 'baseUrl'>;

/** The address of a method at a data server. */
export function methodAt(server: string, operator: Operator, method: string): RequestAddress {
  const own = server === operator.baseUrl ? DEFAULT_BASE_URL : server;
  return requestTo(server, own, `${own}/xrpc/${method}`);
}

/** The client authenticated as an account; `context` is that of its calls. */
export interface Connected {
  kind: 'connected';
  xrpc: Xrpc;
  accessJwt: string;
  context: Context;
}

/** The client authenticated as an account, or the failure of unusable credentials. */
export function connect(
  http: Http,
  account: Account,
  operator: Operator,
  purpose: Purpose,
  failures = skyfeedFailures,
): Connected | FailedStep {
  const read = readCredentials(credentialsSchema, account, { platform: 'skyfeed', purpose });
  if (read.kind === 'failed') return read;
  const { accessJwt, refreshJwt = '', appPassword = '' } = read.credentials;
  const context: Context = { platform: 'skyfeed', purpose, secrets: [accessJwt, refreshJwt, appPassword] };
  const headers = { authorization: `Bearer ${accessJwt}` };
  const xrpc: Xrpc = (method, schema, request) => {
    const address = methodAt(account.baseUrl, operator, method);
    const sent: HttpRequest = { method: 'GET', ...request, ...address, headers };
    return callApi(http, sent, schema, failures, context);
  };
  return { kind: 'connected', xrpc, accessJwt, context };
}
