import { type GroupEvents, type LiveEventPayload, LiveEventType } from '../posts/live-event.js';
import type { PlatformPost } from '../posts/platform-post.js';
import { processingStatus, rollup } from '../posts/post-group.js';
import { livePost } from '../posts/post-live.js';
import { type NewLogEntry, PostLogEvent } from '../posts/post-log.js';
import { postEvent } from '../posts/post-webhook-event.js';
import type { HeldJob } from '../posts/publish-queue.js';
import type { AttemptWrite, Progress } from './progress.js';
import type { HeldGroup, HeldPost, PublishStore, PublishTransaction, StoredTurns } from './publish-store.js';
import { isInTurn, isLastWord, type Turn } from './turn.js';

/** What a turn wants to store. */
export interface TurnWrite<Result> {
  turn: Turn;
  /** The attempt whose outcome is stored: it may have the last word also when its turn is over. */
  attempt?: { number: number };
  /**
   * Says what the step makes of the post, which is locked and up to date now. Undefined when the turn is over: the
   * post was rescheduled, taken back, removed, or has ended. `laterParts` are those after it in its thread, in their
   * order. Without effects: it may be asked twice.
   */
  decide(post: HeldPost | undefined, laterParts: HeldPost[]): TurnDecision<Result>;
}

export interface TurnDecision<Result> {
  progress?: Progress;
  /** What becomes of an attempt whose turn is over. */
  attempt?: AttemptWrite & { postId: string };
  /** The job to end with it. */
  endJob?: HeldJob;
  result: Result;
}

/** Stores what a turn decides; resolves once it is committed. */
export type CommitTurn = <Result>(write: TurnWrite<Result>) => Promise<Result>;

interface CommitNeeds {
  store: PublishStore;
  clock: () => Date;
  sleep: (ms: number) => Promise<void>;
}

interface Waiting {
  write: TurnWrite<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** A shared transaction that takes longer no longer holds up the turns that come after it. */
const SLOW_MS = 1_000;

/**
 * Commits turns, together where they come together: while one transaction is under way, the next ones gather and
 * share the one after it. An idle worker commits at once; a busy one needs a handful of statements for many posts
 * instead of for each. When a shared transaction fails, each turn is tried alone, so that nobody's acceptance by a
 * platform hangs on another's error.
 */
export function makeCommitTurn({ store, clock, sleep }: CommitNeeds): CommitTurn {
  const waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) await Promise.race([commitAll(waiting.splice(0)), sleep(SLOW_MS)]);
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
    const results = await store.transaction((tx) => commitTurns(tx, writes, clock));
    batch.forEach(({ resolve }, index) => {
      resolve(results[index]);
    });
  }

  return <Result>(write: TurnWrite<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ write, resolve: resolve as (result: unknown) => void, reject });
      if (!running) void run();
    });
}

async function commitTurns(
  tx: PublishTransaction,
  writes: TurnWrite<unknown>[],
  clock: () => Date,
): Promise<unknown[]> {
  const held = await tx.holdGroups([...new Set(writes.map(({ turn }) => turn.groupId))]);
  const stored: Required<StoredTurns> = { posts: [], newPosts: [], entries: [], attempts: [] };
  const groupEvents: GroupEvents[] = [];
  const ended: PlatformPost[] = [];
  const decisions = writes.map(({ turn, attempt, decide }) => {
    const group = held.get(turn.groupId);
    const post = group?.posts.find(({ id }) => id === turn.postId);
    const mayAct = post && (isInTurn(post, turn.turn) || (attempt && isLastWord(post, attempt)));
    const current = mayAct ? post : undefined;
    const laterParts = group && current ? group.posts.filter((other) => isLater(other, current)) : [];
    const decision = decide(current, laterParts);
    if (decision.attempt) stored.attempts.push(decision.attempt);
    const steps = decision.progress ? [decision.progress, ...(decision.progress.laterParts ?? [])] : [];
    for (const step of steps) {
      if (!group || !current) break;
      const { entries, events } = apply(group, step);
      stored.posts.push(step.post);
      stored.newPosts.push(...(step.newParts ?? []));
      stored.entries.push(...entries);
      if (step.attempt) stored.attempts.push({ ...step.attempt, postId: step.post.id });
      groupEvents.push(events);
      if (step.events.some(({ type }) => type === LiveEventType.PUBLISHED || type === LiveEventType.FAILED)) {
        ended.push(step.post);
      }
    }
    return { ...decision, jobs: steps.flatMap(({ nextJob }) => nextJob ?? []) };
  });
  const now = clock();
  await tx.storeTurns(stored, now);
  await tx.recordEvents(mergeByGroup(groupEvents), now);
  await tx.announce(ended.flatMap(postEvent), now);
  await tx.enqueue(decisions.flatMap(({ jobs }) => jobs));
  await tx.endJobs(decisions.flatMap(({ endJob }) => endJob ?? []));
  return decisions.map(({ result }) => result);
}

const isLater = (other: HeldPost, { targetIndex, partIndex }: HeldPost): boolean =>
  other.targetIndex === targetIndex && other.partIndex > partIndex;

/** What a post's step means for its group, which is changed in place for the steps after it. */
function apply(
  held: HeldGroup,
  { post, newParts = [], log, events, nextJob }: Progress,
): { entries: StoredTurns['entries']; events: GroupEvents } {
  const { group } = held;
  held.posts = [
    ...held.posts.map((before) => (before.id === post.id ? { ...before, ...post } : before)),
    ...newParts.map((part) => ({ ...part, lastAttempt: 0 })),
  ];
  const statuses = held.posts.map(({ status }) => status);
  const result = rollup(statuses);
  const status = result ?? group.status;
  const processing = processingStatus(statuses);

  const entries: NewLogEntry[] = log.map((entry) => ({ postId: post.id, platform: post.platform, ...entry }));
  if (status !== group.status) {
    entries.push({ event: PostLogEvent.STATUS_CHANGED, metadata: { from: group.status, to: status } });
  }
  held.group = { ...group, status, processingStatus: processing };

  const state = { groupStatus: status, processingStatus: processing };
  const told: LiveEventPayload[] = events.map(({ type, ...more }) => ({
    type,
    ...state,
    post: { ...livePost(post), ...more },
  }));
  told.push(...newParts.map((part) => ({ type: LiveEventType.CREATED, ...state, post: livePost(part) })));
  if (result !== undefined) told.push({ type: LiveEventType.ROLLUP, ...state });
  return {
    entries: entries.map((entry) => ({ ...entry, groupId: group.id })),
    events: {
      groupId: group.id,
      events: told,
      due: nextJob ? [nextJob.dueAt] : [],
      status,
      processingStatus: processing,
    },
  };
}

/** One entry per group, because a statement can change a row only once: its events in order, its last statuses. */
function mergeByGroup(changes: GroupEvents[]): GroupEvents[] {
  const merged = new Map<string, GroupEvents>();
  for (const change of changes) {
    const earlier = merged.get(change.groupId);
    merged.set(change.groupId, {
      ...change,
      events: [...(earlier?.events ?? []), ...change.events],
      due: [...(earlier?.due ?? []), ...(change.due ?? [])],
    });
  }
  return [...merged.values()];
}
