import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudits } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { DeleteObjects } from '../media/delete-objects.use-case.js';
import { assertMayChangeFiles, isBegun, type LockedForFile } from '../media/lock-for-file.step.js';
import type { Media } from '../media/media.js';
import { deleteMedia, lockObjects, removeFromStorage } from '../media/stored-objects.repository.js';
import { recordEditedFiles } from '../posts/state/edit-files.step.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import type { NoteEdit } from '../posts/state/note-edit.port.js';
import { isUpdatable, PostGroupStatus, ProcessingStatus } from '../posts/state/post-group.js';
import { lockPostGroups, postsOfGroups } from '../posts/state/post-group.repository.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import { MAX_DELETED } from './library.js';
import { lockFilesToDelete, usesOfFiles } from './library.repository.js';

/** `detach`: removes the files from drafts that use them, too. */
export type DeleteLibraryFiles = (
  viewer: Viewer,
  ids: readonly string[],
  options: { detach: boolean },
) => Promise<void>;

interface Needs {
  transaction: Transaction;
  clock: () => Date;
  deleteObjects: DeleteObjects;
  recordChanges: RecordChanges;
  guardSchedule: GuardSchedule;
  noteEdit: NoteEdit;
}

const PROBLEM = 'The file was deleted from the media library';

/**
 * Deletes files from the library, and from storage: all of them, or none. Ended posts keep the record of the file, which
 * says so. A scheduled post never loses a file: its platforms may refuse it without, which only its time would show.
 * Errors: LIBRARY_FILES_TOO_MANY, LIBRARY_FILE_NOT_FOUND, LIBRARY_FILES_IN_USE with the drafts that would lose a file,
 * LIBRARY_FILES_SCHEDULED with the scheduled posts, LIBRARY_FILES_PUBLISHING, and those of changing these drafts.
 */
export const makeDeleteLibraryFiles =
  (needs: Needs): DeleteLibraryFiles =>
  async (viewer, given, { detach }) => {
    const ids = [...new Set(given)];
    if (ids.length > MAX_DELETED) throw new AppError('LIBRARY_FILES_TOO_MANY');
    const now = needs.clock();
    const keys = await needs.transaction(async (db) => {
      const groups = await lockUses(db, viewer, ids);
      await lockObjects(db, ids);
      await lockFilesToDelete(db, viewer.userId, ids);
      // Again: it may have waited for a post that uses them since.
      const files = await lockFilesToDelete(db, viewer.userId, ids);
      const deleted = files.filter(({ id }) => ids.includes(id));
      if (deleted.length < ids.length) throw new AppError('LIBRARY_FILE_NOT_FOUND');
      const { edited, ended } = await usedBy(db, { ids, files, groups });
      if (edited.length > 0 && !detach) throw inUse(edited.map(({ group }) => group.id));
      for (const target of edited) await detachFrom(needs, db, viewer, target);
      const kept = files.filter(({ groupId }) => ended.has(groupId));
      const removed = files.filter(({ groupId }) => !ended.has(groupId));
      const objects = [
        ...(await removeFromStorage(db, kept, { now, problem: PROBLEM })),
        ...(await deleteMedia(db, removed, now)),
      ];
      for (const target of edited) {
        await recordEditedFiles(db, needs.recordChanges, target, now);
        await needs.noteEdit(db, target.group, viewer);
      }
      await recordAudits(
        db,
        deleted.map(({ id, name }) => [
          viewer,
          { action: 'library_file_deleted', subject: { type: 'file', id, name }, details: { detached: edited.length } },
        ]),
      );
      return objects;
    });
    await needs.deleteObjects(keys);
  };

const inUse = (postGroupIds: string[]) => new AppError('LIBRARY_FILES_IN_USE', { postGroupIds });

/** Locks the groups that use files, before the files. */
async function lockUses(db: Db, { userId }: Viewer, ids: readonly string[]): Promise<LockedForFile[]> {
  const uses = await usesOfFiles(db, ids);
  const groups = await lockPostGroups(db, userId, [...new Set(uses.map(({ groupId }) => groupId))]);
  const posts =
    groups.length > 0
      ? await postsOfGroups(
          db,
          groups.map(({ id }) => id),
        )
      : [];
  return groups.map((group) => ({ group, posts: posts.filter(({ groupId }) => groupId === group.id) }));
}

interface Uses {
  /** Drafts. */
  edited: LockedForFile[];
  /** The ids of groups whose publishing has ended. */
  ended: Set<string>;
}

/** The groups that lose a file. One that was given a file since the groups were locked is in use. */
async function usedBy(
  db: Db,
  { ids, files, groups }: { ids: readonly string[]; files: readonly Media[]; groups: LockedForFile[] },
): Promise<Uses> {
  const lost = new Set(files.map(({ id }) => id));
  const using = new Set(
    (await usesOfFiles(db, ids)).filter(({ mediaId }) => lost.has(mediaId)).map(({ groupId }) => groupId),
  );
  const locked = groups.filter(({ group }) => using.has(group.id));
  const since = [...using].filter((id) => locked.every(({ group }) => group.id !== id));
  if (since.length > 0) throw inUse(since);
  const edited = locked.filter(({ group, posts }) => isUpdatable(group.status) && !posts.some(isBegun));
  const begun = locked.filter((target) => !edited.includes(target)).map(({ group }) => group);
  const publishing = begun.filter(({ processingStatus }) => processingStatus !== ProcessingStatus.FINISHED);
  if (publishing.length > 0) {
    throw new AppError('LIBRARY_FILES_PUBLISHING', { postGroupIds: publishing.map(({ id }) => id) });
  }
  const scheduled = edited.filter(({ group }) => group.status !== PostGroupStatus.DRAFT);
  if (scheduled.length > 0) {
    throw new AppError('LIBRARY_FILES_SCHEDULED', { postGroupIds: scheduled.map(({ group }) => group.id) });
  }
  return { edited, ended: new Set(begun.map(({ id }) => id)) };
}

/** The checks of a change of a post's files. */
async function detachFrom(
  { guardSchedule, noteEdit }: Needs,
  db: Db,
  viewer: Viewer,
  target: LockedForFile,
): Promise<void> {
  await assertMayChangeFiles(db, viewer, { ...target, guardSchedule });
  await noteEdit(db, target.group, null);
}
