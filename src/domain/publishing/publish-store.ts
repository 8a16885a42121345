/**
 * What publishing reads and stores, as a port: publish-store.repository.ts is Postgres, and the simulation of the tests
 * has a store of its own with the same isolation.
 */
import type { GroupEvents } from '../posts/live-event.js';
import type { NewPlatformPost, PlatformPost } from '../posts/platform-post.js';
import type { Settings } from '../posts/platform-settings.js';
import type { PostGroup } from '../posts/post-group.js';
import type { NewLogEntry } from '../posts/post-log.js';
import type { HeldJob, PublishJob } from '../posts/publish-queue.js';
import type { WebhookEvent } from '../webhooks/webhook-event.js';
import type { AttemptWrite, TurnedPost } from './progress.js';
import type { PublishAttempt } from './publish-attempt.js';

export interface PublishStore {
  /** The posts of turns, in the order of the ids; undefined for one that is gone. */
  findTurns(postIds: readonly string[]): Promise<(FoundTurn | undefined)[]>;
  /** Runs `work` in one transaction: all that it writes is stored, or nothing. */
  transaction<T>(work: (tx: PublishTransaction) => Promise<T>): Promise<T>;
  /**
   * Notes what an attempt under way must remember. False when the attempt has an outcome already, or is no more as
   * `known` says: somebody took its worker for dead, and decided or went on.
   */
  noteAttempt(known: PublishAttempt, notes: AttemptNotes): Promise<boolean>;
  /** Native ids of the other posts to the same target that were published since a moment. */
  postedIdsSince(post: PlatformPost, since: Date): Promise<ReadonlySet<string>>;
  /** Whether a native id is that of another post of the same account. */
  isPostedByAnother(post: PlatformPost, postedId: string): Promise<boolean>;
}

export interface PublishTransaction {
  /** Locks groups and their posts until the transaction ends. */
  holdGroups(groupIds: string[]): Promise<Map<string, HeldGroup>>;
  storeTurns(turns: StoredTurns, now: Date): Promise<void>;
  recordEvents(events: GroupEvents[], now: Date): Promise<void>;
  /** Has webhooks told. */
  announce(events: readonly WebhookEvent[], now: Date): Promise<void>;
  enqueue(jobs: PublishJob[]): Promise<void>;
  /** Ends jobs that a worker holds; one that was given to another worker meanwhile stays with that. */
  endJobs(jobs: HeldJob[]): Promise<void>;
}

/** A post with its attempt that has no outcome yet, and what its group says of it. */
export interface FoundTurn {
  post: PlatformPost;
  /** Its own text, or its group's. */
  text: string;
  /** The group's settings for the post's platform; none for one without settings. */
  settings: Settings;
  videoTimestamp: number | null;
  hasMedia: boolean;
  open: PublishAttempt | null;
  /** Ended attempts that may have left something at the platform all the same, the latest first. */
  earlier: PublishAttempt[];
  /** Whether it has become a thread already. */
  isSplit: boolean;
  /** Native id of the part before it; null for a first part. */
  replyTo: string | null;
}

/** A locked group with its posts. */
export interface HeldGroup {
  group: Pick<PostGroup, 'id' | 'status' | 'processingStatus'>;
  posts: HeldPost[];
}

/** A post with the number of its last attempt, 0 before the first. */
export interface HeldPost extends PlatformPost {
  lastAttempt: number;
}

/** Posts as they are after their steps, with their log entries and what became of their attempts. */
export interface StoredTurns {
  posts: TurnedPost[];
  /** Parts that a post has become. */
  newPosts?: NewPlatformPost[];
  entries: (NewLogEntry & { groupId: string })[];
  attempts?: (AttemptWrite & { postId: string })[];
}

/** What can be noted about an attempt that is under way. */
export type AttemptNotes = Partial<Pick<PublishAttempt, 'state' | 'failure'>> & Pick<PublishAttempt, 'uncertainUntil'>;
