/** Comments of the Graph APIs: POST /{post}/comments, and GET for a lookup. They have no mark but their text. */
import type { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import type { FailureRow, FailureTable } from '../kit/failure-table.js';
import { type Commenter, mayNotComment } from '../kit/with-comments.js';
import type { Account } from '../port/account.js';
import type { PlatformSetup } from '../port/platform.js';
import { createdSchema, type Fields, type GraphApi, type OpenedGraph, openGraph } from './graph-api.js';
import { graphFailures, UNKNOWN_OBJECT } from './graph-errors.js';
import { findInPosts, type ListedPost } from './graph-posts.js';

/** What differs between platforms. */
export interface CommentRow {
  api: GraphApi;
  /** What a token needs to comment. */
  scope: string;
  fields: string;
  /** Further parameters of the list, which is newest first. */
  query?: Fields;
  /** A comment of the list on a post. */
  listed(postedId: string, account: Account): z.ZodType<ListedPost>;
  /** The public address of a comment; nothing if it cannot be read, because the comment is live all the same. */
  address(opened: OpenedGraph, comment: { id: string; postedId: string }, account: Account): Promise<{ url?: string }>;
}

/** "Object does not exist" is about the post here. */
export const graphCommentFailures = (own: readonly FailureRow[]): FailureTable =>
  graphFailures([{ error: 100, subcode: UNKNOWN_OBJECT, code: 'NOT_FOUND_ON_PLATFORM' }, ...own]);

export const makeGraphComments =
  ({ api, scope, fields, query, listed, address }: CommentRow) =>
  (http: Http, setup: PlatformSetup): Commenter => ({
    async comment({ text, replyTo }, account) {
      const opened = openGraph(http, api, setup, account, 'write');
      if (opened.kind === 'failed') return opened;
      const refused = mayNotComment(api.platform, opened.scopes, scope);
      if (refused) return refused;
      const postedId = replyTo ?? '';
      const added = await opened.graph.post(pathOf(postedId), { message: text }, createdSchema);
      if (added.kind === 'rejected') return added.step;
      const { id } = added.value;
      // A read: it must not be taken for another publishing request.
      const reading = openGraph(http, api, setup, account, 'lookup');
      const found = reading.kind === 'opened' ? await address(reading, { id, postedId }, account) : {};
      return { kind: 'published', postedId: id, ...found };
    },
    async find(part, account) {
      const opened = openGraph(http, api, setup, account, 'lookup');
      if (opened.kind === 'failed') return opened;
      const postedId = part.replyTo ?? '';
      return findInPosts(
        opened.graph,
        { path: pathOf(postedId), fields, query, post: listed(postedId, account) },
        part,
      );
    },
  });

const pathOf = (postedId: string): string => `/${encodeURIComponent(postedId)}/comments`;
