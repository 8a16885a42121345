import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../../../src/foundation/graphql/graphql-env.js';

/** Operations and fragments, typed against schema.graphql: a misspelt field does not compile. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    DateTime: string;
    LocalDate: string;
    BigInt: number;
    JSONObject: Record<string, unknown>;
    URL: string;
    ID: string;
  };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
