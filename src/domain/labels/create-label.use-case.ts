import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { countLabels, hasName, insertLabel } from './label.repository.js';
import { type Label, type LabelColor, labelSubject, MAX_LABELS, parseLabelName } from './labels.js';

export interface CreateLabelInput {
  name: string;
  color: LabelColor;
}

export type CreateLabel = (viewer: Viewer, input: CreateLabelInput) => Promise<Label>;

/**
 * Creates a label, at most 200, each name once: also under concurrency. Errors: LABEL_NAME_INVALID, TEXT_NOT_PUBLISHABLE,
 * LABEL_NAME_TAKEN, LABEL_LIMIT_REACHED.
 */
export const makeCreateLabel =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): CreateLabel =>
  (viewer, { name, color }) => {
    const { userId } = viewer;
    const named = parseLabelName(name);
    return transaction(async (db) => {
      await lockPlan(db, userId);
      if (await hasName(db, { userId, ...named })) throw new AppError('LABEL_NAME_TAKEN');
      if ((await countLabels(db, userId)) >= MAX_LABELS) throw new AppError('LABEL_LIMIT_REACHED');
      const now = clock();
      const label: Label = { id: newId(now), userId, ...named, color, createdAt: now };
      await insertLabel(db, label);
      await recordAudit(db, viewer, { action: 'label_created', subject: labelSubject(label) });
      return label;
    });
  };
