/** What waiting changes about posts: they get a job for later. Nothing is stored here (commit-runs.ts). */
import { randomUUID } from 'node:crypto';
import { LiveEventType } from '../posts/state/live-event.js';
import { withNewRound } from '../posts/state/new-round.js';
import { isAwaitingPredecessor, isPart, type PlatformPost } from '../posts/state/platform-post.js';
import type { AttemptNote, PostChange } from '../posts/state/post-change.js';
import { PostLogEvent } from '../posts/state/post-log.js';
import { joinReports, NO_REPORT, type Report, reportLateStart } from './attempt-reports.js';
import type { LockedPost } from './publish-store.js';
import { nextWait, type WaitReason } from './waits.js';

/**
 * The post waits, and runs again at `at`; null: it keeps its time, and runs once publishing is not paused. A wait is
 * reported when it is long, and begins or has another reason than the one before; so are the parts after it, which wait
 * with it.
 */
export function waiting(
  post: PlatformPost,
  reason: WaitReason,
  at: Date | null,
  laterParts: readonly PlatformPost[],
  now: Date,
): [PostChange & Report, ...PostChange[]] {
  const [change, ...later] = delayed(post, reason, at, laterParts, now);
  return [{ ...change, post: withNewJob(change.post, at ?? post.dueAt ?? now, now) }, ...later];
}

/** The same for a post whose job goes on: `at` is when the wait is expected to be over. */
export function delayed(
  post: PlatformPost,
  reason: WaitReason,
  at: Date | null,
  laterParts: readonly PlatformPost[],
  now: Date,
): [{ post: PlatformPost } & Report, ...PostChange[]] {
  const { wait, isNews } = nextWait(post, reason, at, now);
  return [
    { post: { ...post, wait, updatedAt: now }, ...(isNews ? waitReport(reason, at) : NO_REPORT) },
    ...waitingWith(post, laterParts, at, now),
  ];
}

/** The attempt stays open, and another run continues it at `at`. */
export function comingBack(
  post: LockedPost,
  { note, reason, at }: { note: AttemptNote | null; reason: WaitReason; at: Date },
  laterParts: readonly PlatformPost[],
  now: Date,
): PostChange[] {
  const { releasedAt } = note ?? {};
  const [change, ...later] = waiting(
    releasedAt ? { ...post, leaseUntil: releasedAt } : post,
    reason,
    at,
    laterParts,
    now,
  );
  const report = joinReports(reportLateStart(post, post.lastAttempt), change);
  return [{ ...change, ...report, ...(note && { attempt: { noted: note } }) }, ...later];
}

/** The parts after one that waits long: each is reported once. */
export function waitingWith(
  { partIndex }: PlatformPost,
  laterParts: readonly PlatformPost[],
  at: Date | null,
  now: Date,
): PostChange[] {
  const reasonOf = (part: PlatformPost): WaitReason => ({
    kind: 'predecessor',
    reason: isPart(part)
      ? `Part ${partIndex + 1} of the thread has to be published first`
      : 'Its post has to be published first',
  });
  return laterParts.filter(isAwaitingPredecessor).flatMap((part) => {
    const reason = reasonOf(part);
    const { wait, isNews } = nextWait(part, reason, at, now);
    return isNews ? [{ post: { ...part, wait, updatedAt: now }, ...waitReport(reason, at) }] : [];
  });
}

const waitReport = ({ reason }: WaitReason, at: Date | null): Report => ({
  log: [{ event: PostLogEvent.SCHEDULED, metadata: { reason, ...(at && { scheduledTime: at.toISOString() }) } }],
  liveEvents: [{ type: LiveEventType.QUEUED, reason }],
});

/** A part of a thread that follows at once. */
export const following = (post: PlatformPost, now: Date): PostChange => ({
  post: withNewJob(withNewRound(post, now), now, now),
  liveEvents: [{ type: LiveEventType.QUEUED }],
});

/** Its job was lost: a new one does what that should have done. */
export const requeued = (post: PlatformPost, now: Date): PostChange => ({
  post: withNewJob(post, post.dueAt ?? now, now),
});

/** The post with a new job that is due then. Any earlier job becomes out of date. */
export const withNewJob = (post: PlatformPost, dueAt: Date, now: Date): PlatformPost => ({
  ...post,
  dueAt,
  generation: post.generation + 1,
  jobId: randomUUID(),
  updatedAt: now,
});
