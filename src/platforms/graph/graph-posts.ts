/** Finds a published part among the posts of its account when its id is unknown. */
import { z } from 'zod';
import type { ApiResult } from '../kit/call-api.js';
import { earliestCreation } from '../kit/earliest-creation.js';
import { webAddress } from '../kit/profile.js';
import { makeComparison } from '../kit/same-text.js';
import type { LookupResult, Part } from '../port/platform.js';
import type { Graph } from './graph-api.js';

/** A post as listed by the platform. */
export interface LivePost {
  id: string;
  createdAt: string;
  text: string;
  url?: string;
}

/** Posts of an account, newest first; `isWhole`: the list is complete. */
export interface LivePosts {
  posts: LivePost[];
  isWhole: boolean;
}

const permalinkSchema = z.object({ permalink: webAddress.optional() });

/** GET /{post}: the public address of a post; nothing if it cannot be read, because the post is live all the same. */
export async function fetchPermalink(graph: Graph, postedId: string): Promise<{ url?: string }> {
  const result = await graph.get(`/${postedId}`, { fields: 'permalink' }, permalinkSchema);
  return result.kind === 'ok' && result.value.permalink ? { url: result.value.permalink } : {};
}

const pagingSchema = z.object({ next: z.string().optional() }).optional();

/** Builds the schema of a list from that of a post. */
export const listOf = (post: z.ZodType<LivePost>) =>
  z
    .object({ data: z.array(post), paging: pagingSchema })
    .transform(({ data: posts, paging }): LivePosts => ({ posts, isWhole: paging?.next === undefined }));

/**
 * Finds the part among the account's posts, ignoring posts older than its first attempt and other posts of this
 * service. `absent` if none can be the part. If several have its text, or the platform may have altered the text, the
 * result is undecidable.
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
