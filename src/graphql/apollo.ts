import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import { type GraphqlContext, once } from './context.js';
import { limitRules, OPERATION_LIMITS } from './limits.js';
import { presentError } from './present-error.js';
import { STREAM_ABOVE, type Texts } from './texts.js';

type HttpRequest = Parameters<ApolloServer<GraphqlContext>['executeHTTPGraphQLRequest']>[0];
type HttpAnswer = ReturnType<ApolloServer<GraphqlContext>['executeHTTPGraphQLRequest']>;

/** Answers that Apollo is spared: it would make one text of them. */
const largeAnswers = new WeakMap<Texts, object>();

/** What Apollo refuses before there is an operation (CSRF, a batch, no body) passes no plugin on its way out. */
class Apollo extends ApolloServer<GraphqlContext> {
  override async executeHTTPGraphQLRequest(request: HttpRequest): HttpAnswer {
    const context = once(async () => request.context());
    const answer = await super.executeHTTPGraphQLRequest({ ...request, context });
    const { texts, pieces } = await context();
    const large = largeAnswers.get(texts);
    if (large && pieces) {
      answer.headers.delete('content-length');
      return { ...answer, body: { kind: 'chunked', asyncIterator: pieces(large) } };
    }
    if (answer.body.kind !== 'complete' || (answer.status ?? 200) < 400) return answer;
    const result: { extensions?: object } = JSON.parse(answer.body.string);
    if (result.extensions) return answer;
    const { requestId } = await context();
    return { ...answer, body: { kind: 'complete', string: JSON.stringify({ ...result, extensions: { requestId } }) } };
  }
}

/** GraphQL over HTTP. Batching is off, CSRF prevention and introspection are on. */
export function makeApollo({ schema, log }: { schema: GraphQLSchema; log: Logger }): ApolloServer<GraphqlContext> {
  return new Apollo({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: OPERATION_LIMITS.tokens },
    validationRules: limitRules,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      {
        requestDidStart: async () => ({
          didResolveOperation: async ({ operation }) => {
            if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return;
            const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
            throw new GraphQLError('Subscriptions run over a web socket (graphql-ws), not over HTTP', { extensions });
          },
          // Every answer carries the request id, and every error its catalogue code.
          willSendResponse: async ({ response, contextValue, errors }) => {
            if (response.body.kind !== 'single') return;
            const { requestId, texts, pieces } = contextValue;
            const result = response.body.singleResult;
            result.extensions = { ...result.extensions, requestId };
            if (result.errors) {
              result.errors = result.errors.map((formatted, index) => {
                const original = errors?.[index];
                return original ? presentError(original, requestId, log) : formatted;
              });
            }
            if (pieces && texts.bytes() > STREAM_ABOVE) {
              largeAnswers.set(texts, result);
              response.body.singleResult = {};
            }
          },
        }),
      },
    ],
  });
}
