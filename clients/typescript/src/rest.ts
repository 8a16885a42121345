/** The REST API, typed from its OpenAPI document: for integrations that use it. Otherwise use `createClient`. */
import type { CallOptions } from './call-options.js';
import {
  type HttpAnswer,
  isJson,
  isSuccess,
  isTemporary,
  requestIdOf,
  retryAfterIn,
  send,
  unexpected,
} from './http.js';
import { toJson } from './json.js';
import { type ClientOptions, parseOptions } from './options.js';
import { randomKey } from './posts.js';
import { PublishingError } from './publishing-error.js';
import type { paths } from './rest-types.js';

export type { ClientOptions } from './options.js';
export { type ClientErrorCode, PublishingError, type PublishingErrorCode } from './publishing-error.js';
export type { components, operations, paths, webhooks } from './rest-types.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The paths that have a method, as in the OpenAPI document. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, { responses: unknown }> ? Path : never;
}[keyof paths];

type OperationOf<Path extends keyof paths, M extends Method> = M extends keyof paths[Path] ? paths[Path][M] : never;

/** Parts of a request that an operation has; those that it requires are required. */
type Parameters<Operation> = Operation extends { parameters: infer All }
  ? { [Part in keyof All & ('path' | 'query') as All[Part] extends undefined ? never : Part]: All[Part] }
  : unknown;
type Body<Operation> = Operation extends { requestBody: infer Content }
  ? { body: Json<Content> }
  : Operation extends { requestBody?: infer Content }
    ? [Exclude<Content, undefined>] extends [never]
      ? unknown
      : { body?: Json<Exclude<Content, undefined>> }
    : unknown;
type Simplify<T> = { [Key in keyof T]: T[Key] };

/** The input of a request: `path` and `query` parameters, and the `body`. */
export type RestRequest<Path extends keyof paths, M extends Method> = Simplify<
  Parameters<OperationOf<Path, M>> &
    Body<OperationOf<Path, M>> &
    CallOptions & {
      /** Only for `create-post`. By default each call has a new key, so that its retries create one post. */
      idempotencyKey?: string | undefined;
    }
>;

/** The body of a success. */
export type RestResponse<Path extends keyof paths, M extends Method> =
  OperationOf<Path, M> extends { responses: infer Responses }
    ? Json<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
    : never;

type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...request: Record<never, never> extends RestRequest<Path, M>
    ? [request?: RestRequest<Path, M>]
    : [request: RestRequest<Path, M>]
) => Promise<RestResponse<Path, M>>;

/**
 * Returns the body of a success. An error of the API is a PublishingError with its `status` and message
 * (REQUEST_REJECTED).
 */
export interface RestClient {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
}

const NO_CONTENT = 204;
/** The only route that creates something and takes an idempotency key. */
const KEYED = '/api/v1/create-post';

/** Creates a client of the REST API at `url`. TypeError: an option is invalid. */
export function createRestClient(options: ClientOptions = {}): RestClient {
  const endpoint = parseOptions(options);

  const call =
    <M extends Method>(method: M): Call<M> =>
    async (path, ...[request]) => {
      const { body, query, path: inPath, signal, idempotencyKey = randomKey() } = (request ?? {}) as AnyRequest;
      const headers = {
        ...endpoint.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(path === KEYED && { 'idempotency-key': idempotencyKey }),
      };
      const answer = await send(
        endpoint,
        {
          url: endpoint.baseUrl + filled(path, inPath) + searchOf(query),
          method: method.toUpperCase(),
          headers,
          ...(body !== undefined && { body: toJson(body) }),
          credentials: endpoint.credentials,
        },
        {
          signal,
          isRepeatable: method !== 'post' || path === KEYED,
          isWhole: (given) => given.status === NO_CONTENT || isJson(given),
        },
      );
      return parse(answer) as RestResponse<typeof path, M>;
    };

  return { get: call('get'), post: call('post'), put: call('put'), patch: call('patch'), delete: call('delete') };
}

interface AnyRequest extends CallOptions {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
}

const filled = (path: string, values: AnyRequest['path'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));

function searchOf(query: AnyRequest['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each));
  }
  return search.size > 0 ? `?${search}` : '';
}

function parse(answer: HttpAnswer): unknown {
  const { status, text } = answer;
  if (status === NO_CONTENT) return undefined;
  const body: unknown = isJson(answer) ? JSON.parse(text) : undefined;
  const isObject = typeof body === 'object' && body !== null;
  if (isSuccess(answer)) {
    if (isObject) return body;
    throw unexpected(answer, body === undefined);
  }
  const { error, ...details } = (isObject ? body : {}) as { error?: unknown };
  if (typeof error !== 'string') throw unexpected(answer);
  throw new PublishingError(error, {
    code: 'REQUEST_REJECTED',
    status,
    requestId: requestIdOf(answer),
    retryable: isTemporary(status),
    retryAfterSeconds: retryAfterIn(answer),
    details,
  });
}
