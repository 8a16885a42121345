import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { Entity } from '../graph/container-posts.js';
import { invalid, notFound } from '../graph/wire.js';
import type { StoredPost } from '../store.js';
import type { Posts } from './posts.js';

/** The replies to posts. */
export class Replies {
  constructor(
    private readonly context: SandboxContext,
    private readonly posts: Posts,
  ) {}

  /** The replies to a post of an account and to its replies; `reverse`: newest first. */
  conversation(account: AccountCore, postedId: string, reverse: boolean): Entity[] {
    const root = this.find(postedId);
    if (root?.accountId !== account.accountId) throw notFound(postedId);
    if (parentOf(root) !== undefined) throw invalid('The conversation of a reply is that of its root post');
    const replies = this.repliesTo(root);
    const entities = replies.map((reply) => this.entity(account, reply, replies));
    return reverse ? entities.reverse() : entities;
  }

  /** A reply to a post of the account; undefined for anything else. */
  read(account: AccountCore, replyId: string): Entity | undefined {
    const reply = this.find(replyId);
    const [root] = reply ? this.pathTo(reply) : [];
    if (!reply || !root || root === reply || root.accountId !== account.accountId) return undefined;
    return this.entity(account, reply, this.repliesTo(root));
  }

  /** Hides a reply to a post of the account, or shows it again; resolves when that is stored. */
  async setHidden({ accountId }: AccountCore, replyId: string, hidden: boolean): Promise<void> {
    const reply = this.find(replyId);
    const [root, ...replies] = reply ? this.pathTo(reply) : [];
    if (!reply || !root || root === reply || root.accountId !== accountId) throw notFound(replyId);
    if (replies.length > 1) throw invalid('Only top-level replies can be hidden');
    const hide_status = hidden ? 'HIDDEN' : 'UNHUSHED';
    await this.context.store.update(reply, { text: reply.text, record: { ...recordOf(reply), hide_status } });
  }

  /** A post of the account. */
  own({ accountId }: AccountCore, postedId: string): StoredPost {
    const post = this.find(postedId);
    if (post?.accountId !== accountId) throw notFound(postedId);
    return post;
  }

  /** How many replies a post has, and those to them. */
  count = (post: StoredPost): number => this.repliesTo(post).length;

  private entity({ accountId }: AccountCore, reply: StoredPost, replies: readonly StoredPost[]): Entity {
    const [root, top] = this.pathTo(reply);
    return {
      ...this.posts.entity(reply),
      has_replies: replies.some((other) => parentOf(other) === reply.postedId),
      root_post: { id: root?.postedId },
      is_reply_owned_by_me: reply.accountId === accountId,
      // What is below a hidden reply is hidden with it.
      hide_status: recordOf(top ?? reply).hide_status ?? 'NOT_HUSHED',
    };
  }

  private repliesTo(root: StoredPost): StoredPost[] {
    return [...this.context.store.all()].filter(
      (post) => post.platform === 'threadtalk' && post !== root && this.pathTo(post)[0] === root,
    );
  }

  /** The posts from the root of a thread to this one. */
  private pathTo(post: StoredPost): StoredPost[] {
    const parent = this.find(parentOf(post) ?? '');
    return parent ? [...this.pathTo(parent), post] : [post];
  }

  private find = (postedId: string): StoredPost | undefined => this.context.store.post('threadtalk', '', postedId);
}

const recordOf = ({ record }: StoredPost) => record as Entity & { reply_to_id?: string; hide_status?: string };

const parentOf = (post: StoredPost): string | undefined => recordOf(post).reply_to_id;
