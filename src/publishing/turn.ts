import type { Db } from '../database/unit-of-work.js';
import type { PlatformPost } from '../posts/platform-post.js';
import { PlatformPostStatus } from '../posts/platform-post.js';
import type { PostGroup } from '../posts/post-group.js';
import { lockPostGroup, postsOfGroups } from '../posts/post-group.repository.js';

/** The job that a worker holds. */
export interface Turn {
  postId: string;
  groupId: string;
  turn: number;
}

/** What a turn may act on: the locked group, all its posts and the turn's own. */
export interface Held {
  group: PostGroup;
  posts: PlatformPost[];
  post: PlatformPost;
}

/**
 * Locks the group of a turn. Undefined when the turn is over: the post was rescheduled, taken back, removed, or has
 * ended. Then a job has nothing to do, however late or often it is delivered.
 */
export async function holdTurn(db: Db, { postId, groupId, turn }: Turn): Promise<Held | undefined> {
  const group = await lockPostGroup(db, groupId);
  if (!group) return undefined;
  const posts = await postsOfGroups(db, [groupId]);
  const post = posts.find(({ id }) => id === postId);
  return post && isInTurn(post, turn) ? { group, posts, post } : undefined;
}

export const isInTurn = (post: PlatformPost, turn: number): boolean =>
  post.turn === turn &&
  [PlatformPostStatus.SCHEDULED, PlatformPostStatus.PENDING, PlatformPostStatus.PROCESSING].includes(post.status);
