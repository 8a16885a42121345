import { prepared } from '../../foundation/database/statement.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import { ApprovalState } from './approvals.js';

/** What a version of a group is to publish; when is not what was approved. */
const CONTENT = "snapshot - 'status' - 'scheduledTime'";

/** Compares the version that the edit made, if it made one, with the one before it. */
const OUTDATE = `
  UPDATE approvals a SET state = '${ApprovalState.OUTDATED}'
    FROM post_groups g
    JOIN LATERAL (SELECT ${CONTENT} AS content, created_at FROM post_versions
                   WHERE group_id = g.id ORDER BY number DESC LIMIT 1) AS made ON made.created_at = g.updated_at
    JOIN LATERAL (SELECT ${CONTENT} AS content FROM post_versions
                   WHERE group_id = g.id ORDER BY number DESC LIMIT 1 OFFSET 1) AS before ON before.content <> made.content
   WHERE g.id = $1 AND a.group_id = g.id AND a.state = '${ApprovalState.APPROVED}'`;

/** Notes edits with `noteEdit`, which keeps versions. An approved group whose content was edited is approved no more. */
export const outdatingApprovals =
  (noteEdit: NoteEdit): NoteEdit =>
  async (db, group, by) => {
    await noteEdit(db, group, by);
    if (by) await db.query(prepared(OUTDATE), [group.id]);
  };
