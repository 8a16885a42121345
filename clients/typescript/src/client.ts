import { type AccountsApi, makeAccounts } from './accounts.js';
import { type MediaApi, makeMedia } from './media.js';
import { type ClientOptions, parseOptions } from './options.js';
import { type CallOptions, makePosts, type PostsApi } from './posts.js';
import { runOperation } from './run-operation.js';
import { makeSubscribe } from './socket.js';
import type { TypedDocument } from './typed-document.js';

/**
 * A document that other tools have typed: a string, a `TypedDocumentString` of graphql-codegen, or what `gql` of graphql-tag
 * and `graphql` of gql.tada return.
 */
export type AnyDocument<Result, Variables> = (
  | { toString(): string }
  | { readonly loc?: { readonly source: { readonly body: string } } | undefined }
) & { readonly __apiType?: ((variables: Variables) => Result) | undefined };

/** A service, as somebody. */
export interface Client {
  posts: PostsApi;
  media: MediaApi;
  accounts: AccountsApi;
  /**
   * Any query or mutation of the schema; fails with the first error of its answer. A query is repeated when its answer is
   * lost, a mutation only with `isRepeatable`: then executing it twice has to be as good as once.
   */
  graphql<Result, Variables>(
    document: AnyDocument<Result, Variables>,
    variables?: Variables,
    options?: CallOptions & { isRepeatable?: boolean | undefined },
  ): Promise<Result>;
}

/** A client of the service at `url`. It keeps no connection open while nothing is followed. TypeError: an option is wrong. */
export function createClient(options: ClientOptions): Client {
  const endpoint = parseOptions(options);
  return {
    posts: makePosts(endpoint, makeSubscribe(endpoint)),
    media: makeMedia(endpoint),
    accounts: makeAccounts(endpoint),
    graphql(document, variables, { signal, isRepeatable } = {}) {
      const text = textOf(document) as TypedDocument<never, unknown>;
      const options = { signal, isRepeatable: isRepeatable ?? !/^\s*mutation\b/m.test(text) };
      return runOperation(endpoint, text, variables ?? {}, options);
    },
  };
}

function textOf(document: AnyDocument<unknown, never>): string {
  if (typeof document === 'object' && 'loc' in document && document.loc) return document.loc.source.body;
  const text = String(document);
  if (text === '[object Object]') throw new TypeError('The document has no text: print it with the package graphql.');
  return text;
}
