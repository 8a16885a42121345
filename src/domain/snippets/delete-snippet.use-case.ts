import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { deleteSnippet, findSnippet } from './snippet.repository.js';
import { snippetSubject } from './snippets.js';

export type DeleteSnippet = (viewer: Viewer, id: string) => Promise<void>;

/** Deletes a snippet. Posts into which it was inserted keep their text. */
export const makeDeleteSnippet =
  ({ transaction }: { transaction: Transaction }): DeleteSnippet =>
  (viewer, id) =>
    transaction(async (db) => {
      await lockPlan(db, viewer.userId);
      const snippet = await findSnippet(db, viewer.userId, id);
      if (!snippet) throw new AppError('SNIPPET_NOT_FOUND');
      await deleteSnippet(db, id);
      await recordAudit(db, viewer, { action: 'snippet_deleted', subject: snippetSubject(snippet) });
    });
