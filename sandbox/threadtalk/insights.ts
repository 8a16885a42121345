import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { Params } from '../graph/call.js';
import { invalid } from '../graph/wire.js';
import type { StoredPost } from '../store.js';

const postMetrics = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const;
const userMetrics = ['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks', 'followers_count'] as const;

function metricsOf<T extends string>(given: string | undefined, all: readonly T[]): T[] {
  if (given === undefined) throw invalid('The parameter metric is required');
  return given.split(',').map((name) => {
    const found = all.find((each) => each === name);
    if (found) return found;
    throw invalid(`metric must be one of the following values: ${all.join(', ')}`);
  });
}

/** GET /:post/insights. Replies that were made here count as well. */
export function insightsOf({ numbers }: SandboxContext, post: StoredPost, replies: number, metric: string | undefined) {
  const names = metricsOf(metric, postMetrics);
  const { views, reactions, comments, shares } = numbers.ofPost(post, { countsViews: true });
  const isChosen = numbers.chosenOf(post, 'comments') !== undefined;
  // Of those who share a post, some quote it, and some send it on.
  const [quotes, sent] = [Math.floor((shares ?? 0) / 4), Math.floor((shares ?? 0) / 5)];
  const some = (value: number) => (shares === undefined ? undefined : value);
  const values = {
    views,
    likes: reactions,
    replies: comments === undefined ? undefined : comments + (isChosen ? 0 : replies),
    reposts: some((shares ?? 0) - quotes - sent),
    quotes: some(quotes),
    shares: some(sent),
  };
  const data = names.flatMap((name) => {
    const value = values[name];
    const about = { name, period: 'lifetime', title: name, description: name };
    return value === undefined
      ? []
      : [{ ...about, values: [{ value }], id: `${post.postedId}/insights/${name}/lifetime` }];
  });
  return { data };
}

/** GET /:user/threads_insights: followers. The sandbox does not count the rest by day. */
export function userInsightsOf({ numbers }: SandboxContext, account: AccountCore, { metric, since, until }: Params) {
  const names = metricsOf(metric, userMetrics);
  const wrong = names.find((name) => name !== 'followers_count');
  if (wrong !== undefined) throw invalid(`The sandbox does not count ${wrong} of a user`);
  if (since !== undefined || until !== undefined) throw invalid('followers_count does not support since and until');
  const { followers } = numbers.ofAccount(account);
  const about = { name: 'followers_count', period: 'day', title: 'followers_count', description: 'followers_count' };
  const id = `${account.accountId}/insights/followers_count/day`;
  return { data: followers === undefined ? [] : [{ ...about, total_value: { value: followers }, id }] };
}
