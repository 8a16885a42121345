import type { Db } from '../../foundation/database/unit-of-work.js';
import { approvalsOfGroups } from '../approvals/approval.repository.js';
import { groupsWithComments } from '../comments/comment.repository.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { recurrencesOfTemplates } from '../recurrences/recurrence.repository.js';
import type { CreatedRow } from './import.repository.js';
import { whyKept } from './why-kept.js';

/** What undoing an import does with its rows. */
interface SortedOut {
  removed: { row: CreatedRow; group: PostGroup }[];
  kept: { row: CreatedRow; reason: string }[];
  /** Rows whose groups are deleted already. */
  gone: CreatedRow[];
}

/** Decides which groups of an import are removed when the viewer undoes it: three queries for any number of rows. */
export async function sortOutGroups(
  db: Db,
  viewer: Viewer,
  rows: readonly CreatedRow[],
  groups: readonly PostGroup[],
): Promise<SortedOut> {
  const ids = groups.map(({ id }) => id);
  const [approvals, comments, recurrences] = await Promise.all([
    approvalsOfGroups(db, ids),
    groupsWithComments(db, ids),
    recurrencesOfTemplates(db, ids),
  ]);
  const uses = {
    approvals: new Set(approvals.map(({ groupId }) => groupId)),
    comments: new Set(comments),
    recurrences: new Set(recurrences.flatMap(({ templateId }) => templateId ?? [])),
  };
  const byId = new Map(groups.map((group) => [group.id, group]));
  const sorted: SortedOut = { removed: [], kept: [], gone: [] };
  const may = { removesScheduled: mayDo(viewer, 'PUBLISH') };
  for (const row of rows) {
    const group = byId.get(row.groupId ?? '');
    const reason = group ? whyKept(row, group, uses, may) : null;
    if (!group) sorted.gone.push(row);
    else if (reason === null) sorted.removed.push({ row, group });
    else sorted.kept.push({ row, reason });
  }
  return sorted;
}
