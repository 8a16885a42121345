import type { Db } from '../../foundation/database/unit-of-work.js';
import { findApproval } from '../approvals/approval.repository.js';
import { reword, withdraw } from '../notifications/notification.repository.js';
import { notify } from '../notifications/notify.step.js';
import { excerptOfGroup } from '../posts/reading/post-text.repository.js';
import { authorsOf, type Comment } from './comment.repository.js';
import { commented, mentioned } from './comment-notices.js';

/**
 * Notifies the people whom a comment mentions, those who wrote about the group before, and the one who asked for its
 * approval: each once, and never the author.
 */
export async function notifyOfNew(db: Db, userId: string, comment: Comment, now: Date): Promise<void> {
  const mentions = mentionedIn(comment);
  const approval = await findApproval(db, comment.groupId);
  const others = new Set([
    ...(await authorsOf(db, comment.groupId)),
    ...(approval?.requestedById ? [approval.requestedById] : []),
  ]);
  for (const id of [comment.personId, ...mentions]) others.delete(id);
  if (mentions.size + others.size === 0) return;
  const about = { userId, comment, excerpt: await excerptOfGroup(db, comment.groupId) };
  await notify(db, now, [mentioned(about, [...mentions]), commented(about, [...others])]);
}

/** Notifies the people who are mentioned now. The other notifications say what the comment says now, or are withdrawn. */
export async function notifyOfEdit(
  db: Db,
  userId: string,
  { before, after }: { before: Comment; after: Comment },
  now: Date,
): Promise<void> {
  const [were, are] = [mentionedIn(before), mentionedIn(after)];
  const added = [...are].filter((id) => !were.has(id));
  const removed = [...were].filter((id) => !are.has(id));
  const about = { userId, comment: after, excerpt: await excerptOfGroup(db, after.groupId) };
  // First, because it locks memberships, which are locked before notifications.
  if (added.length > 0) await notify(db, now, [mentioned(about, added)]);
  for (const notice of [mentioned(about, []), commented(about, [])]) await reword(db, notice);
  const subjectIds = [after.id];
  if (removed.length > 0) await withdraw(db, { kinds: ['MENTION'], subjectIds, personIds: removed });
  if (are.size > 0) await withdraw(db, { kinds: ['COMMENT'], subjectIds, personIds: [...are] });
}

/** Deletes the notifications of comments that were deleted. */
export const withdrawNotices = (db: Db, commentIds: readonly string[]): Promise<void> =>
  withdraw(db, { kinds: ['MENTION', 'COMMENT'], subjectIds: commentIds });

const mentionedIn = ({ mentions }: Comment): Set<string> => new Set(mentions.map(({ memberId }) => memberId));
