import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { lockPostGroups } from '../posts/state/post-group.repository.js';
import { recordAnnotations } from '../posts/state/record-changes.repository.js';
import {
  addLabels,
  exceedLabels,
  filesOfUser,
  keepFiles,
  type LabelledKind,
  removeLabels,
} from './label.repository.js';
import { type LabelChanges, MAX_LABELS_EACH, parseLabelChanges } from './labels.js';
import { keepNamedLabels } from './set-labels.step.js';

/** What was changed: repeating a change changes nothing. */
export interface Labelled {
  postGroupIds: string[];
  mediaIds: string[];
}

export type ChangeLabels = (viewer: Viewer, changes: LabelChanges) => Promise<Labelled>;

/**
 * Adds labels to posts and files, and removes them: all of it, or nothing. Labels are a note about a post, in any of its
 * states, and change nothing of what is published. Errors: LABEL_CHANGES_INVALID, LABEL_NOT_FOUND,
 * LABEL_TARGETS_NOT_FOUND, LABELS_TOO_MANY.
 */
export const makeChangeLabels =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): ChangeLabels =>
  (viewer, given) => {
    const { postGroupIds, mediaIds, add, remove } = parseLabelChanges(given);
    return transaction(async (db) => {
      // Labels before groups before files: in this order they are locked everywhere.
      await keepNamedLabels(db, viewer.userId, [...add, ...remove]);
      const { groups, groupOfFile } = await lockTargets(db, viewer, { postGroupIds, mediaIds });
      const changes = { add, remove };
      const changedGroups = await change(db, 'group', postGroupIds, changes);
      const changedFiles = await change(db, 'media', mediaIds, changes);
      const annotated = new Set([...changedGroups, ...changedFiles.map((id) => groupOfFile.get(id))]);
      const changed = groups.filter(({ id }) => annotated.has(id));
      if (changed.length > 0) await recordAnnotations(db, changed, clock());
      return { postGroupIds: changedGroups, mediaIds: changedFiles };
    });
  };

/** Locks what is labelled, and the groups that have the files. Error: LABEL_TARGETS_NOT_FOUND. */
async function lockTargets(
  db: Db,
  { userId }: Viewer,
  { postGroupIds, mediaIds }: Pick<LabelChanges, 'postGroupIds' | 'mediaIds'>,
): Promise<{ groups: PostGroup[]; groupOfFile: Map<string, string> }> {
  const files = mediaIds.length > 0 ? await filesOfUser(db, userId, mediaIds) : [];
  const groupOfFile = new Map(files.map(({ id, groupId }) => [id, groupId]));
  // REST attaches files to any id: some have no group.
  const groups = await lockPostGroups(db, userId, [...new Set([...postGroupIds, ...groupOfFile.values()])]);
  const keptFiles = new Set(files.length > 0 ? await keepFiles(db, [...groupOfFile.keys()]) : []);
  const known = new Set(groups.map(({ id }) => id));
  const missing = {
    postGroupIds: postGroupIds.filter((id) => !known.has(id)),
    mediaIds: mediaIds.filter((id) => !keptFiles.has(id)),
  };
  if (missing.postGroupIds.length + missing.mediaIds.length > 0) {
    throw new AppError('LABEL_TARGETS_NOT_FOUND', missing);
  }
  return { groups, groupOfFile };
}

/** Returns the items whose labels changed. Error: LABELS_TOO_MANY. */
async function change(
  db: Db,
  kind: LabelledKind,
  itemIds: readonly string[],
  { add, remove }: Pick<LabelChanges, 'add' | 'remove'>,
): Promise<string[]> {
  if (itemIds.length === 0) return [];
  const removed = remove.length > 0 ? await removeLabels(db, kind, { itemIds, labelIds: remove }) : [];
  const added = add.length > 0 ? await addLabels(db, kind, { itemIds, labelIds: add }) : [];
  if (added.length > 0 && (await exceedLabels(db, kind, added, MAX_LABELS_EACH))) {
    throw new AppError('LABELS_TOO_MANY');
  }
  return [...new Set([...removed, ...added])];
}
