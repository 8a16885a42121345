import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import { isComment } from '../comments.js';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import type { SandboxPlatform } from '../types.js';
import type { Container, ContainerDraft } from './containers.js';
import type { Ids } from './ids.js';
import { notFound } from './wire.js';

export type Entity = Record<string, unknown>;

/** How a platform shows the posts that are made of containers; `K` are its lists of them. */
interface PostForms<K extends string> {
  platform: SandboxPlatform;
  mediaTypes: Readonly<Record<ContainerDraft['type'], string>>;
  /** Path of a post's page below the platform's address. */
  path(account: AccountCore, postedId: string): string;
  /** Throws where a container cannot be published now. */
  check(container: Container): void;
  /** What the platform shows of a post, beside the fields that all have. */
  entity(post: StoredPost, kept: Entity): Entity;
  /** The list that a post is in. */
  listOf(entity: Entity): K;
}

/** The posts that the accounts have made of containers. */
export class ContainerPosts<K extends string> {
  readonly check: PostForms<K>['check'];

  constructor(
    private readonly context: SandboxContext,
    private readonly ids: Ids,
    private readonly forms: PostForms<K>,
  ) {
    this.check = forms.check;
  }

  has = (postedId: string): boolean => this.context.store.post(this.forms.platform, '', postedId) !== undefined;

  /** Publishes a container; resolves with the id of the post when that is stored. */
  async publish(req: Request, account: AccountCore, container: Container): Promise<string> {
    this.check(container);
    container.isPublished = true;
    const { platform, mediaTypes, path } = this.forms;
    const { accountId, username } = account;
    const { type, text, more, children, media } = container;
    const postedId = this.ids.next();
    await this.context.store.add({
      platform,
      accountId,
      postedId,
      text,
      url: `/${platform}${path(account, postedId)}`,
      receivedAt: this.context.receivedAt(req),
      ...(media.length === 0 ? {} : { media }),
      record: {
        ...more,
        media_type: mediaTypes[type],
        children: children.length === 0 ? undefined : { data: children.map(({ id }) => ({ id })) },
        username,
      },
    });
    return postedId;
  }

  /** One of the lists of an account's posts, newest first. */
  of({ accountId }: AccountCore, list: K): Entity[] {
    const posts = this.context.store.postsOf(this.forms.platform, accountId);
    return Array.from({ length: posts.length }, (_, index) => posts.at(posts.length - 1 - index))
      .flatMap((post) => (post && !isComment(post) ? [this.entity(post)] : []))
      .filter((entity) => this.forms.listOf(entity) === list);
  }

  find({ accountId }: AccountCore, id: string): Entity | undefined {
    const post = this.context.store.post(this.forms.platform, '', id);
    return post?.accountId === accountId && !isComment(post) ? this.entity(post) : undefined;
  }

  /** Deletes a post of an account. */
  async remove(account: AccountCore, id: string): Promise<void> {
    const post = this.find(account, id) && this.context.store.post(this.forms.platform, '', id);
    if (!post) throw notFound(id);
    await this.context.store.remove(post);
  }

  entity(post: StoredPost): Entity {
    const kept = post.record as Entity;
    return {
      id: post.postedId,
      shortcode: post.postedId,
      permalink: this.context.url + post.url,
      timestamp: post.receivedAt.replace(/\.\d+Z$/, '+0000'),
      username: kept.username,
      media_type: kept.media_type,
      alt_text: kept.alt_text,
      children: kept.children,
      ...this.forms.entity(post, kept),
    };
  }
}
