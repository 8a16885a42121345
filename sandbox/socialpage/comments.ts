import type { Router } from 'express';
import type { AccountCore } from '../account.js';
import { Comments } from '../comments.js';
import type { SandboxContext } from '../exchange.js';
import { addCommentEndpoints } from '../graph/comment-endpoints.js';
import type { Entity } from '../graph/container-posts.js';
import type { MakeEndpoint } from '../graph/endpoints.js';
import type { Ids } from '../graph/ids.js';
import { notFound } from '../graph/wire.js';
import type { StoredPost } from '../store.js';
import { checkPageToken } from './pages.js';
import type { Posts } from './posts.js';

const maxText = 8000;

/** The comments on the posts of the pages. */
export class PageComments extends Comments {
  constructor(
    private readonly box: SandboxContext,
    private readonly ids: Ids,
    private readonly posts: Posts,
  ) {
    super(box, 'socialpage');
  }

  /** A comment that the page may read. */
  entityOf(account: AccountCore, id: string): Entity | undefined {
    const comment = this.find(id);
    return comment?.accountId === account.accountId ? this.entity(account, comment) : undefined;
  }

  addEndpoints(router: Router, make: MakeEndpoint): void {
    addCommentEndpoints(router, make, this.box, {
      platform: 'socialpage',
      comments: this,
      writing: ['pages_manage_engagement'],
      reading: ['pages_read_engagement'],
      maxText,
      isNewestFirst: false,
      check: ({ grant }) => checkPageToken(grant),
      post: (account, id) => {
        const post = this.box.store.post('socialpage', '', id);
        if (!post || !this.posts.find(account, id)) throw notFound(id);
        return post;
      },
      // The id of the post without that of the page, then its own.
      idOn: ({ postedId }) => `${postedId.replace(/^\d+_/, '')}_${this.ids.next()}`,
      urlOf: ({ url }, id) => `${url}?comment_id=${id}`,
      entity: (account, comment) => this.entity(account, comment),
    });
  }

  private entity(account: AccountCore, { postedId, text, url, receivedAt, accountId }: StoredPost): Entity {
    return {
      id: postedId,
      message: text,
      created_time: receivedAt.replace(/\.\d+Z$/, '+0000'),
      permalink_url: this.box.url + url,
      from: { id: accountId, name: account.displayName },
      comment_count: 0,
      like_count: 0,
    };
  }
}
