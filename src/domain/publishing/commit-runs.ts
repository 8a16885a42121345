import { inOneGo } from '../../foundation/concurrency/in-one-go.js';
import type { LeasedJob } from '../../foundation/leased-job.js';
import { ChangeSet } from '../posts/state/change-set.js';
import { type PlatformPost, PlatformPostStatus } from '../posts/state/platform-post.js';
import type { AttemptWrite, PostChange } from '../posts/state/post-change.js';
import { type FencingToken, isCurrent, mayRecordLateOutcome } from './fencing-token.js';
import type { LivePostClaim, LockedGroup, LockedPost, PublishStore, PublishTransaction } from './publish-store.js';
import { CountedRates, type RateLimited, type RateNeed } from './rate-limits.js';

/** What a run of a post's job stores. */
export interface RunWrite<Result> {
  token: FencingToken;
  /** The attempt whose outcome is stored: it may decide also when the job is out of date. */
  attempt?: { number: number };
  /** What an attempt that begins uses of its platform's limits. */
  rateNeeds?: readonly RateNeed[];
  /** The post at the platform that is the part's, as far as the run knows. */
  claim?: Omit<LivePostClaim, 'postId'> | undefined;
  /**
   * Decides the changes of the post, which is locked and up to date now. Undefined if the run may not decide: the post
   * was rescheduled, taken back, removed, or has ended. `laterParts` are those after it in its thread, in their order.
   * Has no effects except those of `stored`: it may be called twice.
   */
  decide(post: LockedPost | undefined, laterParts: PlatformPost[], stored: StoredUses): RunDecision<Result>;
}

/** What a transaction stores with a decision. */
export interface StoredUses {
  /** Counts `rateNeeds`, or says until when they are used up. */
  countRates(): RateLimited | null;
  /** The claimed post belongs to another part. */
  isAnothers: boolean;
}

export interface RunDecision<Result> {
  /** The change of the post, and then those of the parts after it. */
  changes?: PostChange[];
  /** The change of an attempt that decides nothing. */
  attempt?: AttemptWrite & { postId: string };
  /** The job to end with it. */
  endJob?: LeasedJob;
  result: Result;
}

/** Stores what a run decides; resolves with that once it is committed. */
export type CommitRun = <Result>(write: RunWrite<Result>) => Promise<RunDecision<Result>>;

interface CommitNeeds {
  store: PublishStore;
  clock: () => Date;
  sleep: (ms: number) => Promise<void>;
  /** Resolves once the other runs of this turn of the event loop have gone on, too. */
  turn: () => Promise<void>;
}

interface Waiting {
  write: RunWrite<unknown>;
  resolve: (stored: RunDecision<unknown>) => void;
  reject: (error: unknown) => void;
}

/** A shared transaction that takes longer no longer holds up the runs that come after it. */
const SLOW_MS = 1_000;

/**
 * Commits what runs decide, together where they come together: runs of one turn of the event loop share a transaction, and
 * while one is under way, the next ones gather and share the one after it. An idle worker commits at once; a busy one needs
 * a handful of statements for many posts instead of for each. When a shared transaction fails, each run is committed alone, so that no platform's acceptance of
 * a post is lost to another post's error.
 */
export function makeCommitRun({ store, clock, sleep, turn }: CommitNeeds): CommitRun {
  const waiting: Waiting[] = [];
  let running = false;

  async function commitWaiting(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      await turn();
      await Promise.race([commitAll(waiting.splice(0)), sleep(SLOW_MS)]);
    }
    running = false;
  }

  async function commitAll(batch: Waiting[]): Promise<void> {
    try {
      await commit(batch);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((one) => commit([one]).catch(one.reject)));
    }
  }

  async function commit(batch: Waiting[]): Promise<void> {
    const writes = batch.map(({ write }) => write);
    const decisions = await store.transaction((tx) => storeRuns(tx, writes, clock));
    for (const [index, decision] of decisions.entries()) batch[index]?.resolve(decision);
  }

  return <Result>(write: RunWrite<Result>) =>
    new Promise<RunDecision<Result>>((resolve, reject) => {
      waiting.push({ write, resolve: resolve as Waiting['resolve'], reject });
      if (!running) void commitWaiting();
    });
}

async function storeRuns(
  tx: PublishTransaction,
  writes: RunWrite<unknown>[],
  clock: () => Date,
): Promise<RunDecision<unknown>[]> {
  const groups = await tx.lockGroups([...new Set(writes.map(({ token }) => token.groupId))]);
  const needed = writes.flatMap(({ rateNeeds = [] }) => rateNeeds.map(({ key }) => key));
  const rates = new CountedRates(needed.length > 0 ? await tx.lockRateUses(needed) : []);
  const isAnothers = await claimPosts(tx, writes, groups, clock());
  const changes = new ChangeSet();
  const decisions = writes.map((write) => {
    const countRates = () => rates.take(write.rateNeeds ?? [], clock());
    const stored = { countRates, isAnothers: isAnothers(write) };
    return decide(write, groups.get(write.token.groupId), changes, stored);
  });
  const counted = rates.changes();
  await inOneGo(...(counted.length > 0 ? [tx.storeRateUses(counted)] : []), tx.recordChanges(changes, clock()));
  return decisions;
}

/** A run decides on the post as the runs before it in the transaction leave it. */
function decide(
  write: RunWrite<unknown>,
  group: LockedGroup | undefined,
  changes: ChangeSet,
  stored: StoredUses,
): RunDecision<unknown> {
  const post = group && postToDecide(write, group);
  const later = post ? group.posts.filter((other) => isLater(other, post)) : [];
  const decision = write.decide(post, later, stored);
  if (decision.attempt) changes.attempts.push(decision.attempt);
  // One after the other: the live events of a failing thread report each step.
  if (post) for (const change of decision.changes ?? []) changes.change(group, { posts: [change] });
  if (decision.endJob) changes.endedJobs.push(decision.endJob);
  return decision;
}

/**
 * Claims the posts of all runs; returns whether that of a run belongs to another part. A part that is published already
 * claims no second post: it has that of an equal part, whose own this may be.
 */
async function claimPosts(
  tx: PublishTransaction,
  writes: RunWrite<unknown>[],
  groups: ReadonlyMap<string, LockedGroup>,
  now: Date,
): Promise<(write: RunWrite<unknown>) => boolean> {
  const isPublished = ({ token: { groupId, postId } }: RunWrite<unknown>) =>
    groups.get(groupId)?.posts.some(({ id, status }) => id === postId && status === PlatformPostStatus.PUBLISHED);
  const claims = writes.flatMap((write) =>
    write.claim && !isPublished(write) ? [{ ...write.claim, postId: write.token.postId }] : [],
  );
  if (claims.length === 0) return () => false;
  const owners = new Map<string, string>();
  const keyOf = ({ account, postedId }: Omit<LivePostClaim, 'postId'>) => JSON.stringify([account, postedId]);
  for (const claimed of await tx.claimLivePosts(claims, now)) owners.set(keyOf(claimed), claimed.postId);
  return ({ claim, token }) => {
    const owner = claim && owners.get(keyOf(claim));
    return owner !== undefined && owner !== token.postId;
  };
}

/** The run's post, where the run may decide about it. */
function postToDecide({ token, attempt }: RunWrite<unknown>, group: LockedGroup): LockedPost | undefined {
  const found = group.posts.find(({ id }) => id === token.postId);
  if (!found) return undefined;
  const post = { ...found, lastAttempt: group.lastAttempts.get(found.id) ?? 0, isPaused: group.isPaused };
  return isCurrent(post, token.generation) || (attempt && mayRecordLateOutcome(post, attempt)) ? post : undefined;
}

const isLater = (other: PlatformPost, { targetIndex, partIndex }: PlatformPost): boolean =>
  other.targetIndex === targetIndex && other.partIndex > partIndex;
