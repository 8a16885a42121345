import { createHash } from 'node:crypto';
import { ApolloServer, type ApolloServerPlugin, HeaderMap, type HTTPGraphQLHead } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { STREAM_ABOVE, type Texts } from '../domain/posts/reading/texts.io.js';
import type { UnderWay } from '../foundation/concurrency/under-way.js';
import { AppError } from '../foundation/errors/app-error.js';
import { internalError } from '../foundation/errors/temporary-failure.js';
import { limitRules, OPERATION_LIMITS } from '../foundation/graphql/limits.js';
import { extensionsOf, presentError, rootCause } from '../foundation/graphql/present-error.js';
import { rateLimited, rateLimitHeaders } from '../foundation/request-limits/rate-limiter.js';
import type { ChargeOperation } from './charge-operation.js';
import { type GraphqlContext, once } from './context.js';
import type { InvalidOperations } from './invalid-operations.js';
import { codesOf, operationFacts } from './operation-facts.js';
import type { OperationTraces } from './operation-traces.js';

export interface ApolloNeeds {
  schema: GraphQLSchema;
  charge: ChargeOperation;
  invalidOperations: InvalidOperations;
  traces: OperationTraces;
  /** A stop waits for them. */
  operations: UnderWay;
  publicUrl: () => string;
  log: Logger;
}

type HttpRequest = Parameters<ApolloServer<GraphqlContext>['executeHTTPGraphQLRequest']>[0];
type HttpResponse = ReturnType<ApolloServer<GraphqlContext>['executeHTTPGraphQLRequest']>;

/**
 * Headers that no page of another site can send without a preflight, so that a request with one of them is no CSRF. The
 * first two are Apollo's own; the others are allowed by no preflight at all.
 */
const NOT_SIMPLE = ['x-apollo-operation-name', 'apollo-require-preflight', 'x-api-key', 'authorization'];

/** How many valid texts are remembered, by their SHA-256 in hexadecimal. */
const KNOWN_TEXTS = 10_000;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Method and body stay. */
const REDIRECT = 307;

/** Responses that bypass Apollo, which would serialize them into one string. */
const largeAnswers = new WeakMap<Texts, object>();

/** GraphQL over HTTP. Batching and persisted queries are off, CSRF prevention and introspection are on. */
export const makeApollo = (needs: ApolloNeeds): ApolloServer<GraphqlContext> => new Apollo(needs);

class Apollo extends ApolloServer<GraphqlContext> {
  private readonly known: LRUCache<string, true>;

  constructor(private readonly needs: ApolloNeeds) {
    const known = new LRUCache<string, true>({ max: KNOWN_TEXTS });
    super({
      schema: needs.schema,
      introspection: true,
      csrfPrevention: { requestHeaders: NOT_SIMPLE },
      allowBatchedHttpRequests: false,
      persistedQueries: false,
      includeStacktraceInErrorResponses: false,
      stopOnTerminationSignals: false,
      parseOptions: { maxTokens: OPERATION_LIMITS.tokens },
      validationRules: limitRules,
      plugins: [
        // The plugin inspects every field of every response, and none of ours may be cached.
        ApolloServerPluginCacheControlDisabled(),
        ApolloServerPluginLandingPageDisabled(),
        chargeAndPresent(needs),
        countInvalid(needs.invalidOperations, known),
      ],
    });
    this.known = known;
  }

  /** Requests that Apollo rejects before there is an operation (CSRF, a batch, no body) do not pass through plugins. */
  override async executeHTTPGraphQLRequest(request: HttpRequest): HttpResponse {
    const context = once(async () => request.context());
    const { traces, operations } = this.needs;
    const admitted = async () => {
      this.refuseInvalid(request.httpGraphQLRequest, (await context()).browser?.address ?? '');
      return context();
    };
    const execute = () => super.executeHTTPGraphQLRequest({ ...request, context: admitted });
    const answer = await operations.run(() => traces.run(execute));
    const { texts, pieces } = await context();
    const large = largeAnswers.get(texts);
    if (large && pieces) {
      answer.headers.delete('content-length');
      return { ...answer, body: { kind: 'chunked', asyncIterator: texts.write(pieces(large)) } };
    }
    if (answer.body.kind !== 'complete' || (answer.status ?? 200) < 400) return answer;
    const result: { extensions?: object } = JSON.parse(answer.body.string);
    if (result.extensions) return answer;
    const { requestId } = await context();
    const extensions = { requestId, cost: this.needs.charge.nothing };
    return { ...answer, body: { kind: 'complete', string: JSON.stringify({ ...result, extensions }) } };
  }

  /** Throws if too many texts from the address were not valid, and this one may be another. */
  private refuseInvalid({ body, search }: HttpRequest['httpGraphQLRequest'], address: string): void {
    const { invalidOperations, publicUrl } = this.needs;
    const waitSeconds = invalidOperations.waitSeconds(address);
    if (waitSeconds === 0) return;
    const text = (body as { query?: unknown } | undefined)?.query ?? new URLSearchParams(search).get('query');
    if (typeof text === 'string' && this.known.has(hashOf(text))) return;
    const error = rateLimited(waitSeconds);
    const http = { status: error.status, headers: new HeaderMap([['retry-after', String(waitSeconds)]]) };
    throw new GraphQLError(error.message, { extensions: { ...extensionsOf(error, publicUrl()), http } });
  }
}

/** Counts texts that are not valid, and remembers those that are. */
const countInvalid = (
  invalidOperations: InvalidOperations,
  known: LRUCache<string, true>,
): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: async () => {
    let isInvalid = false;
    const note = async (error?: unknown) => {
      isInvalid ||= error !== undefined;
    };
    return {
      parsingDidStart: async () => note,
      validationDidStart: async () => note,
      didResolveOperation: async ({ queryHash }) => void known.set(queryHash, true),
      willSendResponse: async ({ contextValue: { browser } }) => {
        if (isInvalid) invalidOperations.count(browser?.address ?? '');
      },
    };
  },
});

/**
 * Charges an operation before it is executed. Every response includes the request id and the cost, every error its
 * code.
 */
function chargeAndPresent(needs: ApolloNeeds): ApolloServerPlugin<GraphqlContext> {
  const { charge } = needs;
  return {
    requestDidStart: async () => {
      let cost = charge.nothing;
      return {
        didResolveOperation: async ({ operation, document, request, contextValue }) => {
          if (operation?.operation === OperationTypeNode.SUBSCRIPTION) {
            const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
            throw new GraphQLError('Subscriptions run over a web socket (graphql-ws), not over HTTP', { extensions });
          }
          if (operation?.operation === OperationTypeNode.QUERY) contextValue.onlyReads();
          const { operationName, variables } = request;
          const { viewer, browser } = contextValue;
          const charged = await charge({ document, operationName, variables, viewer, address: browser?.address ?? '' });
          cost = charged.cost;
          contextValue.note(await operationFacts(operation, cost, viewer));
          if (charged.refusal) throw overHttp(charged.refusal);
        },
        willSendResponse: async ({ request, response, contextValue, errors }) => {
          if (response.body.kind !== 'single') return;
          const { requestId, texts, pieces } = contextValue;
          const result = response.body.singleResult;
          result.extensions = { ...result.extensions, requestId, cost };
          for (const [name, value] of Object.entries(rateLimitHeaders(cost))) response.http.headers.set(name, value);
          redirectOrRefuse(response.http, request.http?.search ?? '', errors ?? []);
          if (result.errors) {
            result.errors = result.errors.map((formatted, index) => {
              const original = errors?.[index];
              return original ? presentError(original, requestId, needs) : formatted;
            });
            contextValue.note({ codes: codesOf(result.errors) });
          }
          if (pieces && texts.bytes() > STREAM_ABOVE) {
            largeAnswers.set(texts, result);
            response.body.singleResult = {};
          }
        },
      };
    },
  };
}

/**
 * Leads a request about an account of another pod there, and says by the status that the directory is away. A request
 * that was led here already is not led on: the router does not do what it should.
 */
function redirectOrRefuse(http: HTTPGraphQLHead, search: string, errors: readonly GraphQLError[]): void {
  for (const { code, status, details } of errors.map(rootCause).filter((error) => error instanceof AppError)) {
    if (code === 'ACCOUNT_ELSEWHERE') {
      const location = `?pod=${details.pod}`;
      http.status = search === location ? 503 : REDIRECT;
      if (search !== location) http.headers.set('location', location);
    }
    if (code === 'DIRECTORY_UNAVAILABLE') {
      http.status = status;
      http.headers.set('retry-after', String(details.retryAfterSeconds));
    }
  }
}

/** An error response with the status and Retry-After of its error. */
function overHttp(refusal: GraphQLError): GraphQLError {
  const cause = rootCause(refusal);
  const error = cause instanceof AppError ? cause : cause && internalError(cause);
  const headers = new HeaderMap();
  const { retryAfterSeconds } = error?.details ?? {};
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  Object.assign(refusal.extensions, { http: { status: error?.status ?? 400, headers } });
  return refusal;
}
