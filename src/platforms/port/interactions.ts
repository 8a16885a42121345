/**
 * What a platform offers beside publishing (document 2, "Endpoints"): comments and reactions of an account, and the
 * numbers of the account and its posts. Ids of posts and comments are in the neutral namespace.
 */
import type { Failure } from './failure.js';
import type { Account } from './platform.js';

/** Document 2, "POST /api/v1/network-reactions". */
export const REACTION_TYPES = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/** Document 2, "POST /api/v1/network-post-statistics". */
export const METRICS = ['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT'] as const;
export type Metric = (typeof METRICS)[number];

/** Days in ISO 8601; the end is the first day that is not meant. */
export interface DayRange {
  start: string;
  end: string;
}

/** How much there was of something on a day; null: the platform cannot tell. */
export interface DayCount {
  date: string;
  count: number | null;
}

/** What the platform said, or why it did not. */
export type InteractionResult<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: Failure };

/** What became of a post's id before it was used: activities stand for posts. */
export interface UrnTranslation {
  from: string;
  to: string;
}

export interface Comment {
  /** A number, as text: it is past 2^53. */
  id: string;
  commentUrn: string;
  /** All that the platform answered. */
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
  /** Of all posts; `range` null: since ever. */
  accountMetric(account: Account, metric: Metric, range: DayRange | null): Promise<InteractionResult<number | null>>;
  dailyAccountMetric(account: Account, metric: Metric, range: DayRange): Promise<InteractionResult<DayCount[]>>;
}
