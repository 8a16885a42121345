/** What becomes of posts that wait: they get another job. Nothing is stored here (commit-runs.ts). */
import { randomUUID } from 'node:crypto';
import { LiveEventType } from '../posts/live-event.js';
import { isAwaitingPredecessor, type PlatformPost } from '../posts/platform-post.js';
import type { AttemptNote, PostChange } from '../posts/post-change.js';
import { PostLogEvent } from '../posts/post-log.js';
import { allNews, attemptUntold, type News, NO_NEWS } from './attempt-news.js';
import type { LockedPost } from './publish-store.js';
import { nextWait, type WaitReason } from './waits.js';

/**
 * The post waits, and comes back at `at`. Only a long wait that begins, or that has another reason than the one before,
 * is told; so are the parts after it, which wait with it.
 */
export function waiting(
  post: PlatformPost,
  reason: WaitReason,
  at: Date,
  laterParts: readonly PlatformPost[],
  now: Date,
): [PostChange & News, ...PostChange[]] {
  const { wait, isNews } = nextWait(post, reason, at, now);
  return [
    { post: withNewJob({ ...post, wait }, at, now), ...(isNews ? waitNews(reason, at) : NO_NEWS) },
    ...waitingWith(post, laterParts, at, now),
  ];
}

/** The attempt stays open, and a worker comes back to it at `at`. */
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
  const news = allNews(attemptUntold(post, post.lastAttempt), change);
  return [{ ...change, ...news, ...(note && { attempt: { noted: note } }) }, ...later];
}

/** The parts after one that waits long: each is told once. */
export function waitingWith(
  { partIndex }: PlatformPost,
  laterParts: readonly PlatformPost[],
  at: Date,
  now: Date,
): PostChange[] {
  const reason: WaitReason = {
    kind: 'predecessor',
    reason: `Part ${partIndex + 1} of the thread has to be published first`,
  };
  return laterParts.filter(isAwaitingPredecessor).flatMap((part) => {
    const { wait, isNews } = nextWait(part, reason, at, now);
    return isNews ? [{ post: { ...part, wait, updatedAt: now }, ...waitNews(reason, at) }] : [];
  });
}

const waitNews = ({ reason }: WaitReason, at: Date): News => ({
  log: [{ event: PostLogEvent.SCHEDULED, metadata: { reason, scheduledTime: at.toISOString() } }],
  tells: [{ type: LiveEventType.QUEUED, reason }],
});

/** A part of a thread that follows at once. */
export const following = (post: PlatformPost, now: Date): PostChange => ({
  post: withNewJob({ ...post, wait: null }, now, now),
  tells: [{ type: LiveEventType.QUEUED }],
});

/** Its job was lost: a new one does what that should have done. */
export const requeued = (post: PlatformPost, now: Date): PostChange => ({
  post: withNewJob(post, post.dueAt ?? now, now),
});

/** The post with a job that is due then. Whatever job it had before is out of date. */
export const withNewJob = (post: PlatformPost, dueAt: Date, now: Date): PlatformPost => ({
  ...post,
  dueAt,
  generation: post.generation + 1,
  jobId: randomUUID(),
  updatedAt: now,
});
