import { AppError } from '../../foundation/errors/app-error.js';
import { MAX_PAGE_SIZE } from '../../foundation/graphql/pagination.js';
import type { InteractionResult } from '../../platforms/port/interactions.js';
import type { Replies, Reply } from '../../platforms/port/replies.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { FindConnectedAccount } from './connected-account.use-case.js';
import { platformResponse } from './platform-response.js';
import type { ReplyPosition } from './reply-cursor.js';

/** Replies, each with the position after it. */
export interface RepliesAt {
  replies: { reply: Reply; end: ReplyPosition }[];
  /** Where the next page begins; null on the last one. Set on an empty page too, if the platform has more. */
  next: ReplyPosition | null;
}

/** What an account does with the replies to its posts. */
export interface ManageReplies {
  /** Null if the viewer has no such connection, or its platform does not offer replies. */
  list(
    viewer: Viewer,
    post: { platformId: string; postedId: string },
    page: { limit: number; from: ReplyPosition },
  ): Promise<RepliesAt | null>;
  /** Returns a function that reads the reply with another request. */
  setHidden(
    viewer: Viewer,
    reply: { platformId: string; replyId: string },
    hidden: boolean,
  ): Promise<() => Promise<Reply>>;
}

/** Ids of the platform are numbers beyond 2^53. */
const PLATFORM_ID = /^\d{1,25}$/;

export const makeManageReplies = (needs: {
  findRepliesAccount: FindConnectedAccount<Replies>;
  clock: () => Date;
}): ManageReplies => ({
  async list(viewer, { platformId, postedId }, { limit, from }) {
    const found = await needs.findRepliesAccount(viewer, platformId);
    if (!found) return null;
    const id = parsePlatformsId('postedId', postedId);
    const { after, skip } = from;
    const request = { limit: Math.min(skip + limit, MAX_PAGE_SIZE), after };
    const result = await found.call((replies, account) => replies.list(account, id, request));
    const page = unwrap(result, 'FETCH_REPLIES_FAILED', needs.clock);
    const nextPage = page.next === null ? null : { after: page.next, skip: 0 };
    const endOf = (count: number) => (count >= page.replies.length && nextPage ? nextPage : { after, skip: count });
    const end = Math.min(skip + limit, page.replies.length);
    return {
      replies: page.replies.slice(skip, end).map((reply, index) => ({ reply, end: endOf(skip + index + 1) })),
      next: end < page.replies.length || nextPage ? endOf(end) : null,
    };
  },
  async setHidden(viewer, { platformId, replyId }, hidden) {
    const found = await needs.findRepliesAccount(viewer, platformId);
    if (!found) throw new AppError('THREADTALK_CONNECTION_NOT_FOUND');
    const id = parsePlatformsId('replyId', replyId);
    const result = await found.call((replies, account) => replies.setHidden(account, id, hidden));
    unwrap(result, 'MANAGE_REPLY_FAILED', needs.clock);
    return async () => {
      const read = await found.call((replies, account) => replies.read(account, id));
      return unwrap(read, 'FETCH_REPLIES_FAILED', needs.clock);
    };
  },
});

function parsePlatformsId(argument: string, value: string): string {
  if (!PLATFORM_ID.test(value)) throw new AppError('ID_INVALID', { argument, value, expected: 'at most 25 digits' });
  return value;
}

function unwrap<T>(
  result: InteractionResult<T>,
  code: 'FETCH_REPLIES_FAILED' | 'MANAGE_REPLY_FAILED',
  clock: () => Date,
): T {
  if (result.kind === 'ok') return result.value;
  if (result.failure.code === 'PERMISSION_DENIED') throw new AppError('REPLY_MANAGEMENT_NOT_PERMITTED');
  throw new AppError(code, platformResponse(result.failure, clock()));
}
