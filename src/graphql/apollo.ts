import type { Server } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { GraphqlContext } from './context.js';
import { limitRules, OPERATION_LIMITS } from './limits.js';
import { presentError } from './present-error.js';

/** GraphQL over HTTP. Batching is off, CSRF prevention and introspection are on. */
export function makeApollo(needs: {
  schema: GraphQLSchema;
  httpServer: Server;
  log: Logger;
}): ApolloServer<GraphqlContext> {
  const { schema, httpServer, log } = needs;
  return new ApolloServer<GraphqlContext>({
    schema,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: OPERATION_LIMITS.tokens },
    validationRules: limitRules,
    plugins: [
      ApolloServerPluginDrainHttpServer({ httpServer }),
      ApolloServerPluginLandingPageDisabled(),
      {
        requestDidStart: async () => ({
          // Every answer carries the request id, and every error its catalogue code.
          willSendResponse: async ({ response, contextValue, errors }) => {
            if (response.body.kind !== 'single') return;
            const { requestId } = contextValue;
            const result = response.body.singleResult;
            result.extensions = { ...result.extensions, requestId };
            if (result.errors) {
              result.errors = result.errors.map((formatted, index) => {
                const original = errors?.[index];
                return original ? presentError(original, requestId, log) : formatted;
              });
            }
          },
        }),
      },
    ],
  });
}
