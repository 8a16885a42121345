import type { Request } from 'express';
import type { SandboxContext } from '../exchange.js';
import type { AccountCore } from '../fake-platform.js';
import { type Container, statusOf } from '../graph/containers.js';
import type { Ids } from '../graph/ids.js';
import { refuse } from '../graph/wire.js';
import type { StoredPost } from '../store.js';
import { notReady } from './media-form.js';

type Entity = Record<string, unknown>;

const mediaTypes = { IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM', TEXT: 'IMAGE' } as const;

/** The media objects that the accounts have published. */
export class Posts {
  constructor(
    private readonly context: SandboxContext,
    private readonly ids: Ids,
  ) {}

  /** Checks that a container can be published now. */
  check(container: Container): void {
    const status = statusOf(container);
    if (status === 'IN_PROGRESS') throw refuse(notReady);
    if (status === 'FINISHED' && !container.isItem) return;
    throw refuse({
      code: 24,
      subcode: 2207008,
      message: 'The media container does not exist, or can not be published',
    });
  }

  /** Publishes a container; resolves with the id of the media object when that is stored. */
  async publish(req: Request, account: AccountCore, container: Container): Promise<string> {
    this.check(container);
    container.isPublished = true;
    const { accountId, username } = account;
    const postedId = this.ids.next();
    const { type, text, more, children, media } = container;
    const post: StoredPost = {
      platform: 'photogram',
      accountId,
      postedId,
      text,
      url: `/photogram/p/${postedId}`,
      receivedAt: this.context.receivedAt(req),
      media,
      record: {
        ...more,
        media_type: mediaTypes[type],
        caption: text === '' ? undefined : text,
        children: children.length === 0 ? undefined : { data: children.map(({ id }) => ({ id })) },
        username,
      },
    };
    await this.context.store.add(post);
    return postedId;
  }

  /** What an account has published, newest first: its stories, or all else. */
  of({ accountId }: AccountCore, kind: 'stories' | 'media'): Entity[] {
    const posts = this.context.store.postsOf('photogram', accountId);
    const all = Array.from({ length: posts.length }, (_, index) => posts.at(posts.length - 1 - index));
    return all
      .flatMap((post) => (post ? [this.entity(post)] : []))
      .filter(({ media_product_type }) => (media_product_type === 'STORIES') === (kind === 'stories'));
  }

  find({ accountId }: AccountCore, id: string): Entity | undefined {
    const post = this.context.store.post('photogram', '', id);
    return post?.accountId === accountId ? this.entity(post) : undefined;
  }

  private entity({ postedId, url, receivedAt, record }: StoredPost): Entity {
    const kept = record as Entity;
    const product = kept.media_product_type ?? 'FEED';
    return {
      id: postedId,
      alt_text: kept.alt_text,
      caption: kept.caption,
      children: kept.children,
      is_shared_to_feed: kept.is_shared_to_feed,
      media_product_type: product,
      media_type: kept.media_type,
      permalink: this.context.url + url,
      shortcode: postedId,
      timestamp: receivedAt.replace(/\.\d+Z$/, '+0000'),
      username: kept.username,
    };
  }
}
