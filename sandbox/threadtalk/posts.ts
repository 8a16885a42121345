import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { type Container, statusOf } from '../graph/containers.js';
import type { Ids } from '../graph/ids.js';
import { refuse } from '../graph/wire.js';
import type { StoredPost } from '../store.js';
import { mediaNotFound } from './post-form.js';

export type Entity = Record<string, unknown>;

const mediaTypes = { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' } as const;

/** The posts of the accounts. */
export class Posts {
  constructor(
    private readonly context: SandboxContext,
    private readonly ids: Ids,
  ) {}

  has = (postedId: string): boolean => this.context.store.post('threadtalk', '', postedId) !== undefined;

  /** Checks that a container can be published now. */
  check(container: Container): void {
    if (statusOf(container) !== 'FINISHED' || container.isItem) throw refuse(mediaNotFound);
  }

  /** Publishes a container; resolves with the id of the post when that is stored. */
  async publish(req: Request, account: AccountCore, container: Container): Promise<string> {
    this.check(container);
    container.isPublished = true;
    const { accountId, username } = account;
    const postedId = this.ids.next();
    const { type, text, more, children, media } = container;
    const post: StoredPost = {
      platform: 'threadtalk',
      accountId,
      postedId,
      text,
      url: `/threadtalk/@${username}/post/${postedId}`,
      receivedAt: this.context.receivedAt(req),
      ...(media.length === 0 ? {} : { media }),
      record: {
        ...more,
        media_type: mediaTypes[type],
        children: children.length === 0 ? undefined : { data: children.map(({ id }) => ({ id })) },
        username,
      },
    };
    await this.context.store.add(post);
    return postedId;
  }

  /** The posts of an account, newest first: its replies, or all else. */
  of({ accountId }: AccountCore, kind: 'threads' | 'replies'): Entity[] {
    const posts = this.context.store.postsOf('threadtalk', accountId);
    const all = Array.from({ length: posts.length }, (_, index) => posts.at(posts.length - 1 - index));
    return all
      .flatMap((post) => (post ? [this.entity(post)] : []))
      .filter(({ is_reply }) => is_reply === (kind === 'replies'));
  }

  find({ accountId }: AccountCore, id: string): Entity | undefined {
    const post = this.context.store.post('threadtalk', '', id);
    return post?.accountId === accountId ? this.entity(post) : undefined;
  }

  entity({ accountId, postedId, text, url, receivedAt, record }: StoredPost): Entity {
    const kept = record as Entity;
    const { reply_to_id } = kept;
    return {
      id: postedId,
      media_product_type: 'THREADS',
      media_type: kept.media_type,
      permalink: this.context.url + url,
      owner: { id: accountId },
      username: kept.username,
      text: text === '' ? undefined : text,
      timestamp: receivedAt.replace(/\.\d+Z$/, '+0000'),
      shortcode: postedId,
      children: kept.children,
      alt_text: kept.alt_text,
      is_quote_post: false,
      is_reply: reply_to_id !== undefined,
      replied_to: reply_to_id === undefined ? undefined : { id: reply_to_id },
      reply_audience: kept.reply_control,
    };
  }
}
