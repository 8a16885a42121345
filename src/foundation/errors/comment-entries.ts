/** Errors of comments of people who work on a post. */
import { plain } from './entry.js';

export const COMMENT_ENTRIES = {
  TEAM_COMMENT_BODY_INVALID: plain(400, 'A comment has 1 to 2,000 characters'),
  TEAM_COMMENT_MENTIONS_INVALID: plain(400, 'A comment mentions at most 20 people, who are members of the account'),
  TEAM_COMMENT_LIMIT_REACHED: plain(403, 'A post has at most 500 comments: delete some first'),
  TEAM_COMMENT_NOT_FOUND: plain(404, 'Comment not found'),
  TEAM_COMMENT_NOT_YOURS: plain(403, 'Only its author edits a comment, and only its author and admins delete it'),
  COMMENT_THREAD_NOT_FOUND: plain(404, 'This post has no such thread of comments'),
} as const;
