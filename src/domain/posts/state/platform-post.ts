/**
 * A platform post: one part of one target's post [states/post-states].
 *
 * draft → scheduled → pending (its job is queued) → processing (a worker has it) → published | failed
 */
import type { FailureCode, Fault } from '../../../platforms/port/failure.js';

export enum PlatformPostStatus {
  DRAFT = 'draft',
  SCHEDULED = 'scheduled',
  PENDING = 'pending',
  PROCESSING = 'processing',
  PUBLISHED = 'published',
  FAILED = 'failed',
}

/**
 * A status as it is shown. A post that its owner had deleted on its platform stays published, for its group and for
 * REST; `deletedAt` says more.
 */
export const ShownStatus = { ...PlatformPostStatus, DELETED: 'deleted' } as const;
export type ShownStatus = (typeof ShownStatus)[keyof typeof ShownStatus];

export const shownStatus = ({ status, deletedAt }: Pick<PlatformPost, 'status' | 'deletedAt'>): ShownStatus =>
  deletedAt === null ? status : ShownStatus.DELETED;

/** Of posts that are still to be published. */
export const ACTIVE_STATUSES: readonly PlatformPostStatus[] = [
  PlatformPostStatus.SCHEDULED,
  PlatformPostStatus.PENDING,
  PlatformPostStatus.PROCESSING,
];

/** Of posts that nothing happens to any more, unless their owner retries them. */
export const ENDED_STATUSES: readonly PlatformPostStatus[] = [PlatformPostStatus.PUBLISHED, PlatformPostStatus.FAILED];

/**
 * What can happen to a platform post.
 *
 * schedule     its owner gives it a time
 * await        the same, and it is a part of a thread that follows another one: its job comes once that is published
 * unschedule   its owner takes the time back
 * edit         its owner changes what is to be published, or takes the target out
 * retry        its owner has a failed post published again
 * take         a worker begins an attempt
 * succeed      the platform has it
 * fail         no attempt is left
 */
export type PlatformPostEvent = 'schedule' | 'await' | 'unschedule' | 'edit' | 'retry' | 'take' | 'succeed' | 'fail';

const { DRAFT, SCHEDULED, PENDING, PROCESSING, PUBLISHED, FAILED } = PlatformPostStatus;

/**
 * state × event → state. What is not in the table cannot happen.
 *
 * A platform's response can come after its outcome was given up as unknown: the post has failed then, or its owner has had
 * it retried or scheduled again meanwhile.
 */
const TRANSITIONS: Record<PlatformPostStatus, Partial<Record<PlatformPostEvent, PlatformPostStatus>>> = {
  [DRAFT]: { schedule: SCHEDULED, await: PENDING, edit: DRAFT },
  [SCHEDULED]: {
    schedule: SCHEDULED,
    await: PENDING,
    unschedule: DRAFT,
    edit: SCHEDULED,
    take: PROCESSING,
    succeed: PUBLISHED,
    fail: FAILED,
  },
  [PENDING]: { await: PENDING, unschedule: DRAFT, take: PROCESSING, succeed: PUBLISHED, fail: FAILED },
  [PROCESSING]: { take: PROCESSING, succeed: PUBLISHED, fail: FAILED },
  [PUBLISHED]: {},
  [FAILED]: { schedule: SCHEDULED, await: PENDING, unschedule: DRAFT, retry: PENDING, succeed: PUBLISHED },
};

/** Whether an event can happen in a status. */
export const canHappen = (event: PlatformPostEvent, status: PlatformPostStatus): boolean =>
  TRANSITIONS[status][event] !== undefined;

/** The status after an event; throws when the event cannot happen in this status. */
export function transition(status: PlatformPostStatus, event: PlatformPostEvent): PlatformPostStatus {
  const after = TRANSITIONS[status][event];
  if (after === undefined) throw new Error(`A post that is ${status} cannot ${event}`);
  return after;
}

/** Why a platform post failed, as stored [platform-post/error]. */
export interface PlatformPostError {
  code: FailureCode;
  message: string;
  platformStatusCode?: number;
  platformError: string | null;
  failedAt: string;
  retryable: boolean;
  fault: Fault;
  advice: string;
}

/**
 * What a post can wait for.
 *
 * rate-limit    the platform has rate-limited the account
 * quota         the account has used up what the platform's rules allow
 * files         its files are fetched from the addresses that its owner gave
 * preparation   its files are read from storage and converted
 * processing    the platform works on what it was sent
 * lookup        it could not be looked up whether the platform has the post
 * in-flight     an earlier request may still be in flight
 * predecessor   the part before it in its thread waits
 * service       this service had an internal error
 * paused        publishing is paused [waits/paused]
 */
export type WaitKind =
  | 'rate-limit'
  | 'quota'
  | 'files'
  | 'preparation'
  | 'processing'
  | 'lookup'
  | 'in-flight'
  | 'predecessor'
  | 'service'
  | 'paused';

/** A wait that goes on, however often the post runs meanwhile. */
export interface PostWait {
  kind: WaitKind;
  /** For people. */
  reason: string;
  /** ISO 8601. */
  since: string;
  /** Times in a row that it has waited for this. */
  count: number;
  /** Whether the log has it. */
  told: boolean;
}

/**
 * What a row of a target is.
 *
 * post      a part of its post
 * comment   the first comment on its post, after the parts: it is published like one, and counts as none
 */
export enum PlatformPostKind {
  POST = 'post',
  COMMENT = 'comment',
}

export interface PlatformPost {
  id: string;
  kind: PlatformPostKind;
  groupId: string;
  userId: string;
  targetIndex: number;
  partIndex: number;
  platform: string;
  accountId: string;
  platformId: string;
  status: PlatformPostStatus;
  postedId: string | null;
  url: string | null;
  /** Native ids of what it consists of beside the post (the other messages of an album). */
  furtherIds: readonly string[] | null;
  /** When its owner had the platform delete it; it stays published otherwise. */
  deletedAt: Date | null;
  error: PlatformPostError | null;
  attemptCount: number;
  /**
   * When its present round of attempts began; null when it was never tried. A retry begins a new round, and so does
   * scheduling: then it is the time at which the round is due.
   */
  firstAttemptAt: Date | null;
  dueAt: Date | null;
  /** Fencing token: counts the jobs of this post. Only the job of the current generation may act. */
  generation: number;
  jobId: string | null;
  /** Until when a request of its open attempt may be in flight; null when no attempt is open. */
  leaseUntil: Date | null;
  /** What it waits for; null when it waits for nothing but its time. */
  wait: PostWait | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A platform post to be stored. */
export interface NewPlatformPost extends PlatformPost {
  /** Its own text; null: that of its group, which is stored once for all that share it. */
  content: string | null;
  /** Of a first part: the first comment of its target; empty: none. Null: that of its platform in the settings. */
  firstComment: string | null;
}

/** Whether it is a part of a post, and not the first comment on one. */
export const isPart = ({ kind }: Pick<PlatformPost, 'kind'>): boolean => kind === PlatformPostKind.POST;

/** Whether it is a part of a thread that waits for the one before it: its job comes once that is published. */
export const isAwaitingPredecessor = ({ status, dueAt }: Pick<PlatformPost, 'status' | 'dueAt'>): boolean =>
  status === PENDING && dueAt === null;
