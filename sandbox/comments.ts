import type { Request } from 'express';
import type { AccountCore } from './account.js';
import type { SandboxContext } from './exchange.js';
import type { StoredPost } from './store.js';
import type { SandboxPlatform } from './types.js';

interface NewComment {
  id: string;
  /** The post that it is on. */
  post: StoredPost;
  text: string;
  /** Its path below the sandbox's address. */
  url: string;
}

/** The comments of a platform whose comments are no posts. The store keeps them beside the posts. */
export class Comments {
  constructor(
    private readonly context: SandboxContext,
    private readonly platform: SandboxPlatform,
  ) {}

  /** Keeps a comment; resolves when it is stored. */
  async add(
    req: Request,
    { accountId, username }: AccountCore,
    { id, post, text, url }: NewComment,
  ): Promise<StoredPost> {
    const comment: StoredPost = {
      platform: this.platform,
      accountId,
      postedId: id,
      text,
      url,
      receivedAt: this.context.receivedAt(req),
      record: { comment_on: post.postedId, username },
    };
    await this.context.store.add(comment);
    return comment;
  }

  /** The comments on a post, newest first. */
  on(postedId: string): StoredPost[] {
    const isOn = (post: StoredPost) => post.platform === this.platform && commentedOn(post) === postedId;
    return [...this.context.store.all()].filter(isOn).reverse();
  }

  find(id: string): StoredPost | undefined {
    const post = this.context.store.post(this.platform, '', id);
    return post && isComment(post) ? post : undefined;
  }

  /** Deletes the comments on a post. */
  async removeOn(postedId: string): Promise<void> {
    for (const comment of this.on(postedId)) await this.context.store.remove(comment);
  }
}

/** The id of the post that a comment is on; undefined for a post. */
export const commentedOn = ({ record }: StoredPost): string | undefined =>
  (record as { comment_on?: string } | null | undefined)?.comment_on;

export const isComment = (post: StoredPost): boolean => commentedOn(post) !== undefined;
