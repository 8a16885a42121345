import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { type RemoveUnsentNeeds, removeUnsent } from '../posts/remove-unsent.step.js';
import { lockPostGroups, postsOfGroups } from '../posts/state/post-group.repository.js';
import {
  type CreatedRow,
  createdRows,
  endUndo,
  type Import,
  importsById,
  setKept,
  setRemoved,
  skipPending,
} from './import.repository.js';
import { ImportStatus } from './imports.js';
import { sortOutGroups } from './sort-out-groups.step.js';
import { viewerOfImport } from './viewer-of-import.step.js';

/** Removes the posts of an import that is being undone; rejects when it has to be tried again. */
export type RunUndo = (id: string, signal: AbortSignal) => Promise<void>;

interface Needs extends RemoveUnsentNeeds {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  /** Whether an address must be confirmed before posts are scheduled. */
  confirmEmail: boolean;
}

/** Groups that one transaction removes: their rows, and the row of the plan, are locked for a moment. */
const AT_ONCE = 25;

/**
 * The groups of a few rows and the end of these rows are one transaction: a worker that goes on for one that died begins
 * with the rows that are left. A group is locked before it is sorted out, so that one whose publishing begins at the same time
 * stays, or its worker finds it gone before it sends anything.
 */
export const makeRunUndo = (needs: Needs): RunUndo => {
  const { db, transaction, clock } = needs;

  /** Without a viewer, the account is not in use: all of its posts stay. */
  async function undo({ id, userId }: Import, viewer: Viewer | null, rows: readonly CreatedRow[]): Promise<void> {
    if (!viewer)
      return setKept(
        db,
        id,
        rows.map(({ number }) => ({ number, reason: 'The account is not in use.' })),
      );
    const removeObjects = await transaction(async (tx) => {
      const groups = await lockPostGroups(
        tx,
        userId,
        rows.flatMap(({ groupId }) => groupId ?? []),
      );
      const { removed, kept, gone } = await sortOutGroups(tx, viewer, rows, groups);
      const posts = await postsOfGroups(
        tx,
        removed.map(({ group }) => group.id),
      );
      const remove = await removeUnsent(
        needs,
        tx,
        viewer,
        {
          userId,
          groups: removed.map(({ group }) => ({
            group,
            posts: posts.filter(({ groupId }) => groupId === group.id),
          })),
        },
        clock(),
      );
      await setRemoved(tx, userId, { rows: removed.map(({ row }) => row), reason: null });
      await setRemoved(tx, userId, { rows: gone, reason: 'It was deleted before.' });
      await setKept(
        tx,
        id,
        kept.map(({ row, reason }) => ({ number: row.number, reason })),
      );
      return remove;
    });
    await removeObjects();
  }

  return async (id, signal) => {
    const [started] = await importsById(db, [id]);
    if (started?.status !== ImportStatus.UNDOING) return;
    const viewer = await viewerOfImport(db, started, { confirmEmail: needs.confirmEmail, now: clock() });
    await skipPending(db, id, 'The import was undone before its turn.');
    for (;;) {
      signal.throwIfAborted();
      const rows = await createdRows(db, id, AT_ONCE);
      if (rows.length === 0) break;
      await undo(started, viewer, rows);
    }
    await endUndo(db, id, clock());
  };
};
