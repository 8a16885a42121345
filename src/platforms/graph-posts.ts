/** Finding a part among the posts of its account, when it is live and nobody knows under which id. */
import { z } from 'zod';
import type { Asked } from './ask.js';
import { earliestCreation } from './earliest-creation.js';
import type { Part, Sighting } from './platform.js';

/** A post as its platform lists it. */
export interface LivePost {
  id: string;
  createdAt: string;
  text: string;
  url?: string;
}

/** The schema of a list, from that of a post. */
export const listOf = <T>(post: z.ZodType<T>) => z.object({ data: z.array(post) }).transform(({ data }) => data);

/** The posts of a list that may be the part: none older than its first try, and no other post of ours. */
export function recentPosts({ value, answer }: Extract<Asked<LivePost[]>, { kind: 'read' }>, part: Part): LivePost[] {
  const earliest = earliestCreation(part, answer);
  return value.filter(({ id, createdAt }) => Date.parse(createdAt) >= earliest && !part.taken?.has(id));
}

/** The part, if exactly one of the posts has its text; of several nobody can say which. */
export function onlyPost(posts: readonly LivePost[], text: string): Sighting {
  const [found, ...others] = posts.filter((post) => post.text.trim() === text.trim());
  if (!found || others.length > 0) return { kind: 'unanswerable' };
  const { id, url } = found;
  return { kind: 'published', postedId: id, ...(url === undefined ? {} : { url }) };
}
