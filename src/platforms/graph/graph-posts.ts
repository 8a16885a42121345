/** Finds a published part among the posts of its account when its id is unknown. */
import { z } from 'zod';
import { foundInList } from '../kit/alike.js';
import type { ApiResult } from '../kit/call-api.js';
import { creationTime, earliestCreation } from '../kit/earliest-creation.js';
import { webAddress } from '../kit/profile.js';
import { makeComparison } from '../kit/same-text.js';
import type { AlikePost, LookupResult, Part } from '../port/platform.js';
import type { Fields, Graph } from './graph-api.js';

/** A post as listed by the platform. */
export interface ListedPost {
  id: string;
  createdAt: string;
  text: string;
  url?: string;
  /** The id of the post that it replies to or comments on; absent: none. */
  replyTo?: string;
  /** Absent: the account's own, as all posts of its lists are. */
  author?: 'own' | 'other' | 'unknown';
}

/** A page of an account's posts, newest first; `next` leads to the next page, and is null on the last one. */
export interface PostPage {
  posts: ListedPost[];
  next: string | null;
}

/** 1,000 posts since the part's first attempt. */
const MAX_PAGES = 10;
/** The most that the platforms return at once. */
const PAGE_SIZE = '100';

const permalinkSchema = z.object({ permalink: webAddress.optional() });

/** GET /{post}: the public address of a post; nothing if it cannot be read, because the post is live all the same. */
export async function fetchPermalink(graph: Graph, postedId: string): Promise<{ url?: string }> {
  const result = await graph.get(`/${postedId}`, { fields: 'permalink' }, permalinkSchema);
  return result.kind === 'ok' && result.value.permalink ? { url: result.value.permalink } : {};
}

/** `cursors.after` is there on the last page too; `next` is not. */
const pagingSchema = z
  .object({ next: z.string().optional(), cursors: z.object({ after: z.string().max(1000).optional() }).optional() })
  .optional();

/** Builds the schema of a list from that of a post. */
const pageOf = (post: z.ZodType<ListedPost>) =>
  z.object({ data: z.array(post), paging: pagingSchema }).transform(
    ({ data: posts, paging }): PostPage => ({
      posts,
      next: paging?.next === undefined ? null : (paging.cursors?.after ?? null),
    }),
  );

/** A list of an account's posts. */
export interface PostList {
  path: string;
  fields: string;
  /** Further parameters. */
  query?: Fields | undefined;
  post: z.ZodType<ListedPost>;
}

/**
 * Looks for the part in a list of the account's posts, as far back as its first attempt. It is like a post that has its
 * text, replies to the same post and does not belong to another part. A post whose text the platform may have altered
 * makes the result undecidable, unless another one has the text itself; so does one with
 * its text whose author the platform does not name.
 */
export async function findInPosts(
  graph: Graph,
  { path, fields, query: more, post }: PostList,
  part: Part,
  text = part.text,
): Promise<LookupResult> {
  const compare = makeComparison(text);
  const alike: AlikePost[] = [];
  let isUnclear = false;
  let next: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query: Fields = { fields, ...more, limit: PAGE_SIZE, after: next ?? undefined };
    const listed: ApiResult<PostPage> = await graph.get(path, query, pageOf(post));
    if (listed.kind === 'rejected') return listed.step;
    const earliest = earliestCreation(part, listed.answer);
    const recent = listed.value.posts.filter(({ createdAt }) => !(Date.parse(createdAt) < earliest));
    for (const { id, url, createdAt: time, author = 'own', ...other } of recent) {
      if (author === 'other' || part.taken?.has(id) || (other.replyTo ?? null) !== part.replyTo) continue;
      const likeness = compare(other.text);
      const createdAt = creationTime(time, listed.answer);
      const isOwn = author === 'own';
      if (likeness === 'same' && isOwn) alike.push({ postedId: id, ...(url === undefined ? {} : { url }), createdAt });
      isUnclear ||= likeness === 'unclear' || (likeness === 'same' && !isOwn);
    }
    next = listed.value.next;
    if (next === null || recent.length < listed.value.posts.length) return foundInList(alike, !isUnclear);
  }
  return foundInList(alike, false);
}
