import type { Router } from 'express';
import { Comments } from '../comments.js';
import type { SandboxContext } from '../exchange.js';
import { addCommentEndpoints } from '../graph/comment-endpoints.js';
import type { ContainerPosts } from '../graph/container-posts.js';
import type { MakeEndpoint } from '../graph/endpoints.js';
import type { Ids } from '../graph/ids.js';
import { notFound } from '../graph/wire.js';

const managing = ['instagram_business_basic', 'instagram_business_manage_comments'];
const maxText = 2200;

/** The comments on the media of the accounts. A story takes none. */
export function addComments(
  router: Router,
  make: MakeEndpoint,
  context: SandboxContext,
  { ids, posts }: { ids: Ids; posts: ContainerPosts<'stories' | 'media'> },
): void {
  const comments = new Comments(context, 'photogram');
  addCommentEndpoints(router, make, context, {
    platform: 'photogram',
    comments,
    writing: managing,
    reading: managing,
    maxText,
    isNewestFirst: true,
    post(account, id) {
      const post = context.store.post('photogram', '', id);
      const entity = posts.find(account, id);
      if (!post || !entity || entity.media_product_type === 'STORY') throw notFound(id);
      return post;
    },
    idOn: () => ids.next(),
    urlOf: ({ url }) => url,
    entity: (account, { postedId, text, receivedAt, accountId }) => ({
      id: postedId,
      text,
      timestamp: receivedAt.replace(/\.\d+Z$/, '+0000'),
      username: account.username,
      from: { id: accountId, username: account.username },
      // Only of comments that the account wrote, as all are here.
      user: { id: accountId },
      hidden: false,
      like_count: 0,
      parent_id: undefined,
      replies: undefined,
    }),
  });
}
