import type { LeasedJob } from '../../foundation/leased-job.js';
import type { FailureCode } from '../../platforms/port/failure.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { PostChange } from '../posts/post-change.js';
import type { AttemptOutcome, PublishAttempt } from '../posts/publish-attempt.js';
import { LEAD_MS } from '../posts/publish-queue.js';
import type { EndedAttempt } from './attempt-changes.js';
import type { CommitRun, RunDecision, RunWrite } from './commit-runs.js';
import { type FencingToken, isCurrent } from './fencing-token.js';
import type { LockedPost, PostToPublish } from './publish-store.js';
import { type ReportRun, type RunAttempt, runReport } from './run-report.js';
import { waiting } from './wait-changes.js';
import { IN_FLIGHT } from './waits.js';

export interface RunWriterNeeds {
  commitRun: CommitRun;
  clock: () => Date;
  /** No later than the true time (database-clock.ts). */
  earliestTime: () => Date;
  /** Milliseconds since any moment; never set back, and not stopped by a pause of the process. */
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
  reportRun: ReportRun;
}

/** How a run writes: not before its post is due, fenced by its token, and reported once it is stored. */
export interface RunWriter {
  /** Stores what the run decides. */
  commit<Result>(write: RunWrite<Result>): Promise<Result>;
  /** The same for what no other process knows, which is not given up when the database is away for a moment. */
  commitOutcome(write: RunWrite<void>, run: RunAttempt): Promise<void>;
  /** Stores a change with the end of the job. */
  endRun(change: (post: LockedPost, laterParts: PlatformPost[]) => PostChange[], run?: RunAttempt): Promise<void>;
  /**
   * Stores the outcome of an attempt with the end of the job, even when it no longer decides about the post: it is what
   * happened. Where another worker has continued the attempt, only that it is live decides; else this gives way. A post
   * at the platform that another part has claimed decides nothing.
   */
  endAttempt(
    attempt: PublishAttempt,
    outcome: AttemptOutcome,
    change: (post: PlatformPost, ended: EndedAttempt, laterParts: PlatformPost[]) => PostChange[],
    more?: { code?: FailureCode; claim?: RunWrite<void>['claim'] },
  ): Promise<void>;
  /** Leaves the attempt to the worker that has continued it, and comes back when that worker's lease is over. */
  giveWay(): Promise<void>;
}

/** While the database is away: the pauses between tries to store what is known of an attempt. */
const STORE_AGAIN_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** A worker that was overtaken by another one comes back no sooner than this. */
const OVERTAKEN_MS = 1_000;

export function makeRunWriter(
  needs: RunWriterNeeds,
  token: FencingToken,
  post: PostToPublish['post'],
  job: LeasedJob,
  /** When the job was given to this worker, by `monotonic`. */
  since: number,
): RunWriter {
  const { clock } = needs;

  /**
   * By the clock, as far as it is sure. The database, which gives no job away before its lead, knows better: once that has
   * passed, the post is due, or an operator wants it to be.
   */
  async function due(): Promise<void> {
    for (;;) {
      const untilDue = (post.dueAt?.getTime() ?? 0) - needs.earliestTime().getTime();
      const left = Math.min(untilDue, LEAD_MS - (needs.monotonic() - since));
      if (left <= 0) return;
      await needs.sleep(Math.ceil(left));
    }
  }

  /** Reports what came of the run once that is stored: it need not be what this worker meant to store. */
  async function commit<Result>(write: RunWrite<Result>, run?: RunAttempt): Promise<Result> {
    await due();
    let stored: RunDecision<Result> | undefined;
    const result = await needs.commitRun<Result>({
      ...write,
      decide(...locked) {
        stored = write.decide(...locked);
        return stored;
      },
    });
    const change = stored?.endJob && stored.changes?.[0];
    if (change) needs.reportRun(runReport(job, post, change, run, clock()));
    return result;
  }

  async function commitOutcome(write: RunWrite<void>, run: RunAttempt): Promise<void> {
    for (const pause of STORE_AGAIN_MS) {
      try {
        return await commit(write, run);
      } catch {
        await needs.sleep(pause);
      }
    }
    return commit(write, run);
  }

  const endRun: RunWriter['endRun'] = (change, run) =>
    commit(
      {
        token,
        decide: (locked, later) => ({
          ...(locked && { changes: change(locked, later) }),
          endJob: job,
          result: undefined,
        }),
      },
      run,
    );

  const endAttempt: RunWriter['endAttempt'] = (attempt, outcome, change, { code, claim } = {}) => {
    const { id, number, uncertainUntil } = attempt;
    return commitOutcome(
      {
        token,
        attempt: { number },
        claim,
        decide(locked, later, { isAnothers }) {
          const decided = { endJob: job, result: undefined };
          if (!locked) {
            const known = isAnothers ? 'unknown' : outcome;
            return { ...decided, attempt: { postId: post.id, ended: { id, outcome: known, endedAt: clock() } } };
          }
          const decides = outcome === 'published' ? !isAnothers : hasLease(locked, uncertainUntil);
          return decides
            ? { ...decided, changes: change(locked, { id, number, outcome }, later) }
            : { ...decided, ...overtaken(locked, later) };
        },
      },
      { attempt, ...(code && { code }) },
    );
  };

  /** Another worker has gone on with the attempt, or has ended it: only that it is live decides. This job comes back. */
  const overtaken = (post: LockedPost, later: PlatformPost[]): { changes?: PostChange[] } => {
    if (!isCurrent(post, token.generation)) return {};
    const now = clock();
    const at = new Date(Math.max(post.leaseUntil?.getTime() ?? 0, now.getTime() + OVERTAKEN_MS));
    return { changes: waiting(post, IN_FLIGHT, at, later, now) };
  };

  const giveWay = (): Promise<void> =>
    commit({
      token,
      decide: (locked, later) => ({ ...(locked && overtaken(locked, later)), endJob: job, result: undefined }),
    });

  return { commit, commitOutcome, endRun, endAttempt, giveWay };
}

/** Whether the post's open attempt still has the lease that this worker knows: no other worker continued or ended it. */
export const hasLease = ({ leaseUntil }: LockedPost, known: Date): boolean => leaseUntil?.getTime() === known.getTime();
