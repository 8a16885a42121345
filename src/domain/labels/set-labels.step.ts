import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { recordAnnotation } from '../posts/state/record-changes.repository.js';
import { addLabels, keepLabels, labelsOfItems, removeLabels } from './label.repository.js';

/** Keeps labels of a user from being deleted until the transaction ends. Error: LABEL_NOT_FOUND. */
export async function keepNamedLabels(db: Db, userId: string, labelIds: readonly string[]): Promise<void> {
  const known = new Set(await keepLabels(db, userId, labelIds));
  const unknown = labelIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new AppError('LABEL_NOT_FOUND', { labelIds: unknown });
}

/** Gives a group that is new, or locked, these labels and no others, and announces it. */
export async function setLabelsOfGroup(
  db: Db,
  group: PostGroup,
  labelIds: readonly string[],
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<void> {
  const itemIds = [group.id];
  const before = isNew ? [] : (await labelsOfItems(db, 'group', itemIds)).map(({ id }) => id);
  const removed = before.filter((id) => !labelIds.includes(id));
  const added = labelIds.filter((id) => !before.includes(id));
  if (removed.length > 0) await removeLabels(db, 'group', { itemIds, labelIds: removed });
  if (added.length > 0) await addLabels(db, 'group', { itemIds, labelIds: added });
  if (!isNew && removed.length + added.length > 0) await recordAnnotation(db, group, now);
}
