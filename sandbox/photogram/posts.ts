import type { SandboxContext } from '../exchange.js';
import { ContainerPosts } from '../graph/container-posts.js';
import { type Container, statusOf } from '../graph/containers.js';
import type { Ids } from '../graph/ids.js';
import { refuse } from '../graph/wire.js';
import { notReady } from './media-form.js';

/** The media objects that the accounts have published: stories, and all else. */
export const makePosts = (context: SandboxContext, ids: Ids): ContainerPosts<'stories' | 'media'> =>
  new ContainerPosts(context, ids, {
    platform: 'photogram',
    mediaTypes: { IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM', TEXT: 'IMAGE' },
    path: (_account, postedId) => `/p/${postedId}`,
    check,
    entity: ({ text }, kept) => ({
      caption: text === '' ? undefined : text,
      is_shared_to_feed: kept.is_shared_to_feed,
      media_product_type: kept.media_product_type ?? 'FEED',
    }),
    listOf: ({ media_product_type: product }) => (product === 'STORY' ? 'stories' : 'media'),
  });

function check(container: Container): void {
  const status = statusOf(container);
  if (status === 'IN_PROGRESS') throw refuse(notReady);
  if (status === 'FINISHED' && !container.isItem) return;
  throw refuse({
    code: 24,
    subcode: 2207008,
    message: 'The media container does not exist, or can not be published',
  });
}
