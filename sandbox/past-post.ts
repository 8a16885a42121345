import type { AccountCore } from './account.js';
import type { StoredPost } from './store.js';
import type { PastPost } from './types.js';

/** Makes the data that a platform keeps of a past post, with an id of that time. Pure. */
export type PastPostForm = (
  post: PastPost & { media: NonNullable<PastPost['media']> },
  account: AccountCore,
  /** The post that it replies to. */
  parent: StoredPost | undefined,
) => Pick<StoredPost, 'postedId' | 'url' | 'record'>;

/** A past post as the store keeps it. Throws if the platform keeps none, or the account or the parent is unknown. */
export function storedPastPost(
  post: PastPost,
  form: PastPostForm | undefined,
  account: AccountCore | undefined,
  parent: StoredPost | undefined,
): StoredPost {
  const { platform, accountId, text, publishedAt, media = [], replyTo } = post;
  if (!form) throw new Error(`The sandbox adds no past posts to ${platform}`);
  if (!account) throw new Error(`${platform} has no account ${accountId}`);
  if (replyTo !== undefined && !parent) throw new Error(`${platform} has no post ${replyTo}`);
  const files = media.map(({ altText: _, ...file }) => file);
  return {
    platform,
    accountId,
    text,
    receivedAt: publishedAt.toISOString(),
    ...(files.length > 0 && { media: files }),
    ...form({ ...post, media }, account, parent),
  };
}
