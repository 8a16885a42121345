import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { countItems, deleteLabel, lockLabel } from './label.repository.js';
import { labelSubject } from './labels.js';

/** How many posts and files had a label. */
export interface Unlabelled {
  posts: number;
  files: number;
}

export type DeleteLabel = (viewer: Viewer, id: string) => Promise<Unlabelled>;

/** Deletes a label; posts and files lose it, and stay as they are otherwise. Error: LABEL_NOT_FOUND. */
export const makeDeleteLabel =
  ({ transaction }: { transaction: Transaction }): DeleteLabel =>
  (viewer, id) =>
    transaction(async (db) => {
      const label = await lockLabel(db, viewer.userId, id);
      if (!label) throw new AppError('LABEL_NOT_FOUND', { labelIds: [id] });
      const [posts] = await countItems(db, 'group', [id]);
      const [files] = await countItems(db, 'media', [id]);
      const details = { posts: posts?.count ?? 0, files: files?.count ?? 0 };
      await deleteLabel(db, id);
      await recordAudit(db, viewer, { action: 'label_deleted', subject: labelSubject(label), details });
      return details;
    });
