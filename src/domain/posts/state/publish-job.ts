import type { PlatformPost } from './platform-post.js';

/**
 * How long before its time a job is run: what a run reads is then there when the post is due. Nothing is stored or sent
 * until that. Longer would keep more of a worker's slots waiting.
 */
export const LEAD_MS = 75;

/** A job that publishes one platform post. Only the one of the post's current generation may act. */
export interface PublishJob {
  jobId: string;
  postId: string;
  groupId: string;
  userId: string;
  generation: number;
  platform: string;
  dueAt: Date;
  /** Fetched only while publishing is not paused. */
  paused: boolean;
}

/** What of a post decides about its job. */
export type PostWithJob = Pick<
  PlatformPost,
  'id' | 'groupId' | 'userId' | 'jobId' | 'generation' | 'platform' | 'dueAt' | 'wait'
>;

/** The job of a post that waits; none for a post that does not. */
export const publishJob = (post: PostWithJob): PublishJob[] => {
  const { id, groupId, userId, jobId, generation, platform, dueAt, wait } = post;
  if (!jobId || !dueAt) return [];
  return [{ jobId, postId: id, groupId, userId, generation, platform, dueAt, paused: wait?.kind === 'paused' }];
};
