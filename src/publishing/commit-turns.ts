import type { Db, Transaction } from '../database/unit-of-work.js';
import { type LiveEventPayload, LiveEventType } from '../live/live-event.js';
import { type GroupEvents, recordEvents } from '../live/live-event.repository.js';
import type { PlatformPost } from '../posts/platform-post.js';
import { processingStatus, rollup } from '../posts/post-group.js';
import { livePost } from '../posts/post-live.js';
import { type NewLogEntry, PostLogEvent } from '../posts/post-log.js';
import type { AnnounceEvents } from '../webhooks/announce-events.use-case.js';
import { postEvent } from '../webhooks/webhook-event.js';
import type { AttemptWrite, Progress } from './progress.js';
import type { HeldJob, PublishQueue } from './publish-queue.js';
import { isInTurn, isLastWord, type Turn } from './turn.js';
import { type HeldGroup, type HeldPost, holdGroups, type StoredTurns, storeTurns } from './turn.repository.js';

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

interface Waiting {
  write: TurnWrite<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits turns, together where they come together: while one transaction is under way, the next ones gather and
 * share the one after it. An idle worker commits at once; a busy one needs a handful of statements for many posts
 * instead of for each. When a shared transaction fails, each turn is tried alone, so that nobody's acceptance by a
 * platform hangs on another's error.
 */
export function makeCommitTurn(needs: {
  transaction: Transaction;
  clock: () => Date;
  publishQueue: PublishQueue;
  announce: AnnounceEvents;
}): CommitTurn {
  const waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0);
      await commit(batch).catch(async (error) => {
        if (batch.length === 1) batch[0]?.reject(error);
        else for (const one of batch) await commit([one]).catch(one.reject);
      });
    }
    running = false;
  }

  async function commit(batch: Waiting[]): Promise<void> {
    const results = await needs.transaction((db) =>
      commitTurns(
        db,
        batch.map(({ write }) => write),
        needs,
      ),
    );
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
  db: Db,
  writes: TurnWrite<unknown>[],
  { clock, publishQueue, announce }: { clock: () => Date; publishQueue: PublishQueue; announce: AnnounceEvents },
): Promise<unknown[]> {
  const held = await holdGroups(db, [...new Set(writes.map(({ turn }) => turn.groupId))]);
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
  await storeTurns(db, stored, now);
  await recordEvents(db, mergeByGroup(groupEvents), now);
  await announce(db, ended.flatMap(postEvent), now);
  await publishQueue.enqueue(
    db,
    decisions.flatMap(({ jobs }) => jobs),
  );
  await publishQueue.end(
    db,
    decisions.flatMap(({ endJob }) => endJob ?? []),
  );
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
    ...newParts.map((part) => ({ ...part, lastAttempt: 0, hasOpenAttempt: false })),
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
