import { isBlank } from '../../foundation/blank-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';

/** Comments of a group. */
export const MAX_COMMENTS = 500;
/** Characters of a comment. */
const MAX_BODY = 2_000;
/** People whom a comment mentions. */
export const MAX_MENTIONS = 20;

/** A person whom a comment mentions, with the name at that time. */
export interface Mention {
  memberId: string;
  name: string;
}

/** Errors: TEAM_COMMENT_BODY_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseBody(given: string): string {
  const body = publishableText(given, 'body').trim();
  if (isBlank(body) || body.length > MAX_BODY) throw new AppError('TEAM_COMMENT_BODY_INVALID');
  return body;
}

interface Threaded {
  id: string;
  threadId: string;
}

/** The threads of comments, each with the comment that begins it. All keep their order. */
export function toThreads<Comment extends Threaded>(
  all: readonly Comment[],
): { first: Comment; comments: Comment[] }[] {
  const threads = new Map<string, Comment[]>();
  for (const comment of all) {
    const others = threads.get(comment.threadId);
    if (others) others.push(comment);
    else threads.set(comment.threadId, [comment]);
  }
  return [...threads].flatMap(([threadId, comments]) => {
    const first = comments.find(({ id }) => id === threadId);
    return first ? [{ first, comments }] : [];
  });
}
