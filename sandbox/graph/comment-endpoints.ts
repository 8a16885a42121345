import type { Router } from 'express';
import type { AccountCore } from '../account.js';
import type { Comments } from '../comments.js';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import type { SandboxPlatform } from '../types.js';
import { choice } from './call.js';
import type { Entity } from './container-posts.js';
import type { GraphRequest, MakeEndpoint } from './endpoints.js';
import { list } from './fields.js';
import { invalid } from './wire.js';

/** The differences of the endpoints for comments. */
interface CommentEndpoints {
  platform: SandboxPlatform;
  comments: Comments;
  writing: readonly string[];
  reading: readonly string[];
  /** The most characters of a comment. */
  maxText: number;
  /** The list is newest first, or only when a parameter requests it. */
  isNewestFirst: boolean;
  /** Throws if the token is not one for this. */
  check?(request: GraphRequest): void;
  /** The post that is commented on; throws if there is none, or it takes no comments. */
  post(account: AccountCore, id: string): StoredPost;
  idOn(post: StoredPost): string;
  urlOf(post: StoredPost, id: string): string;
  entity(account: AccountCore, comment: StoredPost): Entity;
}

/** Adds the endpoints that write and list the comments on a post. */
export function addCommentEndpoints(
  router: Router,
  make: MakeEndpoint,
  { url }: SandboxContext,
  { platform, comments, writing, reading, maxText, isNewestFirst, ...forms }: CommentEndpoints,
): void {
  const path = '/:version/:post/comments';
  router.post(
    path,
    make({ names: ['message'], scopes: writing, kind: 'publish' }, (request) => {
      forms.check?.(request);
      const { req, account, params } = request;
      const post = forms.post(account, String(req.params.post));
      const { message: text = '' } = params;
      if (text.trim() === '') throw invalid('The parameter message is required');
      if ([...text].length > maxText) throw invalid(`Param message must be at most ${maxText} characters long.`);
      return async () => {
        const id = forms.idOn(post);
        await comments.add(req, account, { id, post, text, url: forms.urlOf(post, id) });
        return { status: 200, body: { id } };
      };
    }),
  );
  const ordering = isNewestFirst ? [] : ['order', 'filter'];
  router.get(
    path,
    make({ names: ['fields', 'limit', 'after', ...ordering], scopes: reading }, (request) => {
      forms.check?.(request);
      const { req, account, params } = request;
      const post = forms.post(account, String(req.params.post));
      const order = choice(params, 'order', ['chronological', 'reverse_chronological']);
      choice(params, 'filter', ['toplevel', 'stream']);
      return () => {
        const found = comments.on(post.postedId).map((comment) => forms.entity(account, comment));
        const isReversed = isNewestFirst || order === 'reverse_chronological';
        return list(isReversed ? found : found.reverse(), params, `${url}/${platform}${req.path}`);
      };
    }),
  );
}
