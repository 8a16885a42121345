import { randomUUID } from 'node:crypto';
import { LiveEventType } from './live-event.js';
import { withNewRound } from './new-round.js';
import type { PlatformPost } from './platform-post.js';
import type { PostChange } from './post-change.js';
import { scheduledEntry } from './post-log.js';
import type { FailedTarget } from './post-rules.js';

/**
 * The failed parts of a target are published again, at `dueAt` and with five new attempts [retry/by-its-owner]. The
 * first gets its own job; the others follow the part before them.
 */
export const retryTarget = (
  { first, laterParts }: FailedTarget<PlatformPost>,
  now: Date,
  dueAt: Date = now,
): PostChange[] => [
  {
    ...retry(first, now, { dueAt, jobId: randomUUID() }),
    log: [{ ...scheduledEntry(first), metadata: { retryOf: first.error?.code } }],
  },
  ...laterParts.map((part) => retry(part, now, { dueAt: null, jobId: null })),
];

const retry = (post: PlatformPost, now: Date, job: Pick<PlatformPost, 'dueAt' | 'jobId'>): PostChange => ({
  event: 'retry',
  post: {
    ...withNewRound(post, job.dueAt ?? now),
    ...job,
    generation: post.generation + 1,
    updatedAt: now,
  },
  liveEvents: [{ type: LiveEventType.QUEUED }],
});
