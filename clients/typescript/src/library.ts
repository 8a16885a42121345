import type { CallOptions } from './call-options.js';
import { type LibraryFilter, type LibrarySort, ListLibrary, type Media } from './operations.js';
import type { Endpoint } from './options.js';
import { itemsOf } from './pages.js';
import { runOperation } from './run-operation.js';

export interface ListLibraryOptions extends CallOptions {
  filter?: LibraryFilter | undefined;
  /** Newest first by default. */
  sort?: LibrarySort | undefined;
}

export interface LibraryApi {
  /** The files of the media library. `media.upload` without a post adds one, and `files` of a post take their ids. */
  list(options?: ListLibraryOptions): AsyncGenerator<Media, void, undefined>;
}

const PAGE_SIZE = 100;

export const makeLibrary = (endpoint: Endpoint): LibraryApi => ({
  list: ({ filter, sort, signal } = {}) =>
    itemsOf(async (after) => {
      const variables = { first: PAGE_SIZE, after, filter, sort };
      return (await runOperation(endpoint, ListLibrary, variables, { signal, isRepeatable: true })).mediaLibrary;
    }),
});
