/**
 * The store of publishing in memory, with the isolation of Postgres as publishing uses it: READ COMMITTED, row locks on
 * groups, a unique attempt number, a job queue that gives a silent worker's jobs to another. Statements travel to it
 * and back; the way back can be lost, also that of a COMMIT.
 */

import { ALL_ADDITIONS } from '../../src/domain/posts/state/additions.js';
import { ChangeSet } from '../../src/domain/posts/state/change-set.js';
import type { FinishText } from '../../src/domain/posts/state/finish-text.port.js';
import type { LiveEventPayload } from '../../src/domain/posts/state/live-event.js';
import {
  isPart,
  type NewPlatformPost,
  type PlatformPost,
  type PlatformPostStatus,
} from '../../src/domain/posts/state/platform-post.js';
import type { GroupWithPosts, OwnText } from '../../src/domain/posts/state/post-change.js';
import type { NewPostGroup } from '../../src/domain/posts/state/post-group.js';
import type { PublishAttempt } from '../../src/domain/posts/state/publish-attempt.js';
import { LEAD_MS, type PublishJob } from '../../src/domain/posts/state/publish-job.js';
import type {
  LockedGroup,
  PostToPublish,
  PublishStore,
  PublishTransaction,
} from '../../src/domain/publishing/publish-store.js';
import type { RateKey, RateUse } from '../../src/domain/publishing/rate-limits.js';
import type { WebhookEvent } from '../../src/domain/webhooks/webhook-event.js';
import type { LeasedJob } from '../../src/foundation/leased-job.js';
import { accountActivity, Claims, isUncertain, keyOf } from './identity.js';
import type { Random } from './random.js';
import { type Process, START, type World } from './world.js';

interface Job extends PublishJob {
  state: 'created' | 'active' | 'completed';
  retryCount: number;
  startAfter: number;
  /** When the worker that has it last sent a heartbeat. */
  touchedAt: number;
}

export interface StoredGroup extends NewPostGroup {
  mediaCount: number;
}

/** What a part has to be live with. */
interface Content {
  text: string;
  mediaCount: number;
  replyTo: string | null;
}

/** A post as a change has left it. */
export interface Step {
  postId: string;
  groupId: string;
  from: PlatformPostStatus | null;
  to: PlatformPostStatus;
  /** True time. */
  at: number;
}

/** A worker that is silent for this long loses its jobs. */
const HEARTBEAT_MS = 15_000;
/** Postgres ends a transaction that waits for its client for this long. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** A client gives a statement up after this long. */
const STATEMENT_MS = 15_000;

export class SimulatedStore {
  readonly posts = new Map<string, PlatformPost>();
  readonly groups = new Map<string, StoredGroup>();
  /** Posts of removed groups, in their last state. */
  readonly removed = new Map<string, PlatformPost>();
  private readonly removedContent = new Map<string, Content>();
  /** The texts of posts that differ from the group's. */
  private readonly texts = new Map<string, string>();
  /** The first comments of targets, by their first parts. */
  private readonly comments = new Map<string, string>();
  readonly attempts = new Map<string, PublishAttempt>();
  readonly removedAttempts: PublishAttempt[] = [];
  readonly claims = new Claims();
  private readonly rateUses = new Map<string, RateUse>();
  /** All that was stored, in its order. */
  readonly steps: Step[] = [];
  readonly events: (LiveEventPayload & { groupId: string })[] = [];
  readonly webhooks: WebhookEvent[] = [];
  /** When attempts used the limits of their accounts, in true time. */
  readonly uses: { platformId: string; at: number }[] = [];
  private readonly jobs = new Map<string, Job>();
  /** Who waits for a row that is locked. */
  private readonly locks = new Map<string, (() => void)[]>();
  private readonly random: Random;
  private clockOffsetMs = 0;
  /** Whether its clock has been set. */
  hasStepped = false;
  /** When that was set forward by a minute, last. */
  setForwardAt = -Infinity;
  /** Nothing reaches the store, or returns, until then. */
  downUntil = 0;
  /** Publishing is paused. */
  isPaused = false;
  /** Called when a job may be fetched. */
  onDue: () => void = () => {};

  constructor(
    private readonly world: World,
    private readonly faults: { readonly lostAnswers: number; readonly stalls: number },
  ) {
    this.random = world.stream('store');
  }

  /** The time as it has it. */
  now = (): number => this.world.now + this.clockOffsetMs;

  stepClock(byMs: number): void {
    this.clockOffsetMs += byMs;
    this.hasStepped = true;
    if (byMs >= 60_000) this.setForwardAt = this.world.now;
    this.onDue();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.onDue();
  }

  isDown = (): boolean => this.world.now < this.downUntil;

  firstCommentOf = (postId: string): string | null => this.comments.get(postId) ?? null;

  /** A name of a post that each run of a seed gives it: new parts have random ids. */
  nameOf = (postId: string): string => {
    const post = this.posts.get(postId) ?? this.removed.get(postId);
    return post ? `${post.groupId}t${post.targetIndex}p${post.partIndex}` : postId;
  };

  /** A new group, stored at once. */
  create(group: StoredGroup, posts: NewPlatformPost[]): void {
    const changes = new ChangeSet();
    changes.create(group, posts);
    this.groups.set(group.id, group);
    this.apply(changes);
  }

  /**
   * What an owner does with a group, decided under its lock and stored at once; null changes nothing. Nothing happens when
   * the database is away, or the group is gone.
   */
  async act(
    groupId: string,
    decide: (target: GroupWithPosts & { group: StoredGroup }, now: Date) => ChangeSet | null,
  ): Promise<void> {
    if (this.isDown()) return;
    await this.lock(groupId);
    try {
      const group = this.groups.get(groupId);
      const changes = group && decide({ group, posts: this.postsOf(groupId) }, new Date(this.now()));
      if (changes) this.apply(changes);
    } finally {
      this.unlock(groupId);
    }
  }

  /** Posts that share the text of their group keep it when the group's text changes. */
  keepTexts(posts: readonly PlatformPost[]): void {
    for (const post of posts) this.texts.set(post.id, this.contentOf(post).text);
  }

  /** What an owner edits of a group that `act` has locked. */
  edit(groupId: string, change: Partial<Pick<StoredGroup, 'content' | 'scheduledTime'>>): void {
    const group = this.groups.get(groupId);
    if (group) this.groups.set(groupId, { ...group, ...change });
  }

  /** What is to be published of a post. */
  contentOf = (post: PlatformPost): Content =>
    this.removedContent.get(post.id) ?? {
      text: this.texts.get(post.id) ?? this.groups.get(post.groupId)?.content ?? '',
      mediaCount: post.partIndex === 0 ? (this.groups.get(post.groupId)?.mediaCount ?? 0) : 0,
      replyTo: this.partOf(post, isPart(post) ? post.partIndex - 1 : 0)?.postedId ?? null,
    };

  private partOf({ groupId, targetIndex }: PlatformPost, index: number): PlatformPost | undefined {
    return this.postsOf(groupId).find((part) => part.targetIndex === targetIndex && part.partIndex === index);
  }

  /** In the order of targets and parts. */
  private postsOf(groupId: string): PlatformPost[] {
    return [...this.posts.values()]
      .filter((post) => post.groupId === groupId)
      .sort((a, b) => a.targetIndex - b.targetIndex || a.partIndex - b.partIndex);
  }

  private addJob(job: PublishJob): void {
    const startAfter = job.dueAt.getTime() - LEAD_MS;
    this.jobs.set(job.jobId, { ...job, state: 'created', retryCount: -1, startAfter, touchedAt: 0 });
    this.world.after(startAfter - this.now(), null, () => this.onDue());
  }

  /** As a worker sees it. */
  connect(process: Process): PublishStore & {
    fetch(places: number): Promise<{ jobs: { token: PublishJob; job: LeasedJob }[]; isPaused: boolean }>;
    touch(jobs: LeasedJob[]): Promise<void>;
    fail(job: LeasedJob): Promise<void>;
    time(): Promise<Date>;
  } {
    const ask = <T>(run: () => T) => this.statement(process, async () => run());
    return {
      findPosts: (ids) => ask(() => ids.map((id) => this.findPost(id))),
      findFinishing: (targets) => ask(() => targets.map(({ platformId }) => this.finish(platformId))),
      transaction: (work) => this.transaction(process, work),
      noteAttempt: (known, notes) =>
        this.statement(process, async () => {
          const groupId = this.posts.get(known.postId)?.groupId;
          if (groupId === undefined) return false;
          // The row is read again once a transaction that has locked it has ended.
          await this.lock(groupId);
          try {
            const attempt = this.attempts.get(known.id);
            const post = this.posts.get(known.postId);
            const isSame = post?.leaseUntil?.getTime() === known.uncertainUntil.getTime();
            if (!attempt || !post || !isSame || attempt.outcome !== null) return false;
            this.world.note(`attempt ${known.id} is renewed by ${process.name} ${JSON.stringify(notes)}`);
            this.posts.set(post.id, { ...post, leaseUntil: notes.uncertainUntil });
            this.attempts.set(known.id, { ...attempt, ...notes });
            return true;
          } finally {
            this.unlock(groupId);
          }
        }),
      accountActivity: (account, postId, since) => ask(() => accountActivity(this, account, postId, since)),
      fetch: (places) => ask(() => ({ jobs: this.fetch(places), isPaused: this.isPaused })),
      touch: (jobs) =>
        ask(() => {
          for (const leased of jobs) {
            const job = this.activeJob(leased);
            if (job) job.touchedAt = this.now();
          }
        }),
      fail: (leased) =>
        ask(() => {
          const job = this.activeJob(leased);
          if (job) this.giveBack(job);
        }),
      time: () => ask(() => new Date(this.now())),
    };
  }

  /** Whether anything is left to do. */
  isBusy(): boolean {
    return [...this.jobs.values()].some(({ state }) => state !== 'completed');
  }

  /** Jobs of workers that have been silent for too long are fetched by others. */
  supervise(): void {
    for (const job of this.jobs.values()) {
      if (job.state === 'active' && this.now() - job.touchedAt > HEARTBEAT_MS) this.giveBack(job);
    }
  }

  private giveBack(job: Job): void {
    job.state = 'created';
    job.startAfter = this.now() + 1_000;
    this.world.after(1_000, null, () => this.onDue());
  }

  private activeJob({ id, retryCount }: LeasedJob): Job | undefined {
    const job = this.jobs.get(id);
    return job?.state === 'active' && job.retryCount === retryCount ? job : undefined;
  }

  private fetch(places: number): { token: PublishJob; job: LeasedJob }[] {
    const due = [...this.jobs.values()]
      .filter(
        ({ state, startAfter, paused }) =>
          state === 'created' && startAfter <= this.now() && !(paused && this.isPaused),
      )
      .slice(0, places);
    return due.map((job) => {
      job.state = 'active';
      job.retryCount += 1;
      job.touchedAt = this.now();
      return { token: job, job: { id: job.jobId, retryCount: job.retryCount } };
    });
  }

  private findPost(id: string): PostToPublish | undefined {
    const post = this.posts.get(id);
    if (!post) return undefined;
    const attempts = this.attemptsOf(id);
    const attempt = attempts.find(({ outcome }) => outcome === null);
    const { text, replyTo } = this.contentOf(post);
    return {
      post,
      text,
      firstComment: this.comments.get(id) ?? null,
      settings: {},
      videoTimestamp: null,
      allowed: ALL_ADDITIONS,
      hasMedia: (this.groups.get(post.groupId)?.mediaCount ?? 0) > 0,
      open: attempt ? { ...attempt, uncertainUntil: post.leaseUntil ?? attempt.uncertainUntil } : null,
      earlier: attempts
        .filter(({ outcome }) => outcome === 'absent' || outcome === 'unknown')
        .sort((a, b) => b.number - a.number),
      isSplit: this.partOf(post, 1) !== undefined,
      replyTo,
      threadId: post.partIndex === 0 ? null : (this.partOf(post, 0)?.postedId ?? null),
      isAccountActive: true,
      owner: { plan: 'pro', limitOverrides: null },
    };
  }

  /** Signatures of half of the accounts change with time: what was sent must not. */
  private finish(platformId: string | null): FinishText | null {
    if (platformId === null || platformId.charCodeAt(platformId.length - 1) % 2 === 0) return null;
    const signature = ` ~${this.world.now.toString(36)}`;
    return (text) => ({ text: text + signature, additions: ['signature'] });
  }

  private attemptsOf(postId: string): PublishAttempt[] {
    return [...this.attempts.values()].filter((attempt) => attempt.postId === postId);
  }

  /** There and back. What runs in the store does so also when its client is killed or gives up meanwhile. */
  private async statement<T>(process: Process, run: () => Promise<T>, onLost: () => void = () => {}): Promise<T> {
    const { random } = this;
    const stall = random.chance(this.faults.stalls) ? random.between(1_000, 40_000) : 0;
    return new Promise<T>((resolve, reject) => {
      const lose = () => {
        onLost();
        this.world.after(random.between(0, STATEMENT_MS), process, () => reject(new Error('connection lost')));
      };
      this.world.after(random.between(0, 3) + stall, null, () => {
        if (this.isDown() || stall > STATEMENT_MS) return lose();
        run().then(
          (value) => {
            if (this.isDown() || random.chance(this.faults.lostAnswers)) return lose();
            this.world.after(random.between(0, 3), process, () => resolve(value));
          },
          (error) => this.world.after(random.between(0, 3), process, () => reject(error)),
        );
      });
    });
  }

  private async transaction<T>(process: Process, work: (tx: PublishTransaction) => Promise<T>): Promise<T> {
    const locked: string[] = [];
    const writes: (() => void)[] = [];
    const checks: (() => void)[] = [];
    let ended = false;
    /** Each statement starts the wait for the next one. */
    let statements = 0;
    const release = () => {
      ended = true;
      for (const row of locked.splice(0)) this.unlock(row);
    };
    const watch = () => {
      const seen = ++statements;
      this.world.after(IDLE_IN_TRANSACTION_MS, null, () => {
        if (seen === statements) release();
      });
    };
    const assertOpen = () => {
      if (ended) throw new Error('the transaction was ended');
    };
    /** In one order, so that transactions that lock several rows do not deadlock. */
    const lockAll = async (rows: readonly string[]) => {
      for (const row of [...new Set(rows)].sort()) {
        if (locked.includes(row)) continue;
        await this.lock(row);
        if (ended) {
          this.unlock(row);
          assertOpen();
        }
        locked.push(row);
      }
      watch();
    };
    const run = <Result>(act: () => Promise<Result>) =>
      this.statement(
        process,
        async () => {
          assertOpen();
          return act();
        },
        release,
      );
    const tx: PublishTransaction = {
      lockGroups: (groupIds) =>
        run(async () => {
          // The attempts are those of the moment at which the statement starts, the rows those that were locked.
          const ids = groupIds.flatMap((groupId) => this.postsOf(groupId).map(({ id }) => id));
          const attempts = new Map(ids.map((id) => [id, this.attemptsOf(id)]));
          await lockAll(groupIds);
          return this.readGroups(groupIds, attempts);
        }),
      lockRateUses: (keys) =>
        run(async () => {
          const rows = keys.map(rateRow);
          await lockAll(rows);
          return rows.flatMap((row) => this.rateUses.get(row) ?? []);
        }),
      storeRateUses: async (uses) => {
        writes.push(() => {
          for (const use of uses) this.storeUse(use);
        });
      },
      recordChanges: async (changes) => {
        checks.push(() => this.checkAttempts(changes));
        writes.push(() => this.apply(changes));
      },
      /** A claim of another transaction that has not ended is waited for. */
      claimLivePosts: (claims, now) =>
        run(async () => {
          await lockAll([...new Set(claims.map(keyOf))]);
          const owners = this.claims.owners(claims);
          writes.push(() => this.claims.store(owners, now));
          return owners;
        }),
    };
    try {
      const result = await work(tx);
      await this.statement(process, async () => {
        assertOpen();
        for (const check of checks) check();
        for (const write of writes) write();
        release();
      });
      return result;
    } finally {
      release();
    }
  }

  private lock(row: string): Promise<void> {
    const waiting = this.locks.get(row);
    if (!waiting) {
      this.locks.set(row, []);
      return Promise.resolve();
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  private unlock(row: string): void {
    const next = this.locks.get(row)?.shift();
    if (next) next();
    else this.locks.delete(row);
  }

  private readGroups(groupIds: string[], attempts: ReadonlyMap<string, PublishAttempt[]>): Map<string, LockedGroup> {
    const numbers = [...attempts].map(([id, known]): [string, number] => [id, highest(known)]);
    const lastAttempts = new Map(numbers);
    const found = groupIds.flatMap((id) => this.groups.get(id) ?? []);
    return new Map(
      found.map(({ id, status, processingStatus }) => {
        const group = { id, status, processingStatus };
        return [id, { group, posts: this.postsOf(id), lastAttempts, isPaused: this.isPaused }];
      }),
    );
  }

  private checkAttempts({ attempts }: ChangeSet): void {
    for (const write of attempts) {
      if (!('begun' in write)) continue;
      const { number } = write.begun;
      if (this.attemptsOf(write.postId).some((attempt) => attempt.number === number)) {
        throw new Error('duplicate key value violates unique constraint "publish_attempts_post_key"');
      }
    }
  }

  private apply(changes: ChangeSet): void {
    const { posts, newPosts, events, attempts, webhookEvents, removedGroupIds, removedJobIds, newJobs, endedJobs } =
      changes;
    for (const { content, finalText, hasOwnText: _, firstComment, ...post } of [
      ...posts,
      ...newPosts.map(withContent),
    ]) {
      const { id, groupId, status, generation, wait, error, dueAt } = post;
      this.steps.push({
        postId: id,
        groupId,
        from: this.posts.get(id)?.status ?? null,
        to: status,
        at: this.world.now,
      });
      const text = finalText ?? content;
      if (text) this.texts.set(id, text);
      if (firstComment) this.comments.set(id, firstComment);
      this.posts.set(id, post);
      const due = dueAt ? `due at ${(dueAt.getTime() - START) / 1000} s` : '';
      this.world.note(
        `${this.nameOf(id)} is ${status}, job ${generation} ${due} ${wait?.kind ?? ''} ${error?.code ?? ''}`,
      );
    }
    for (const { groupId, events: payloads, status, processingStatus } of events) {
      this.events.push(...payloads.map((payload) => ({ ...payload, groupId })));
      const group = this.groups.get(groupId);
      if (group && status && processingStatus) this.groups.set(groupId, { ...group, status, processingStatus });
    }
    this.webhooks.push(...webhookEvents);
    this.applyAttempts(attempts);
    for (const id of removedGroupIds) this.remove(id);
    for (const id of removedJobIds) {
      const job = this.jobs.get(id);
      if (job) job.state = 'completed';
    }
    for (const job of newJobs) this.addJob(job);
    for (const ended of endedJobs) {
      const job = this.activeJob(ended);
      if (job) job.state = 'completed';
    }
  }

  private storeUse(use: RateUse): void {
    const row = rateRow(use);
    const before = this.rateUses.get(row)?.uses ?? {};
    for (const [slot, count] of Object.entries(use.uses)) {
      for (let added = before[slot] ?? 0; added < count; added += 1) {
        this.uses.push({ platformId: use.accountId, at: this.world.now });
      }
    }
    this.rateUses.set(row, use);
  }

  /** With its posts and their attempts. */
  private remove(groupId: string): void {
    const posts = this.postsOf(groupId);
    for (const post of posts) this.removedContent.set(post.id, this.contentOf(post));
    for (const post of posts) {
      this.removed.set(post.id, post);
      this.posts.delete(post.id);
      for (const attempt of this.attemptsOf(post.id)) {
        this.attempts.delete(attempt.id);
        if (isUncertain(attempt.outcome)) this.removedAttempts.push(attempt);
      }
    }
    this.groups.delete(groupId);
  }

  private applyAttempts(attempts: ChangeSet['attempts']): void {
    for (const write of attempts) {
      this.world.note(`attempt ${JSON.stringify(write)}`);
      // A post that was removed has none.
      if (!this.posts.has(write.postId)) continue;
      if ('begun' in write) {
        const none = { state: null, failure: null, outcome: null, endedAt: null };
        this.attempts.set(write.begun.id, { ...write.begun, ...none, postId: write.postId });
        continue;
      }
      const change = 'ended' in write ? write.ended : write.noted;
      const attempt = this.attempts.get(change.id);
      if (!attempt) continue;
      if ('noted' in write) {
        const { state, releasedAt } = write.noted;
        if (attempt.outcome !== null) continue;
        const uncertainUntil = releasedAt ?? attempt.uncertainUntil;
        this.attempts.set(attempt.id, { ...attempt, state: state ?? attempt.state, uncertainUntil });
        continue;
      }
      const { outcome, endedAt } = write.ended;
      if (outcome === 'published' || attempt.outcome === null) {
        this.attempts.set(attempt.id, { ...attempt, outcome, endedAt });
      }
    }
  }
}

const withContent = ({ content, firstComment, ...post }: NewPlatformPost): PlatformPost & OwnText => ({
  ...post,
  ...(firstComment !== null && { firstComment }),
  ...(content !== null && { content }),
});

const rateRow = ({ accountId, baseUrl, name }: RateKey): string => `rate ${baseUrl} ${accountId} ${name}`;

const highest = (attempts: readonly PublishAttempt[]): number => Math.max(0, ...attempts.map(({ number }) => number));
