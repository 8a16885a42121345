/**
 * What a platform offers beside publishing: comments and reactions of an account, and the
 * numbers of the account and its posts. Ids of posts and comments are in the neutral namespace.
 */

import type { Account } from './account.js';
import type { Failure } from './failure.js';

/** The kinds of a reaction [network-reactions/create-request]. */
export const REACTION_TYPES = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/** What is counted of posts [network-post-statistics/queryTypes]. */
export const METRICS = ['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT'] as const;
export type Metric = (typeof METRICS)[number];

/** Days in ISO 8601; the end is exclusive. */
export interface DayRange {
  start: string;
  end: string;
}

/** The count of one day; null if the platform does not provide it. */
export interface DayCount {
  date: string;
  count: number | null;
}

/** The platform's result, or why there is none. */
export type InteractionResult<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: Failure };

/** The translation of an activity id to the id of its post. */
export interface UrnTranslation {
  from: string;
  to: string;
}

export interface Comment {
  /** A number, as a string: it exceeds 2^53. */
  id: string;
  commentUrn: string;
  /** The platform's full response. */
  fields: Record<string, unknown>;
}

export interface Interactions {
  /** `parentComment`: the comment that it replies to. Mentions in the message are written as in a post. */
  comment(
    account: Account,
    comment: { postedId: string; message: string; parentComment: string | null },
  ): Promise<InteractionResult<Comment>>;
  /** `commentId` is the comment's number. */
  removeComment(account: Account, comment: { postedId: string; commentId: string }): Promise<InteractionResult<null>>;
  react(
    account: Account,
    reaction: { postedId: string; reactionType: ReactionType },
  ): Promise<InteractionResult<{ fields: Record<string, unknown>; translation: UrnTranslation | null }>>;
  removeReaction(
    account: Account,
    postedId: string,
  ): Promise<InteractionResult<{ translation: UrnTranslation | null }>>;
  followers(account: Account): Promise<InteractionResult<number>>;
  /** Followers gained, by day. */
  dailyFollowers(account: Account, range: DayRange): Promise<InteractionResult<DayCount[]>>;
  /** Null if the platform does not provide it. */
  postMetric(account: Account, postedId: string, metric: Metric): Promise<InteractionResult<number | null>>;
  /** Of all posts; `range` null: lifetime. */
  accountMetric(account: Account, metric: Metric, range: DayRange | null): Promise<InteractionResult<number | null>>;
  dailyAccountMetric(account: Account, metric: Metric, range: DayRange): Promise<InteractionResult<DayCount[]>>;
}
