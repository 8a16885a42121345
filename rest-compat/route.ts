import { type DocumentNode, execute, type GraphQLSchema, getOperationAST, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { GraphqlContext } from '../src/api/context.js';
import { AppError } from '../src/foundation/errors/app-error.js';
import type { ErrorCode } from '../src/foundation/errors/catalogue.js';
import {
  busyError,
  internalError,
  isTemporaryFailure,
  logFailure,
  RETRY_AFTER_SECONDS,
} from '../src/foundation/errors/temporary-failure.js';
import { rootCause } from '../src/foundation/graphql/present-error.js';
import type { TadaDocumentNode } from '../src/foundation/graphql/typed-graphql.js';

type Compat = NonNullable<GraphqlContext['compat']>;

/** The request data of a route. It is untrusted: parse it. */
export interface RouteRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** Codes without details: the documented 500 of a route. */
type FailureOfRoute = Exclude<
  Extract<ErrorCode, `${string}_FAILED` | 'INTERNAL_ERROR'>,
  'VALIDATION_FAILED' | 'UNPUBLISH_FAILED'
>;

/**
 * What integrators read about a route. The OpenAPI document is made from it, and the contract's tests hold every
 * request and response to that.
 */
export interface RouteDoc<ResponseBody = z.ZodType> {
  tag: 'Posts' | 'Media' | 'Connections' | 'Workspace users' | 'Webhooks' | 'Network' | 'Threadtalk' | 'API keys';
  summary: string;
  description?: string;
  params?: Fields;
  query?: Fields;
  /** In addition to those of its API. */
  headers?: Fields;
  /** The request body; absent if the route has none. */
  body?: z.ZodObject;
  response: ResponseBody;
  /** Headers of the response, with what they mean. */
  responseHeaders?: Record<string, string>;
  /** Errors of the route itself, in addition to those of its API and `otherwise`. */
  errors: readonly ErrorCode[];
}

type Fields = Record<string, z.ZodType>;

/** A route: which operation it is, and how request and response are translated. */
export type Route<Data, Variables, ResponseBody> = Row<Data, Variables, ResponseBody> & Reads<Variables>;

/** How a route parses any request, or throws an error of the catalogue. */
type Reads<Variables> =
  | { variables: (request: RouteRequest) => Variables }
  | {
      /**
       * For what the schema has no types for: `compat` reaches the resolvers in the context, so no operation from outside
       * can set it.
       */
      input: (request: RouteRequest) => { variables: Variables; compat: Compat };
    };

interface Row<Data, Variables, ResponseBody> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** Whole numbers beyond 2^53 in the body are read as bigint. */
  exactNumbers?: true;
  doc: RouteDoc<ResponseBody>;
  operation: TadaDocumentNode<Data, Variables>;
  success: number;
  body: (data: Found<Data>, request: RouteRequest) => z.output<ResponseBody>;
  headers?: (data: Found<Data>) => Record<string, string>;
  /** The documented 500 of the route: what every failure outside the catalogue becomes. */
  otherwise: FailureOfRoute;
  /**
   * The list of a route that returns all of it, where GraphQL pages: further pages are read with the variable `after`
   * and added to it.
   */
  paged?: (data: Found<Data>) => Paged;
  /** What it is when GraphQL returns null without an error: there is no such object. */
  notFound?: NotFound;
  /** The response to a malformed id, if the contract has another one than 500 [errors/malformed-id]. */
  malformedId?: NotFound;
}

/** The data of an operation without errors: every root field has a value. */
type Found<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

interface Paged {
  edges: unknown[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Codes without details: the errors of a route for what does not exist. */
type NotFound = Exclude<Extract<ErrorCode, `${string}_NOT_FOUND`>, 'CONNECTIONS_NOT_FOUND'>;

export interface RouteResponse {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  /** Of the error that it is. */
  code?: ErrorCode;
}

/** A route with its types sealed in, as the router keeps it. */
export interface AnyRoute
  extends Pick<Row<unknown, unknown, z.ZodType>, 'method' | 'path' | 'exactNumbers' | 'doc' | 'success' | 'otherwise'> {
  /** Of its operation. */
  name: string;
  respond: (
    request: RouteRequest,
    context: GraphqlContext,
    schema: GraphQLSchema,
    log: Logger,
  ) => Promise<RouteResponse>;
}

/** Errors without a REST form: they become the route's 500. */
const GRAPHQL_ONLY: ReadonlySet<ErrorCode> = new Set(['ID_INVALID', 'PAGE_INVALID']);

export function route<Data, Variables, ResponseBody extends z.ZodType>(
  row: Route<Data, Variables, ResponseBody>,
): AnyRoute {
  const { method, path, exactNumbers, doc, success, operation, otherwise, notFound, malformedId } = row;
  return {
    method,
    path,
    exactNumbers,
    doc,
    success,
    otherwise,
    get name() {
      return getOperationAST(operation as DocumentNode)?.name?.value ?? path;
    },
    async respond(request, context, schema, log) {
      let isRead = false;
      try {
        const input = 'input' in row ? row.input(request) : { variables: row.variables(request), compat: {} };
        isRead = true;
        const variables = input.variables as Record<string, unknown>;
        const contextValue: GraphqlContext = { ...context, compat: input.compat };
        if (getOperationAST(operation as DocumentNode)?.operation === OperationTypeNode.QUERY) context.onlyReads();
        const run = async (variableValues: Record<string, unknown>) => {
          const result = await execute({ schema, document: operation as DocumentNode, variableValues, contextValue });
          const [error] = result.errors ?? [];
          if (error) throw rootCause(error) ?? error;
          return result.data as Found<Data>;
        };
        const data = await run(variables);
        if (row.paged)
          await readRest(row.paged(data), async (after) => row.paged?.(await run({ ...variables, after })));
        if (notFound && Object.values(data).includes(null)) throw new AppError(notFound as 'POST_GROUP_NOT_FOUND');
        return { status: success, body: row.body(data, request), headers: row.headers?.(data) ?? {} };
      } catch (error) {
        if (error instanceof AppError && error.code === 'ID_INVALID' && malformedId)
          return errorResponse(new AppError(malformedId as 'POST_GROUP_NOT_FOUND'));
        const isWorded = isRead || (error as AppError).code !== otherwise;
        if (error instanceof AppError && isWorded && !GRAPHQL_ONLY.has(error.code)) return errorResponse(error);
        const facts = { requestId: context.requestId, path };
        // A client error for which the contract has no other response: nothing for the operator to investigate.
        if (error instanceof AppError)
          log.info({ code: error.code, ...error.details, ...facts }, 'A request was malformed');
        else logFailure(log, { error, shown: internalError(error), ...facts }, 'Unexpected failure in a route');
        return failureResponse(otherwise, error);
      }
    },
  };
}

/** Adds the entries of the further pages to a list. */
async function readRest(list: Paged, read: (after: string | null) => Promise<Paged | undefined>): Promise<void> {
  let { pageInfo } = list;
  while (pageInfo.hasNextPage) {
    const next = await read(pageInfo.endCursor);
    if (!next) return;
    list.edges.push(...next.edges);
    pageInfo = next.pageInfo;
  }
}

/** The documented 500 for unexpected failures, with Retry-After if the failure is temporary; 503 if the service is busy. */
function failureResponse(otherwise: FailureOfRoute, error: unknown): RouteResponse {
  const busy = busyError(error);
  if (busy) return errorResponse(busy);
  const { headers, ...response } = errorResponse(new AppError(otherwise));
  const comesBack = isTemporaryFailure(error) && { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return { ...response, headers: { ...headers, ...comesBack } };
}

/** An error in the contract's shape. */
export const errorResponse = (error: AppError): RouteResponse => ({
  status: error.restStatus,
  body: error.restBody(),
  code: error.code,
  headers: 'retryAfterSeconds' in error.details ? { 'Retry-After': String(error.details.retryAfterSeconds) } : {},
});
