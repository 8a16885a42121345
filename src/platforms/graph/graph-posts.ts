/** Finding a part among the posts of its account, when it is live and nobody knows under which id. */
import { z } from 'zod';
import type { ApiResult } from '../kit/call-api.js';
import { earliestCreation } from '../kit/earliest-creation.js';
import { makeComparison } from '../kit/same-text.js';
import type { LookupResult, Part } from '../port/platform.js';

/** A post as its platform lists it. */
export interface LivePost {
  id: string;
  createdAt: string;
  text: string;
  url?: string;
}

/** Posts of an account, newest first; `isWhole`: there are no older ones. */
export interface LivePosts {
  posts: LivePost[];
  isWhole: boolean;
}

const pagingSchema = z.object({ next: z.string().optional() }).optional();

/** The schema of a list, from that of a post. */
export const listOf = (post: z.ZodType<LivePost>) =>
  z
    .object({ data: z.array(post), paging: pagingSchema })
    .transform(({ data: posts, paging }): LivePosts => ({ posts, isWhole: paging?.next === undefined }));

/**
 * The part among the posts of its account that may be it: none older than its first try, and no other post of ours.
 * `absent` when all of them are somebody else's, which says nothing about the part; of several with its text, or one
 * that may be the part in words that the platform changed, nobody can say which it is.
 */
export function lookupAmong({ value, answer }: Listed, part: Part, text = part.text): LookupResult {
  const earliest = earliestCreation(part, answer);
  const { posts, isWhole } = value;
  const recent = posts.filter(({ createdAt }) => !(Date.parse(createdAt) < earliest));
  const compare = makeComparison(text);
  const candidates = recent
    .filter(({ id }) => !part.taken?.has(id))
    .map((post) => ({ post, likeness: compare(post.text) }))
    .filter(({ likeness }) => likeness !== 'other');
  const [found, ...others] = candidates.filter(({ likeness }) => likeness === 'same');
  if (found && others.length === 0) {
    const { id, url } = found.post;
    return { kind: 'published', postedId: id, ...(url === undefined ? {} : { url }) };
  }
  const isAllRead = isWhole || recent.length < posts.length;
  return candidates.length === 0 && isAllRead ? { kind: 'absent' } : { kind: 'unsupported' };
}

type Listed = Extract<ApiResult<LivePosts>, { kind: 'ok' }>;
