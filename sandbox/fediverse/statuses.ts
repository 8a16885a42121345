import type { Request } from 'express';
import type { SandboxContext } from '../exchange.js';
import type { AccountCore } from '../fake-platform.js';
import type { StoredPost } from '../store.js';
import { type StatusRecord, statusEntity } from './entities.js';
import { Ids } from './ids.js';
import type { PageQuery } from './paging.js';
import type { StatusDraft } from './status-form.js';

// Mastodon remembers an Idempotency-Key for one hour after the status it made.
const keyLifetime = 3_600_000;

/** Makes statuses, each with an id that sorts by time, and remembers the keys they were made with. */
export class Statuses {
  private readonly ids = new Ids();
  private readonly keys = new Map<string, { post: StoredPost; expires: number }>();

  constructor(private readonly context: SandboxContext) {
    for (const post of context.store.all()) {
      if (post.platform !== 'fediverse') continue;
      this.ids.skip(post.postedId);
      if (post.idempotencyKey !== undefined) this.remember(post, Date.parse(post.receivedAt));
    }
  }

  /** The status an account made with this key within the last hour. */
  withKey(accountId: string, key: string): StoredPost | undefined {
    const known = this.keys.get(`${accountId} ${key}`);
    return known && known.expires > Date.now() ? known.post : undefined;
  }

  /** Keeps a new status; resolves when it is stored. */
  async create(req: Request, account: AccountCore, draft: StatusDraft, key: string | undefined): Promise<StoredPost> {
    const now = Date.now();
    const postedId = this.ids.next(now);
    const { attachments, ...form } = draft;
    const media = attachments.map(({ id, description }) => ({ id, description }));
    const record: StatusRecord = { ...form, media, created_at: new Date(now).toISOString() };
    const post: StoredPost = {
      platform: 'fediverse',
      accountId: account.accountId,
      postedId,
      text: draft.text,
      url: `/fediverse/@${account.username}/${postedId}`,
      receivedAt: this.context.receivedAt(req),
      ...(attachments.length === 0 ? {} : { media: attachments.map(({ file }) => file) }),
      record,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    for (const attachment of attachments) attachment.attached = true;
    // Remembered before the write: a second request with the key must not slip in between.
    this.remember(post, now);
    await this.context.store.add(post);
    return post;
  }

  /** One page of an account's statuses, newest first, as Mastodon's max_id, since_id and min_id ask for it. */
  page(accountId: string, range: Omit<PageQuery, 'wanted'>, wanted: PageQuery['wanted']): StoredPost[] {
    const posts = this.context.store.postsOf('fediverse', accountId);
    const end = range.maxId === undefined ? posts.length : posts.countBelow(range.maxId);
    const above = (id: string) => posts.countBelow(id) + (posts.at(posts.countBelow(id))?.postedId === id ? 1 : 0);
    const lowest = range.minId ?? range.sinceId;
    const start = lowest === undefined ? 0 : above(lowest);
    const page: StoredPost[] = [];
    // min_id asks for the page right after that id, since_id for the newest one.
    const forward = range.minId !== undefined;
    for (let step = 0; step < end - start && page.length < range.limit; step++) {
      const post = posts.at(forward ? start + step : end - 1 - step);
      if (post && wanted(post)) page.push(post);
    }
    return forward ? page.reverse() : page;
  }

  entity(post: StoredPost, viewer: AccountCore | null) {
    return statusEntity(this.context, post, viewer);
  }

  private remember(post: StoredPost, at: number): void {
    if (post.idempotencyKey === undefined) return;
    // Keys are kept in the order they expire, so the old ones are at the front.
    for (const [key, { expires }] of this.keys) {
      if (expires > Date.now()) break;
      this.keys.delete(key);
    }
    this.keys.set(`${post.accountId} ${post.idempotencyKey}`, { post, expires: at + keyLifetime });
  }
}
