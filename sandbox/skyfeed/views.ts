import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import type { StoredRecord } from './records.js';

/** app.bsky.feed.getPosts: the posts that there are, as the network's app shows them. */
export const postViews = (context: SandboxContext, uris: readonly string[]) =>
  uris.flatMap((uri) => {
    const post = context.store.post('skyfeed', '', uri);
    return post ? [postView(context, post)] : [];
  });

function postView({ store, numbers }: SandboxContext, post: StoredPost) {
  const { uri, cid, value } = post.record as StoredRecord;
  const { reactions, comments, shares, saves } = numbers.ofPost(post);
  // Some of those who share a post quote it.
  const quotes = Math.floor((shares ?? 0) / 4);
  return {
    uri,
    cid,
    author: { did: post.accountId, handle: store.account('skyfeed', post.accountId)?.username, labels: [] },
    record: value,
    bookmarkCount: saves,
    replyCount: comments,
    repostCount: shares === undefined ? undefined : shares - quotes,
    likeCount: reactions,
    quoteCount: shares === undefined ? undefined : quotes,
    indexedAt: post.receivedAt,
    labels: [],
  };
}

/** app.bsky.actor.getProfile. */
export function profileView({ numbers, present }: SandboxContext, account: AccountCore) {
  const { followers, posts } = numbers.ofAccount(account);
  const { username, displayName } = present(account);
  return {
    did: account.accountId,
    handle: username,
    displayName,
    followersCount: followers,
    followsCount: 0,
    postsCount: posts,
    labels: [],
  };
}
