import type { LeasedJob } from '../../foundation/leased-job.js';
import { FAILURES, type FailureCode } from '../../platforms/port/failure.js';
import type { PlatformPost } from '../posts/platform-post.js';
import type { PublishAttempt } from '../posts/publish-attempt.js';
import type { RunLedger } from './run-ledger.js';

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
  /** From the time when it was due to the publication, at the first attempt. */
  lateMs?: number;
  code?: FailureCode;
  fault?: (typeof FAILURES)[FailureCode]['fault'];
  /** Why it waits. */
  reason?: string;
}

export type ReportRun = (report: RunReport) => void;

/** A ledger whose outcomes are reported once they are stored. */
export function reportRuns(
  ledger: RunLedger,
  { id, groupId, platform, dueAt }: PlatformPost,
  { id: jobId }: LeasedJob,
  { clock, reportRun }: { clock: () => Date; reportRun: ReportRun },
): RunLedger {
  const say = (outcome: RunReport['outcome'], facts: Partial<RunReport> = {}) =>
    reportRun({ jobId, postId: id, postGroupId: groupId, platform, outcome, ...facts });
  const since = (begin: Date) => clock().getTime() - begin.getTime();
  const of = ({ number, startedAt }: PublishAttempt) => ({ attempt: number, durationMs: since(startedAt) });
  const late = ({ number }: PublishAttempt) => (number === 1 && dueAt ? { lateMs: since(dueAt) } : {});
  const failed = (code: FailureCode) => ({ code, fault: FAILURES[code].fault });
  return {
    ...ledger,
    async published(attempt, step) {
      await ledger.published(attempt, step);
      say('published', { ...of(attempt), ...late(attempt) });
    },
    async publishedBefore(earlier, current, step) {
      await ledger.publishedBefore(earlier, current, step);
      say('published', of(earlier));
    },
    async retryOrFail(attempt, outcome, failure) {
      const isLast = ledger.isLast(attempt, failure);
      await ledger.retryOrFail(attempt, outcome, failure);
      say(isLast ? 'failed' : 'retrying', { ...of(attempt), ...failed(failure.code) });
    },
    async unknown(attempt, cause) {
      await ledger.unknown(attempt, cause);
      say('failed', { ...of(attempt), ...failed('OUTCOME_UNKNOWN') });
    },
    async comeBack(attempt, at, reason, more) {
      await ledger.comeBack(attempt, at, reason, more);
      say('waiting', { attempt: attempt.number, reason: reason.kind });
    },
    async deferForRateLimit(reason, until) {
      await ledger.deferForRateLimit(reason, until);
      say('waiting', { reason: 'quota' });
    },
    async hold() {
      await ledger.hold();
      say('waiting', { reason: 'paused' });
    },
    async fail(code, message) {
      await ledger.fail(code, message);
      say('failed', failed(code));
    },
  };
}
