/** What a platform offers beside publishing: the replies to an account's posts, and hiding them. */

import type { Account } from './account.js';
import type { InteractionResult } from './interactions.js';

export interface Reply {
  id: string;
  /** Without a leading @; null if the platform does not say. */
  username: string | null;
  /** Empty if it has media only. */
  text: string;
  timestamp: Date;
  /** Its address; null if the platform provides none. */
  permalink: string | null;
  /** Whether the owner of the post has hidden it. */
  hidden: boolean;
  /** What it replies to: the post, or another reply. */
  parentId: string;
}

export interface ReplyPage {
  replies: Reply[];
  /** The platform's own cursor of the next page; null on the last one. */
  next: string | null;
}

/**
 * A failure is PERMISSION_DENIED if the account was connected without the scope for it, and NOT_FOUND_ON_PLATFORM if
 * the account has no such post, or there is no such reply to one of its posts.
 */
export interface Replies {
  /** The replies to a post of the account, those to replies included, newest first. */
  list(
    account: Account,
    postedId: string,
    page: { limit: number; after: string | null },
  ): Promise<InteractionResult<ReplyPage>>;
  /** One reply. */
  read(account: Account, replyId: string): Promise<InteractionResult<Reply>>;
  /** Hides a reply to a post of the account, or shows it again. A repeat changes nothing. */
  setHidden(account: Account, replyId: string, hidden: boolean): Promise<InteractionResult<null>>;
}
