/** Which posts of an import stay when it is undone. */
import { type PostGroup, PostGroupStatus, ProcessingStatus } from '../posts/state/post-group.js';
import type { CreatedRow } from './import.repository.js';

/** What people did with groups of an import, by their ids. */
interface UsesOfGroups {
  /** An approval was requested or given. */
  approvals: ReadonlySet<string>;
  /** Members wrote comments. */
  comments: ReadonlySet<string>;
  /** A recurrence repeats them. */
  recurrences: ReadonlySet<string>;
}

/** Why a post stays; null: it is removed. */
export function whyKept(
  { groupUpdatedAt }: Pick<CreatedRow, 'groupUpdatedAt'>,
  { id, status, processingStatus, updatedAt }: Pick<PostGroup, 'id' | 'status' | 'processingStatus' | 'updatedAt'>,
  { approvals, comments, recurrences }: UsesOfGroups,
  { removesScheduled }: { removesScheduled: boolean },
): string | null {
  const isScheduled = status === PostGroupStatus.SCHEDULED;
  if (groupUpdatedAt === null) return 'Another import created it.';
  if (processingStatus !== ProcessingStatus.PENDING || !(isScheduled || status === PostGroupStatus.DRAFT)) {
    return 'Its publishing has begun.';
  }
  if (approvals.has(id)) return 'Its approval was requested or given.';
  // What a worker or a person changes of a group, files included, changes this time.
  if (updatedAt.getTime() !== groupUpdatedAt.getTime()) return 'It was changed after it was imported.';
  if (comments.has(id)) return 'It has comments.';
  if (recurrences.has(id)) return 'It is repeated.';
  if (isScheduled && !removesScheduled) return 'It is scheduled, and you may only remove drafts.';
  return null;
}
