import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import { isComment } from '../comments.js';
import type { SandboxContext } from '../exchange.js';
import type { Ids } from '../graph/ids.js';
import { notFound } from '../graph/wire.js';
import type { StoredPost } from '../store.js';
import type { SandboxMedia } from '../types.js';

type Entity = Record<string, unknown>;

/** The posts of the pages. */
export class Posts {
  constructor(
    private readonly context: SandboxContext,
    private readonly ids: Ids,
  ) {}

  /** Keeps a post; resolves with its id when it is stored. A video's post has the id of the video here. */
  async add(
    req: Request,
    { accountId, username }: AccountCore,
    { text, media, postedId, record }: { text: string; media: SandboxMedia[]; postedId?: string; record: Entity },
  ): Promise<string> {
    const id = postedId ?? `${accountId}_${this.ids.next()}`;
    const post: StoredPost = {
      platform: 'socialpage',
      accountId,
      postedId: id,
      text,
      url: `/socialpage/${username}/posts/${id}`,
      receivedAt: this.context.receivedAt(req),
      ...(media.length === 0 ? {} : { media }),
      record,
    };
    await this.context.store.add(post);
    return id;
  }

  /** The posts of a page, newest first. */
  of({ accountId }: AccountCore): Entity[] {
    const posts = this.context.store.postsOf('socialpage', accountId);
    return Array.from({ length: posts.length }, (_, index) => posts.at(index))
      .filter((post) => post !== undefined)
      .filter((post) => !isComment(post))
      .sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))
      .map((post) => this.entity(post));
  }

  find({ accountId }: AccountCore, id: string): Entity | undefined {
    const post = this.context.store.post('socialpage', '', id);
    return post?.accountId === accountId && !isComment(post) ? this.entity(post) : undefined;
  }

  async remove(id: string): Promise<void> {
    const post = this.context.store.post('socialpage', '', id);
    if (!post) throw notFound(id);
    await this.context.store.remove(post);
  }

  private entity({ accountId, postedId, text, url, receivedAt }: StoredPost): Entity {
    return {
      id: postedId.includes('_') ? postedId : `${accountId}_${postedId}`,
      message: text === '' ? undefined : text,
      created_time: receivedAt.replace(/\.\d+Z$/, '+0000'),
      permalink_url: this.context.url + url,
      is_published: true,
      // A video's post, if the sandbox was restarted after it was published.
      status: postedId.includes('_') ? undefined : { video_status: 'ready' },
    };
  }
}
