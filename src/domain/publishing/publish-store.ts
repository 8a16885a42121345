/**
 * What publishing reads and stores, as a port: publish-store.repository.ts is Postgres. The simulation of the tests has
 * its own store with the same isolation.
 */
import type { PlanOwner } from '../plans/plans.js';
import type { AllowedAdditions } from '../posts/state/additions.js';
import type { ChangeSet } from '../posts/state/change-set.js';
import type { FinishText, TextTarget } from '../posts/state/finish-text.port.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import type { Settings } from '../posts/state/platform-settings.js';
import type { GroupWithPosts } from '../posts/state/post-change.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';
import type { RateKey, RateUse } from './rate-limits.js';
import type { AccountActivity } from './whose-post.js';

export interface PublishStore {
  /** Posts by their ids, in the order of these; undefined for one that is gone. */
  findPosts(postIds: readonly string[]): Promise<(PostToPublish | undefined)[]>;
  /** How the texts of posts are finished, in the order of these; null: as they are. */
  findFinishing(targets: readonly TextTarget[]): Promise<(FinishText | null)[]>;
  /** Runs `work` in one transaction: all that it writes is stored, or nothing. */
  transaction<T>(work: (tx: PublishTransaction) => Promise<T>): Promise<T>;
  /**
   * Stores what an open attempt must remember. False when the attempt has an outcome already, or its lease is no
   * more as `known` says: another worker took this one for dead, and decided or went on.
   */
  noteAttempt(known: PublishAttempt, notes: AttemptNotes): Promise<boolean>;
  /** What other posts of all users do at an account since a moment; `account` is its key (whose-post.ts). */
  accountActivity(account: string, postId: string, since: Date): Promise<AccountActivity>;
}

/** A post at a platform, and the part that it belongs to. */
export interface LivePostClaim {
  /** The account's key (whose-post.ts). */
  account: string;
  postedId: string;
  postId: string;
}

export interface PublishTransaction {
  /** Locks groups and their posts until the transaction ends. */
  lockGroups(groupIds: string[]): Promise<Map<string, LockedGroup>>;
  /** The uses of platforms' limits, locked until the transaction ends; groups are locked before them. */
  lockRateUses(keys: readonly RateKey[]): Promise<RateUse[]>;
  storeRateUses(uses: readonly RateUse[]): Promise<void>;
  /** Claims posts for their parts, and returns whom each belongs to: the first part that claimed it. */
  claimLivePosts(claims: readonly LivePostClaim[], now: Date): Promise<LivePostClaim[]>;
  /** Writes changes of locked groups. */
  recordChanges(changes: ChangeSet, now: Date): Promise<void>;
}

/** A post with its open attempt, and what its group says of it. */
export interface PostToPublish {
  post: PlatformPost;
  /** The one that was sent before; else its own text, or its group's. */
  text: string;
  /** The first comment that its target gets: of a first part; null: none. */
  firstComment: string | null;
  /** The group's settings for the post's platform; none for one without settings. */
  settings: Settings;
  videoTimestamp: number | null;
  /** What may be added to its text. */
  allowed: AllowedAdditions;
  hasMedia: boolean;
  /** The attempt that has no outcome yet. */
  open: PublishAttempt | null;
  /** Ended attempts that may have left something at the platform all the same, the latest first. */
  earlier: PublishAttempt[];
  /** Whether it has become a thread already. */
  isSplit: boolean;
  /** Native id of the part before it; of a first comment: of the first part. Null for a first part. */
  replyTo: string | null;
  /** Native id of the first part of its thread; null for a first part. */
  threadId: string | null;
  /** Whether neither its account nor the workspace owner who manages that is deactivated. */
  isAccountActive: boolean;
  /** The account, or the workspace owner who manages it. */
  owner: PlanOwner;
}

export interface LockedGroup extends GroupWithPosts {
  /** Whether publishing was paused in the database when the lock was taken. */
  isPaused: boolean;
  /** By post: the number of its last attempt; none before the first. */
  lastAttempts: ReadonlyMap<string, number>;
}

/** A locked post. */
export interface LockedPost extends PlatformPost {
  /** The number of its last attempt, 0 before the first. */
  lastAttempt: number;
  /** Whether publishing is paused in the database. */
  isPaused: boolean;
}

/** What can be stored about an open attempt. */
export type AttemptNotes = Partial<Pick<PublishAttempt, 'state' | 'failure'>> & Pick<PublishAttempt, 'uncertainUntil'>;
