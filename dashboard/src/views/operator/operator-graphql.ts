import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../../../../src/operator/operator-env.js';

/** Operations of the console, typed against its own schema: src/operator/operator.graphql. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; ID: string };
}>();
