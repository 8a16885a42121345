import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';

/** Counts are texts. */
const text = (count: number | undefined): string | undefined => (count === undefined ? undefined : String(count));

/** The statistics of a video. The count of what the owner hides, such as likes or comments, is left out. */
export function videoStatistics({ store, numbers }: SandboxContext, id: string): Record<string, string | undefined> {
  const post = store.post('videohub', '', id);
  if (!post) return {};
  const { views, reactions, comments } = numbers.ofPost(post, { countsViews: true });
  const always = { dislikeCount: '0', favoriteCount: '0' };
  return { viewCount: text(views), likeCount: text(reactions), ...always, commentCount: text(comments) };
}

/** The statistics of a channel. Without its subscribers, it hides them. */
export function channelStatistics({ store, numbers }: SandboxContext, account: AccountCore): Record<string, unknown> {
  const { followers, posts } = numbers.ofAccount(account);
  const videos = store.postsOf('videohub', account.accountId);
  const views = Array.from({ length: videos.length }, (_, index) => videos.at(index))
    .flatMap((post) => (post ? [numbers.ofPost(post, { countsViews: true }).views ?? 0] : []))
    .reduce((sum, count) => sum + count, 0);
  return {
    viewCount: text(views),
    subscriberCount: text(followers ?? 0),
    hiddenSubscriberCount: followers === undefined,
    videoCount: text(posts),
  };
}
