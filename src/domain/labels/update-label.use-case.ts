import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { hasName, lockLabel, updateLabel } from './label.repository.js';
import { type Label, type LabelColor, labelSubject, parseLabelName } from './labels.js';

export interface UpdateLabelInput {
  id: string;
  /** Null: unchanged. */
  name: string | null;
  color: LabelColor | null;
}

export type UpdateLabel = (viewer: Viewer, input: UpdateLabelInput) => Promise<Label>;

/**
 * Changes the name or the colour of a label. Errors: LABEL_NAME_INVALID, TEXT_NOT_PUBLISHABLE, LABEL_NOT_FOUND,
 * LABEL_NAME_TAKEN.
 */
export const makeUpdateLabel =
  ({ transaction }: { transaction: Transaction }): UpdateLabel =>
  (viewer, { id, name, color }) => {
    const { userId } = viewer;
    const given = { ...(name !== null && parseLabelName(name)), ...(color !== null && { color }) };
    return transaction(async (db) => {
      await lockPlan(db, userId);
      const before = await lockLabel(db, userId, id);
      if (!before) throw new AppError('LABEL_NOT_FOUND', { labelIds: [id] });
      const after: Label = { ...before, ...given };
      const isRenamed = after.nameKey !== before.nameKey;
      if (isRenamed && (await hasName(db, after))) throw new AppError('LABEL_NAME_TAKEN');
      if (after.name === before.name && after.color === before.color) return before;
      await updateLabel(db, id, { name: after.name, nameKey: after.nameKey, color: after.color });
      const changed = (['name', 'color'] as const).filter((key) => after[key] !== before[key]);
      await recordAudit(db, viewer, { action: 'label_updated', subject: labelSubject(after), details: { changed } });
      return after;
    });
  };
