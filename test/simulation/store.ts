/**
 * The store of publishing in memory, with the isolation of Postgres as publishing uses it: READ COMMITTED, row locks on
 * groups, a unique attempt number, a job queue that gives a silent worker's jobs to another. Statements travel to it
 * and back; the way back can be lost, also that of a COMMIT.
 */
import type { ChangeSet } from '../../src/domain/posts/change-set.js';
import type { GroupEvents } from '../../src/domain/posts/live-event.js';
import type { NewPlatformPost, PlatformPost } from '../../src/domain/posts/platform-post.js';
import type { NewPostGroup } from '../../src/domain/posts/post-group.js';
import type { NewLogEntry } from '../../src/domain/posts/post-log.js';
import type { PublishAttempt } from '../../src/domain/posts/publish-attempt.js';
import { LEAD_MS, type PublishJob } from '../../src/domain/posts/publish-queue.js';
import type {
  LivePostClaim,
  LockedGroup,
  PostToPublish,
  PublishStore,
  PublishTransaction,
} from '../../src/domain/publishing/publish-store.js';
import type { AccountActivity, Rival } from '../../src/domain/publishing/whose-post.js';
import type { LeasedJob } from '../../src/foundation/leased-job.js';
import { type Process, START, type World } from './world.js';

interface Job extends PublishJob {
  state: 'created' | 'active' | 'completed';
  retryCount: number;
  startAfter: number;
  /** When the worker that has it last sent a heartbeat. */
  touchedAt: number;
}

/** A worker that is silent for this long loses its jobs. */
const HEARTBEAT_MS = 15_000;
/** Postgres ends a transaction that waits for its client for this long. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** A client gives a statement up after this long. */
const STATEMENT_MS = 15_000;

export class SimulatedStore {
  readonly posts = new Map<string, PlatformPost>();
  readonly groups = new Map<string, LockedGroup['group']>();
  /** Of groups, and those that posts have of their own. */
  private readonly texts = new Map<string, string>();
  readonly livePosts = new Map<string, LivePostClaim & { at: Date }>();
  readonly attempts = new Map<string, PublishAttempt>();
  readonly log: (NewLogEntry & { groupId: string; at: number })[] = [];
  readonly events: GroupEvents[] = [];
  private readonly jobs = new Map<string, Job>();
  /** Who holds a group's lock, and who waits for it. */
  private readonly locks = new Map<string, (() => void)[]>();
  /** Nothing reaches the store, or returns, until then. */
  downUntil = 0;
  /** Called when a job may be fetched. */
  onDue: () => void = () => {};

  constructor(
    private readonly world: World,
    private readonly faults: { readonly lostAnswers: number; readonly stalls: number },
  ) {}

  addGroup(group: NewPostGroup, posts: NewPlatformPost[]): void {
    const { id, status, processingStatus, content } = group;
    this.texts.set(id, content);
    this.groups.set(id, { id, status, processingStatus });
    for (const { content: _, ...post } of posts) this.posts.set(post.id, post);
  }

  /** A person's change, made at once: retries a part, as the use case does. */
  change(post: PlatformPost, job: PublishJob): void {
    if (this.locks.has(post.groupId)) return;
    this.posts.set(post.id, post);
    this.addJob(job);
  }

  addJob(job: PublishJob): void {
    const startAfter = job.dueAt.getTime() - LEAD_MS;
    this.jobs.set(job.jobId, { ...job, state: 'created', retryCount: -1, startAfter, touchedAt: 0 });
    this.world.after(startAfter - this.world.now, null, () => this.onDue());
  }

  /** As a worker sees it. */
  connect(process: Process): PublishStore & {
    fetch(places: number): Promise<{ token: PublishJob; job: LeasedJob }[]>;
    touch(jobs: LeasedJob[]): Promise<void>;
    fail(job: LeasedJob): Promise<void>;
    time(): Promise<Date>;
  } {
    const ask = <T>(run: () => T) => this.statement(process, async () => run());
    return {
      findPosts: (ids) => ask(() => ids.map((id) => this.findPost(id))),
      transaction: (work) => this.transaction(process, work),
      noteAttempt: (known, notes) =>
        this.statement(process, async () => {
          const groupId = this.posts.get(known.postId)?.groupId;
          if (groupId === undefined) return false;
          // The row is read anew once a transaction that has locked it is over.
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
      accountActivity: (account, postId, since) => ask(() => this.accountActivity(account, postId, since)),
      fetch: (places) => ask(() => this.fetch(places)),
      touch: (jobs) =>
        ask(() => {
          for (const leased of jobs) {
            const job = this.activeJob(leased);
            if (job) job.touchedAt = this.world.now;
          }
        }),
      fail: (leased) =>
        ask(() => {
          const job = this.activeJob(leased);
          if (job) this.giveBack(job);
        }),
      time: () => ask(() => new Date(this.world.now)),
    };
  }

  /** Whether there is anything left to do. */
  isBusy(): boolean {
    return [...this.jobs.values()].some(({ state }) => state !== 'completed');
  }

  /** Jobs of workers that have been silent for too long are fetched by others. */
  supervise(): void {
    for (const job of this.jobs.values()) {
      if (job.state === 'active' && this.world.now - job.touchedAt > HEARTBEAT_MS) this.giveBack(job);
    }
  }

  private giveBack(job: Job): void {
    job.state = 'created';
    job.startAfter = this.world.now + 1_000;
    this.world.after(1_000, null, () => this.onDue());
  }

  private activeJob({ id, retryCount }: LeasedJob): Job | undefined {
    const job = this.jobs.get(id);
    return job?.state === 'active' && job.retryCount === retryCount ? job : undefined;
  }

  private fetch(places: number): { token: PublishJob; job: LeasedJob }[] {
    const due = [...this.jobs.values()]
      .filter(({ state, startAfter }) => state === 'created' && startAfter <= this.world.now)
      .slice(0, places);
    return due.map((job) => {
      job.state = 'active';
      job.retryCount += 1;
      job.touchedAt = this.world.now;
      return { token: job, job: { id: job.jobId, retryCount: job.retryCount } };
    });
  }

  private findPost(id: string): PostToPublish | undefined {
    const post = this.posts.get(id);
    if (!post) return undefined;
    const parts = [...this.posts.values()].filter(
      ({ groupId, targetIndex }) => groupId === post.groupId && targetIndex === post.targetIndex,
    );
    const attempt = this.attemptsOf(id).find(({ outcome }) => outcome === null);
    const open = attempt ? { ...attempt, uncertainUntil: post.leaseUntil ?? attempt.uncertainUntil } : null;
    return {
      post,
      text: this.textOf(post),
      settings: {},
      videoTimestamp: null,
      hasMedia: false,
      open,
      earlier: this.attemptsOf(id)
        .filter(({ outcome }) => outcome === 'absent' || outcome === 'unknown')
        .sort((a, b) => b.number - a.number),
      isSplit: parts.some(({ partIndex }) => partIndex === 1),
      replyTo: parts.find(({ partIndex }) => partIndex === post.partIndex - 1)?.postedId ?? null,
      threadId: post.partIndex === 0 ? null : (parts.find(({ partIndex }) => partIndex === 0)?.postedId ?? null),
      isAccountActive: true,
      plan: 'pro',
    };
  }

  private accountActivity(account: string, postId: string, since: Date): AccountActivity {
    const claims = [...this.livePosts.values()].filter(
      (claim) => claim.account === account && claim.postId !== postId && claim.at >= since,
    );
    const rivals = [...this.attempts.values()].flatMap((attempt): Rival[] => {
      const post = this.posts.get(attempt.postId);
      if (!post || attempt.account !== account || attempt.postId === postId || post.status === 'published') return [];
      const { id, outcome, startedAt } = attempt;
      const isEnded = outcome !== null;
      if (isEnded && !((outcome === 'absent' || outcome === 'unknown') && attempt.uncertainUntil >= since)) return [];
      const uncertainUntil = post.leaseUntil ?? attempt.uncertainUntil;
      return [{ id, outcome, startedAt, uncertainUntil, text: this.textOf(post), hasMedia: false }];
    });
    return { taken: new Set(claims.map(({ postedId }) => postedId)), rivals };
  }

  private textOf = (post: PlatformPost): string => this.texts.get(post.id) ?? this.texts.get(post.groupId) ?? '';

  attemptsOf(postId: string): PublishAttempt[] {
    return [...this.attempts.values()].filter((attempt) => attempt.postId === postId);
  }

  /** There and back. What runs in the store does so also when its client is killed or gives up meanwhile. */
  private async statement<T>(process: Process, run: () => Promise<T>, onLost: () => void = () => {}): Promise<T> {
    const { random } = this.world;
    const stall = random.chance(this.faults.stalls) ? random.between(1_000, 40_000) : 0;
    return new Promise<T>((resolve, reject) => {
      const lose = () => {
        onLost();
        this.world.after(random.between(0, STATEMENT_MS), process, () => reject(new Error('connection lost')));
      };
      this.world.after(random.between(0, 3) + stall, null, () => {
        if (this.world.now < this.downUntil || stall > STATEMENT_MS) return lose();
        run().then(
          (value) => {
            if (this.world.now < this.downUntil || random.chance(this.faults.lostAnswers)) return lose();
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
    /** A transaction that is not committed claims nothing. */
    const undo: (() => void)[] = [];
    let ended = false;
    /** Each statement starts the wait for the next one anew. */
    let statements = 0;
    const release = () => {
      ended = true;
      for (const back of undo.splice(0)) back();
      for (const groupId of locked.splice(0)) this.unlock(groupId);
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
    const tx: PublishTransaction = {
      lockGroups: (groupIds) =>
        this.statement(
          process,
          async () => {
            assertOpen();
            // The attempts are those of the moment at which the statement starts, the rows those that were locked.
            const attempts = new Map([...this.posts.keys()].map((id) => [id, this.attemptsOf(id)]));
            for (const groupId of [...groupIds].sort()) {
              await this.lock(groupId);
              if (ended) {
                this.unlock(groupId);
                assertOpen();
              }
              locked.push(groupId);
            }
            watch();
            return this.readGroups(groupIds, attempts);
          },
          release,
        ),
      // Its platforms have no limits.
      lockRateUses: async () => [],
      storeRateUses: async () => {},
      claimLivePosts: (claims, now) =>
        this.statement(process, async () => {
          assertOpen();
          return claims.map((claim) => {
            const key = `${claim.account} ${claim.postedId}`;
            const known = this.livePosts.get(key);
            if (known) return known;
            const claimed = { ...claim, at: now };
            this.livePosts.set(key, claimed);
            undo.push(() => this.livePosts.delete(key));
            return claimed;
          });
        }),
      recordChanges: async (changes, now) => {
        checks.push(() => this.checkAttempts(changes));
        writes.push(() => this.apply(changes, now));
      },
    };
    try {
      const result = await work(tx);
      await this.statement(process, async () => {
        assertOpen();
        for (const check of checks) check();
        for (const write of writes) write();
        undo.length = 0;
        release();
      });
      return result;
    } finally {
      release();
    }
  }

  private lock(groupId: string): Promise<void> {
    const waiting = this.locks.get(groupId);
    if (!waiting) {
      this.locks.set(groupId, []);
      return Promise.resolve();
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  private unlock(groupId: string): void {
    const next = this.locks.get(groupId)?.shift();
    if (next) next();
    else this.locks.delete(groupId);
  }

  private readGroups(groupIds: string[], attempts: ReadonlyMap<string, PublishAttempt[]>): Map<string, LockedGroup> {
    const numbers = [...attempts].map(([id, known]): [string, number] => [id, highest(known)]);
    const lastAttempts = new Map(numbers);
    const found = groupIds.flatMap((id) => this.groups.get(id) ?? []);
    return new Map(
      found.map((group) => {
        const posts = [...this.posts.values()]
          .filter(({ groupId }) => groupId === group.id)
          .sort((a, b) => a.targetIndex - b.targetIndex || a.partIndex - b.partIndex);
        return [group.id, { group, posts, lastAttempts, isPaused: false }];
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

  private apply(changes: ChangeSet, now: Date): void {
    const { posts, newPosts, entries, attempts, events, removedJobIds, newJobs, endedJobs } = changes;
    for (const { content, ...post } of [...posts, ...newPosts]) {
      const { id, status, generation, wait, error, dueAt } = post;
      const due = dueAt ? `due at ${(dueAt.getTime() - START) / 1000} s` : '';
      this.world.note(`${id} is ${status}, job ${generation} ${due} ${wait?.kind ?? ''} ${error?.code ?? ''}`);
      if (content) this.texts.set(id, content);
      this.posts.set(id, post);
    }
    for (const entry of entries) this.log.push({ ...entry, at: now.getTime() });
    this.events.push(...events);
    for (const { groupId, status, processingStatus } of events) {
      const group = this.groups.get(groupId);
      if (group && status && processingStatus) this.groups.set(groupId, { ...group, status, processingStatus });
    }
    this.applyAttempts(attempts);
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

  private applyAttempts(attempts: ChangeSet['attempts']): void {
    for (const write of attempts) {
      this.world.note(`attempt ${JSON.stringify(write)}`);
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

const highest = (attempts: readonly PublishAttempt[]): number => Math.max(0, ...attempts.map(({ number }) => number));
