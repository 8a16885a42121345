import type { CallOptions } from './call-options.js';
import { ListSnippets, type Snippet, type SnippetFilter } from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { runOperation } from './run-operation.js';

export interface SnippetsApi {
  /** The snippets that match, by name. `api.filledSnippet` returns the text of one with values for its placeholders. */
  list(options?: CallOptions & { filter?: SnippetFilter | undefined }): AsyncGenerator<Snippet, void, undefined>;
}

const PAGE_SIZE = 100;

export const makeSnippets = (endpoint: Endpoint): SnippetsApi => ({
  list: ({ filter, signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { first: PAGE_SIZE, after, filter };
      return (await runOperation(endpoint, ListSnippets, variables, { signal, isRepeatable: true })).snippets;
    }),
});
