import { randomUUID } from 'node:crypto';
import type { PlatformPost } from './platform-post.js';

/** The post with a new job in place of the one that it has, due at the same time. */
export const requeued = (post: PlatformPost): PlatformPost =>
  post.jobId === null ? post : { ...post, generation: post.generation + 1, jobId: randomUUID() };
