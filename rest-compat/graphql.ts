import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.js';

/** Operations of the REST layer, typed against schema.graphql: a misspelt field does not compile. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; LocalDate: string; BigInt: number; JSONObject: Record<string, unknown>; ID: string };
}>();

export type { ResultOf, TadaDocumentNode } from 'gql.tada';
