import type { initGraphQLTada } from 'gql.tada';
import { type DocumentNode, Kind, parse } from 'graphql';
import type { introspection } from './graphql-env.js';

/** Only the types of gql.tada: the package depends on the TypeScript compiler, which production does not install. */
type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    scalars: {
      DateTime: string;
      LocalDate: string;
      BigInt: number;
      JSONObject: Record<string, unknown>;
      URL: string;
      ID: string;
    };
  }>
>;

function parseDocument(text: string, fragments: readonly DocumentNode[] = []): DocumentNode {
  let definitions: DocumentNode['definitions'] | undefined;
  return {
    kind: Kind.DOCUMENT,
    // Parsed at first use: a worker executes none, and most starts few.
    get definitions() {
      // A directive for the types, which the schema does not have.
      definitions ??= [
        ...parse(text.replace('@_unmask', ''), { noLocation: true }).definitions,
        ...fragments.flatMap((fragment) => fragment.definitions),
      ];
      return definitions;
    },
  };
}

/** Operations of this service on itself, for REST and MCP, typed against schema.graphql: a misspelt field does not compile. */
export const graphql = parseDocument as unknown as Graphql;

export type { ResultOf, TadaDocumentNode } from 'gql.tada';
