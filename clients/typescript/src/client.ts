import { type AccountsApi, makeAccounts } from './accounts.js';
import { makeApi } from './api.js';
import type { CallOptions } from './call-options.js';
import { type FeedsApi, makeFeeds } from './feeds.js';
import { type LibraryApi, makeLibrary } from './library.js';
import { type MediaApi, makeMedia } from './media.js';
import type { Api } from './operations.js';
import { type ClientOptions, parseOptions } from './options.js';
import { makePosts, type PostsApi } from './posts.js';
import type { PublishingError } from './publishing-error.js';
import { makeRecurrences, type RecurrencesApi } from './recurrences.js';
import { makeResults, type ResultsApi } from './results.js';
import { sendOperation } from './run-operation.js';
import { makeSchedules, type SchedulesApi } from './schedules.js';
import { makeSnippets, type SnippetsApi } from './snippets.js';
import { makeSubscribe } from './socket.js';
import type { TypedDocument } from './typed-document.js';

/**
 * A typed document of another tool: a string, a `TypedDocumentString` of graphql-codegen, or the result of `gql` of
 * graphql-tag or `graphql` of gql.tada.
 */
export type AnyDocument<Result, Variables> = (
  | { toString(): string }
  | { readonly loc?: { readonly source: { readonly body: string } } | undefined }
) & { readonly __apiType?: ((variables: Variables) => Result) | undefined };

/** A service, with the credentials of a caller. */
export interface Client {
  posts: PostsApi;
  media: MediaApi;
  accounts: AccountsApi;
  recurrences: RecurrencesApi;
  schedules: SchedulesApi;
  snippets: SnippetsApi;
  feeds: FeedsApi;
  library: LibraryApi;
  results: ResultsApi;
  /**
   * Every operation of the schema, under its name: `api.createWebhook({ … })`. Fails as `graphql` does. A query is
   * repeated when its response is lost, a mutation is not. A subscription yields its events, also over lost connections,
   * and continues after the last event if it has the argument `after`. Subscriptions need the package graphql-ws.
   */
  api: Api;
  /**
   * Runs a query or mutation of the schema. Fails with the first error of its response. A query is repeated when its
   * response is lost, a mutation only with `isRepeatable`: executing it twice must have the effect of one execution.
   * With `onErrors`, an operation of which only some fields failed returns its result, in which they are null.
   */
  graphql<Result, Variables>(
    document: AnyDocument<Result, Variables>,
    variables?: Variables,
    options?: CallOptions & {
      isRepeatable?: boolean | undefined;
      /** Called with all errors when only some fields failed. */
      onErrors?: ((errors: readonly PublishingError[]) => void) | undefined;
    },
  ): Promise<Result>;
}

/** Creates a client of the service at `url`. It keeps no idle connection open. TypeError: an option is invalid. */
export function createClient(options: ClientOptions = {}): Client {
  const endpoint = parseOptions(options);
  const api = makeApi(endpoint, makeSubscribe(endpoint));
  return {
    posts: makePosts(endpoint, api),
    media: makeMedia(endpoint),
    accounts: makeAccounts(endpoint),
    recurrences: makeRecurrences(endpoint),
    schedules: makeSchedules(endpoint),
    snippets: makeSnippets(endpoint),
    feeds: makeFeeds(endpoint),
    library: makeLibrary(endpoint),
    results: makeResults(endpoint),
    api,
    graphql(document, variables, { signal, isRepeatable, onErrors } = {}) {
      const text = textOf(document) as TypedDocument<never, unknown>;
      const options = { signal, isRepeatable: isRepeatable ?? !/^\s*mutation\b/m.test(text) };
      return sendOperation(endpoint, text, variables ?? {}, options).then(({ data, error, errors = [] }) => {
        if (error && !(data && onErrors)) throw error;
        if (error) onErrors?.(errors);
        return data as never;
      });
    },
  };
}

function textOf(document: AnyDocument<unknown, never>): string {
  if (typeof document === 'object' && 'loc' in document && document.loc) return document.loc.source.body;
  const text = String(document);
  if (text === '[object Object]') throw new TypeError('The document has no text: print it with the package graphql.');
  return text;
}
