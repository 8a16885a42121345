import type { LeasedJob } from '../../foundation/leased-job.js';
import { FAILURES, type Failure, type FailureCode } from '../../platforms/port/failure.js';
import type { PlatformPost } from '../posts/state/platform-post.js';
import type { PostChange } from '../posts/state/post-change.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';

/** What came of one run of a post's job, once it is stored. */
export interface RunReport {
  jobId: string;
  postId: string;
  postGroupId: string;
  userId: string;
  platform: string;
  /** The connected account. */
  platformId: string;
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
  /** Why it failed, and the HTTP status of the platform's response. */
  message?: string;
  httpStatus?: number;
  /** The kind of its wait. */
  reason?: string;
}

export type ReportRun = (report: RunReport) => void;

/** What a run knows of the attempt that it ended or left open. */
export interface RunAttempt {
  attempt: Pick<PublishAttempt, 'number' | 'startedAt'>;
  /** Why it failed, where another attempt follows. */
  failure?: Pick<Failure, 'code' | 'message' | 'platformStatusCode'>;
}

/** `before`: the post as the run found it. `change`: what the run stored about it. */
export function runReport(
  { id: jobId }: LeasedJob,
  before: PlatformPost,
  change: PostChange,
  run: RunAttempt | undefined,
  now: Date,
): RunReport {
  const { id: postId, groupId: postGroupId, userId, platform, platformId, dueAt, firstAttemptAt } = before;
  const outcome = outcomeOf(change);
  const failure = outcome === 'retrying' ? run?.failure : outcome === 'failed' ? change.post.error : undefined;
  return {
    jobId,
    postId,
    postGroupId,
    userId,
    platform,
    platformId,
    outcome,
    ...(run && { attempt: run.attempt.number }),
    ...(run && outcome !== 'waiting' && { durationMs: now.getTime() - run.attempt.startedAt.getTime() }),
    ...(outcome === 'published' && dueAt && !firstAttemptAt && { lateMs: now.getTime() - dueAt.getTime() }),
    ...(failure && failureFacts(failure)),
    ...(outcome === 'waiting' && change.post.wait && { reason: change.post.wait.kind }),
  };
}

const failureFacts = ({ code, message, platformStatusCode }: NonNullable<RunAttempt['failure']>) => ({
  code,
  fault: FAILURES[code].fault,
  message,
  ...(platformStatusCode !== undefined && { httpStatus: platformStatusCode }),
});

function outcomeOf({ event, attempt }: PostChange): RunReport['outcome'] {
  if (event === 'succeed') return 'published';
  if (event === 'fail') return 'failed';
  return attempt && 'ended' in attempt ? 'retrying' : 'waiting';
}
