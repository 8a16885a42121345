/** The result of a lookup in a list of an account's posts, where only content identifies a part. */
import type { AlikePost, LookupResult } from '../port/platform.js';

/**
 * `alike` if posts have the part's content; else `absent` if the list is complete, and `unsupported` if it may hide the
 * part. `posts` are in the order of the list, newest first.
 */
export function foundInList(posts: readonly AlikePost[], isComplete: boolean): LookupResult {
  if (posts.length > 0) return { kind: 'alike', posts: posts.toReversed() };
  return isComplete ? { kind: 'absent' } : { kind: 'unsupported' };
}
