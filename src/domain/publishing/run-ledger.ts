import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import type { State, Step } from '../../platforms/port/platform.js';
import type { PublishAttempt } from '../posts/publish-attempt.js';
import type { Lease } from './lease.js';
import type { RateNeed } from './rate-limits.js';
import type { WaitReason } from './waits.js';

/** An attempt of this worker, and how long it may send for it. */
export interface LeasedAttempt {
  attempt: PublishAttempt;
  lease: Lease;
}

/** What a platform says of a part that is published. */
type PublishedStep = Pick<Extract<Step, { kind: 'published' }>, 'postedId' | 'url' | 'furtherIds'>;

/**
 * What one run of a post's job writes. Everything but `preparing`, `begin`, `renew` and `noteLoss` ends the run: it stores the
 * attempt's outcome, the post's new state with its log and events, the next job if there is one, and the end of this job,
 * all in one transaction.
 */
export interface RunLedger {
  /** Reports that the files of a post take long, before its attempt begins. */
  preparing(): Promise<void>;
  /**
   * Stores a new attempt, before its first byte leaves, with what it uses of the platform's limits, and the parts of the
   * thread that the post becomes, if its texts are several. Undefined when the job is out of date, when publishing is
   * paused, or when the limits do not allow the attempt yet: the post waits then, or fails when it has waited for too long.
   */
  begin(
    texts: readonly string[],
    rateNeeds: readonly RateNeed[],
    account: string | null,
  ): Promise<LeasedAttempt | undefined>;
  /** Stores an attempt's state, with a new lease. Undefined when another worker has continued it. */
  renew(attempt: PublishAttempt, state: State, withinMs: number): Promise<LeasedAttempt | undefined>;
  /**
   * Notes why a response was lost. The request that left at `sentAt` (null: none) may be in flight for as long as a
   * platform may take and go on storing it. Undefined when another worker has continued the attempt.
   */
  noteLoss(attempt: PublishAttempt, failure: Failure, sentAt: Date | null): Promise<PublishAttempt | undefined>;
  /**
   * The post at the platform belongs to the part, unless another part has claimed it: then the attempt stays open and is
   * looked up again.
   */
  published(attempt: PublishAttempt, step: PublishedStep, account: string | null): Promise<void>;
  /** An earlier attempt turns out to be live, and `current` has sent nothing. */
  publishedBefore(
    earlier: PublishAttempt,
    current: PublishAttempt,
    step: PublishedStep,
    account: string | null,
  ): Promise<void>;
  /** The part is certainly not live: another attempt follows, or none is left. */
  retryOrFail(attempt: PublishAttempt, outcome: 'rejected' | 'absent', failure: Failure): Promise<void>;
  /** Whether an attempt that fails so is the last one. */
  isLast(attempt: PublishAttempt, failure: Failure): boolean;
  /** It cannot be determined whether the part is live. */
  unknown(attempt: PublishAttempt, cause: Failure): Promise<void>;
  /**
   * Leaves the attempt open for a later run: nothing waits in this process. With `released`, none of its requests is in
   * flight any more.
   */
  comeBack(
    attempt: PublishAttempt,
    at: Date,
    reason: WaitReason,
    more?: { state?: State; released?: boolean },
  ): Promise<void>;
  /** Leaves the attempt to the worker that has continued it, and comes back when that worker's lease is over. */
  giveWay(): Promise<void>;
  /** Publishing is paused: the post keeps its time, and runs again once it goes on. */
  hold(): Promise<void>;
  /** Fails a post for which no attempt can be made. With an open attempt, whose post may be live, as OUTCOME_UNKNOWN. */
  fail(code: FailureCode, message: string): Promise<void>;
  /** This service had an error of its own: the post is run again later, less and less often. */
  interrupted(): Promise<void>;
}
