import type { LeasedJob } from '../../foundation/leased-job.js';
import { FAILURES, type FailureCode } from '../../platforms/port/failure.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import type { PostChange } from '../posts/state/post-change.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';

/** What came of one run of a post's job, once it is stored. */
export interface RunReport {
  jobId: string;
  postId: string;
  postGroupId: string;
  platform: string;
  /**
   * `retrying`: another attempt follows. `waiting`: the run ended without an outcome. `failed`: no attempt is left, or
   * none can be made, or the outcome is unknown.
   */
  outcome: 'published' | 'retrying' | 'waiting' | 'failed';
  /** Number of the attempt; absent where none was made. */
  attempt?: number;
  /** From the beginning of the attempt to its outcome. */
  durationMs?: number;
  /** From the time when it was due to the publication, where the first run publishes it. */
  lateMs?: number;
  code?: FailureCode;
  fault?: (typeof FAILURES)[FailureCode]['fault'];
  /** The kind of its wait. */
  reason?: string;
}

export type ReportRun = (report: RunReport) => void;

/** What a run knows of the attempt that it ended or left open. */
export interface RunAttempt {
  attempt: Pick<PublishAttempt, 'number' | 'startedAt'>;
  /** Why it failed. */
  code?: FailureCode;
}

/** `before`: the post as the run found it. `change`: what the run stored about it. */
export function runReport(
  { id: jobId }: LeasedJob,
  before: PlatformPost,
  change: PostChange,
  run: RunAttempt | undefined,
  now: Date,
): RunReport {
  const { id: postId, groupId: postGroupId, platform, dueAt, firstAttemptAt } = before;
  const outcome = outcomeOf(change);
  const code = outcome === 'retrying' ? run?.code : outcome === 'failed' ? change.post.error?.code : undefined;
  return {
    jobId,
    postId,
    postGroupId,
    platform,
    outcome,
    ...(run && { attempt: run.attempt.number }),
    ...(run && outcome !== 'waiting' && { durationMs: now.getTime() - run.attempt.startedAt.getTime() }),
    ...(outcome === 'published' && dueAt && !firstAttemptAt && { lateMs: now.getTime() - dueAt.getTime() }),
    ...(code && { code, fault: FAILURES[code].fault }),
    ...(outcome === 'waiting' && change.post.wait && { reason: change.post.wait.kind }),
  };
}

function outcomeOf({ event, attempt }: PostChange): RunReport['outcome'] {
  if (event === 'succeed') return 'published';
  if (event === 'fail') return 'failed';
  return attempt && 'ended' in attempt ? 'retrying' : 'waiting';
}
