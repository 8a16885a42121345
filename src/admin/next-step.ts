import { isAwaitingPredecessor, type PlatformPost, PlatformPostStatus } from '../domain/posts/state/platform-post.js';
import type { Workers } from '../foundation/database/processes.repository.js';
import type { PostJob } from '../foundation/job-state.js';

/** What the next step depends on, beside the post. */
export interface Circumstances {
  /** Null: it has none, or it ended more than an hour ago. */
  job: Pick<PostJob, 'isStuck'> | null;
  /** Since when publishing is paused; null if it is not. */
  pausedSince: Date | null;
  workers: Workers;
  now: Date;
}

type Post = Pick<
  PlatformPost,
  'status' | 'dueAt' | 'wait' | 'leaseUntil' | 'error' | 'partIndex' | 'deletedAt' | 'url'
>;

/** What happens next to a post, when, and who has to act: for the operator. */
export function nextStep(post: Post, { job, pausedSince, workers, now }: Circumstances): string {
  const { status, dueAt, wait, leaseUntil, error, deletedAt, url, partIndex } = post;
  if (status === PlatformPostStatus.DRAFT) return 'Nothing: it is a draft. Its owner schedules it.';
  if (deletedAt) return `Nothing: its owner deleted it on the platform at ${deletedAt.toISOString()}.`;
  if (status === PlatformPostStatus.PUBLISHED) return `Nothing: it is published${url ? ` at ${url}` : ''}.`;
  if (status === PlatformPostStatus.FAILED) return `Nothing by itself. ${error?.advice ?? 'Its owner retries it.'}`;
  if (isAwaitingPredecessor(post)) return `It is published after part ${partIndex} of its thread.`;
  if (status === PlatformPostStatus.PROCESSING && leaseUntil) return underWay(leaseUntil, job, now);
  const when = dueAt && dueAt > now ? `at ${dueAt.toISOString()}` : 'now';
  if (pausedSince)
    return `It waits until publishing resumes: paused since ${pausedSince.toISOString()} (admin resume).`;
  if (job === null) return 'It has lost its job: maintenance creates another one within minutes, if a worker runs.';
  const silent =
    workers.silent.length > 0 &&
    `Connected without fetching: ${workers.silent.join(', ')}. Read the log there, and run admin check-config.`;
  if (!workers.areRunning) {
    return silent
      ? `It is due ${when}, but no worker fetches. ${silent}`
      : `It is due ${when}, but no worker is running: start one.`;
  }
  if (workers.arePaused) {
    return `It waits: PUBLISH_PAUSED is set for the workers. Start them without it.${silent ? ` ${silent}` : ''}`;
  }
  const reason = wait ? ` It waits since ${wait.since}: ${wait.reason}.` : '';
  return `It is tried ${when}.${reason}`;
}

function underWay(leaseUntil: Date, job: Pick<PostJob, 'isStuck'> | null, now: Date): string {
  const until = leaseUntil.toISOString();
  if (leaseUntil < now || job?.isStuck) {
    return `Its worker is silent. After ${until}, another worker looks it up at the platform and continues.`;
  }
  return `A worker is sending it. If that worker ends, another one takes over after ${until}.`;
}
