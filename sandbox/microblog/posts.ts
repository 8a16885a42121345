import type { Request } from 'express';
import { z } from 'zod';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { asMedia } from '../received-files.js';
import type { StoredPost } from '../store.js';
import { Ids } from './ids.js';
import { type ShownText, showText, weigh } from './text.js';
import type { Upload, Uploads } from './uploads.js';
import { forbidden, invalid, read } from './wire.js';

/** A text that an account posted within this time is refused. The platform does not publish the time. */
const duplicateMs = 12 * 3_600_000;

export const id = z.string().regex(/^\d{1,19}$/);

/**
 * Of the schema CreatePostsRequest, which allows no other properties. Those for polls, quotes and the like are refused
 * too: the sandbox does not do them, and refusing beats silently publishing something else.
 */
const postSchema = z.strictObject({
  text: z.string().default(''),
  media: z.strictObject({ media_ids: z.array(id).min(1).max(4) }).optional(),
  reply: z.strictObject({ in_reply_to_tweet_id: id, auto_populate_reply_metadata: z.boolean().optional() }).optional(),
});

export const fields = [
  'attachments',
  'author_id',
  'conversation_id',
  'created_at',
  'entities',
  'id',
  'lang',
  'text',
] as const;
/** Values with commas between. */
export const listOf = <T extends string>(values: readonly T[]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)).min(1));
const pageSchema = z.strictObject({
  max_results: z.coerce.number().int().min(5).max(100).default(10),
  pagination_token: z.string().min(1).optional(),
  exclude: listOf(['replies', 'retweets']).default([]),
  'post.fields': listOf(fields).default([]),
});

/** The stored data of a post. */
export interface PostRecord extends ShownText {
  created_at: string;
  in_reply_to: string | null;
  conversation_id: string;
  /** In the order of the post's media, which have the other fields. */
  media: { media_key: string; type: Upload['kind']; alt_text: string | null }[];
}

/** The posts of the users. */
export class Posts {
  private readonly ids = new Ids();

  constructor(
    private readonly context: SandboxContext,
    private readonly uploads: Uploads,
  ) {
    for (const { platform, postedId } of context.store.all()) if (platform === 'microblog') this.ids.skip(postedId);
  }

  /** POST /2/tweets. */
  create(req: Request, account: AccountCore): () => Promise<unknown> {
    const { text, media, reply } = read(postSchema, req.body);
    if (text.trim() === '' && !media) throw invalid('text: a post without media needs a text.');
    if (weigh(text) > 280) throw invalid('Your Tweet text is too long.');
    const parent = reply?.in_reply_to_tweet_id ?? null;
    const replied = parent === null ? null : this.context.store.post('microblog', '', parent);
    if (replied === undefined) {
      throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.');
    }
    const uploads = media ? this.uploads.forPost(account, media.media_ids) : [];
    // A post with media ends with a link to them, so it never repeats another.
    const refuseDuplicate = () => {
      if (uploads.length > 0 || !this.hasPosted(account, text)) return;
      throw forbidden('You are not allowed to create a Tweet with duplicate content.');
    };
    refuseDuplicate();
    return async () => {
      // Checked again: during a delay, another request with the text may have been served.
      refuseDuplicate();
      const postedId = this.ids.next();
      const url = `/${account.username}/status/${postedId}`;
      const keys = uploads.map(({ media_key }) => media_key);
      const shown = showText(text, uploads.length === 0 ? undefined : { url: `https://x.com${url}/photo/1`, keys });
      const about = uploads.map(({ media_key, kind, altText }) => ({ media_key, type: kind, alt_text: altText }));
      const record = {
        ...shown,
        created_at: new Date().toISOString(),
        in_reply_to: parent,
        media: about,
        conversation_id: replied ? conversationOf(replied) : postedId,
      };
      await this.context.store.add({
        platform: 'microblog',
        accountId: account.accountId,
        postedId,
        text,
        url: `/microblog${url}`,
        receivedAt: this.context.receivedAt(req),
        ...(uploads.length > 0 && { media: uploads.map(({ file }) => asMedia(file)) }),
        record: record satisfies PostRecord,
      });
      return { data: { id: postedId, text: shown.text, edit_history_post_ids: [postedId] } };
    };
  }

  /** DELETE /2/tweets/:id. */
  remove(postedId: string, { accountId }: AccountCore): () => Promise<unknown> {
    const { store } = this.context;
    if (!/^\d{1,19}$/.test(postedId)) throw invalid(`The id query parameter value [${postedId}] is not valid`);
    const author = store.post('microblog', '', postedId)?.accountId ?? accountId;
    if (author !== accountId) throw forbidden('You are not allowed to delete this Tweet.');
    return async () => {
      const post = store.post('microblog', '', postedId);
      if (!post) return { errors: [unknown('tweet', postedId)] };
      await store.remove(post);
      return { data: { deleted: true } };
    };
  }

  /** GET /2/users/:id/tweets: newest first. */
  page(userId: string, query: unknown): () => unknown {
    const requested = read(pageSchema, query);
    return () => this.pageOf(userId, requested);
  }

  private pageOf(userId: string, query: z.infer<typeof pageSchema>): unknown {
    const { max_results: size, pagination_token: token, exclude, 'post.fields': wanted } = query;
    if (!this.context.store.account('microblog', userId)) return { errors: [unknown('user', userId)] };
    const posts = this.context.store.postsOf('microblog', userId);
    const before = token === undefined ? posts.length : posts.countBelow(Buffer.from(token, 'base64url').toString());
    const found = Array.from({ length: before }, (_, index) => posts.at(before - 1 - index))
      .filter((post) => post !== undefined)
      .filter(({ record }) => !exclude.includes('replies') || (record as PostRecord).in_reply_to === null);
    const page = found.slice(0, size);
    const [newest, oldest] = [page[0]?.postedId, page.at(-1)?.postedId];
    const next = oldest !== undefined && found.length > size ? Buffer.from(oldest).toString('base64url') : undefined;
    return {
      ...(page.length > 0 && { data: page.map((post) => entity(post, wanted)) }),
      meta: { result_count: page.length, newest_id: newest, oldest_id: oldest, next_token: next },
    };
  }

  private hasPosted({ accountId }: AccountCore, text: string): boolean {
    const posts = this.context.store.postsOf('microblog', accountId);
    for (let index = posts.length - 1; index >= 0; index -= 1) {
      const post = posts.at(index);
      if (!post || Date.parse(post.receivedAt) < Date.now() - duplicateMs) return false;
      if (!post.media && same(post.text, text)) return true;
    }
    return false;
  }
}

const same = (one: string, other: string): boolean => one.normalize('NFC').trim() === other.normalize('NFC').trim();

/** The id of the first post of a conversation. */
export const conversationOf = ({ postedId, record }: Pick<StoredPost, 'postedId' | 'record'>): string =>
  (record as Partial<PostRecord>).conversation_id ?? postedId;

/** The Post object: its default fields, and the requested ones. */
export function entity({ postedId, accountId, record }: StoredPost, wanted: readonly (typeof fields)[number][]) {
  const { text, entities, created_at, media } = record as PostRecord;
  const all = {
    attachments: { ...(media.length > 0 && { media_keys: media.map(({ media_key }) => media_key) }) },
    author_id: accountId,
    conversation_id: conversationOf({ postedId, record }),
    created_at,
    entities,
    id: postedId,
    lang: 'en',
    text,
  };
  const requested = wanted.filter((field) => Object.keys(all[field]).length > 0).map((field) => [field, all[field]]);
  return { id: postedId, text, edit_history_post_ids: [postedId], ...Object.fromEntries(requested) };
}

/** A problem beside what was found; `parameter` is that of the request. */
export const unknown = (what: 'user' | 'tweet', id: string, parameter = 'id') => ({
  type: 'https://api.x.com/2/problems/resource-not-found',
  title: 'Not Found Error',
  detail: `Could not find ${what} with id: [${id}].`,
  resource_type: what,
  resource_id: id,
  parameter,
  value: id,
});
