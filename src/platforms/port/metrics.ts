/**
 * What a platform says about the posts of an account and about the account: how often they were seen, and what people
 * did. A metric that the platform does not give is null, never 0; values are totals since publication, and may fall.
 */
import type { Account } from './account.js';
import type { Failure } from './failure.js';
import type { InteractionResult } from './interactions.js';
import type { RateLimit } from './rate-limit.js';
import type { PublishedPart } from './unpublish.js';

/**
 * impressions   how often the post was shown
 * reach         how many people it was shown to
 * views         how often its video was played, or the post viewed where the platform counts that only
 * reactions     likes and other reactions
 * comments      comments, or replies
 * shares        reposts and quotes
 * clicks        on links or the post
 * saves         bookmarks
 * watchSeconds  how long its video was watched, in all
 */
export const POST_METRICS = [
  'impressions',
  'reach',
  'views',
  'reactions',
  'comments',
  'shares',
  'clicks',
  'saves',
  'watchSeconds',
] as const;
export type PostMetric = (typeof POST_METRICS)[number];

export const ACCOUNT_METRICS = ['followers', 'posts'] as const;
export type AccountMetric = (typeof ACCOUNT_METRICS)[number];

export interface Measured<Name extends string> {
  /** Whole numbers; absent: the platform did not give it. */
  values: Readonly<Partial<Record<Name, number>>>;
  /** The platform's own names and numbers, as it gave them; at most 40. */
  own: Readonly<Record<string, number>>;
}

/**
 * gone       the account has no such post any more
 * notGiven   the platform responded without numbers of the post: they may come later. A post of which it says that it has
 *            none is measured, without values
 * failed     the post alone could not be read
 */
export type MeasuredPost = { postedId: string } & (
  | ({ kind: 'measured' } & Measured<PostMetric>)
  | { kind: 'gone' }
  | { kind: 'notGiven' }
  | { kind: 'failed'; failure: Failure }
);

/** What a platform gives, as data. */
export interface MetricsFacts {
  /** What its posts can have; which of them depends on the kind of post. */
  postMetrics: readonly PostMetric[];
  accountMetrics: readonly AccountMetric[];
  /** Scopes that an account needs for them; empty: those for publishing do. */
  scopes: readonly string[];
  /** Posts that one call of `ofPosts` reads. */
  postsAtOnce: number;
  /** Requests to the platform that such a call makes at most. */
  requestsPerCall: number;
  /** What the platform allows the whole app, over all accounts, in requests; empty: it names no such limit. */
  appLimits: readonly RateLimit[];
}

/**
 * A failure is PERMISSION_DENIED if the account was connected without the permission for it. A response without numbers of
 * the account is a failure.
 */
export interface Metrics {
  /** Of `postsAtOnce` posts at most, all of the account; the answer has each of them once. */
  ofPosts(account: Account, posts: readonly PublishedPart[]): Promise<InteractionResult<MeasuredPost[]>>;
  ofAccount(account: Account): Promise<InteractionResult<Measured<AccountMetric>>>;
}
