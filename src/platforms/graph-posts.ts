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

/**
 * The part among the posts of its account that may be it: none older than its first try, and no other post of ours.
 * `absent` when there is none; of one with another text, or of several with its text, nobody can say which it is.
 */
export function sightAmong({ value, answer }: Listed, part: Part, text = part.text): Sighting {
  const earliest = earliestCreation(part, answer);
  const recent = value.filter(({ id, createdAt }) => Date.parse(createdAt) >= earliest && !part.taken?.has(id));
  if (recent.length === 0) return { kind: 'absent' };
  const [found, ...others] = recent.filter((post) => post.text.trim() === text.trim());
  if (!found || others.length > 0) return { kind: 'unanswerable' };
  const { id, url } = found;
  return { kind: 'published', postedId: id, ...(url === undefined ? {} : { url }) };
}

type Listed = Extract<Asked<LivePost[]>, { kind: 'read' }>;
