import type { SandboxContext } from '../exchange.js';
import { ContainerPosts } from '../graph/container-posts.js';
import { statusOf } from '../graph/containers.js';
import type { Ids } from '../graph/ids.js';
import { refuse } from '../graph/wire.js';
import { mediaNotFound } from './post-form.js';

/** The posts of the accounts: their replies, and all else. */
export type Posts = ContainerPosts<'threads' | 'replies'>;

export const makePosts = (context: SandboxContext, ids: Ids): Posts =>
  new ContainerPosts(context, ids, {
    platform: 'threadtalk',
    mediaTypes: { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' },
    path: ({ username }, postedId) => `/@${username}/post/${postedId}`,
    check(container) {
      if (statusOf(container) !== 'FINISHED' || container.isItem) throw refuse(mediaNotFound);
    },
    entity: ({ accountId, text }, { reply_to_id, reply_control }) => ({
      media_product_type: 'THREADS',
      owner: { id: accountId },
      text: text === '' ? undefined : text,
      is_quote_post: false,
      is_reply: reply_to_id !== undefined,
      replied_to: reply_to_id === undefined ? undefined : { id: reply_to_id },
      reply_audience: reply_control,
    }),
    listOf: ({ is_reply }) => (is_reply ? 'replies' : 'threads'),
  });
