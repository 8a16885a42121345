import type DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { loaderById } from '../../foundation/graphql/loaders.js';
import type { Texts } from '../posts/reading/texts.io.js';
import { type Snippet, snippetsById } from './snippet.repository.js';

export interface SnippetLoaders {
  snippet: DataLoader<string, Snippet | null>;
}

/** What the resolvers of snippets find in the context of an operation. */
export interface SnippetsContext {
  loaders: SnippetLoaders;
  texts: Pick<Texts, 'count'>;
}

export const makeSnippetLoaders = (db: Db): SnippetLoaders => ({
  snippet: loaderById((ids) => snippetsById(db, ids)),
});
