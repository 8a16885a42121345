import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { findSnippet, findSnippetByName, type Snippet, updateSnippet } from './snippet.repository.js';
import { parseSnippetName, parseSnippetText, snippetSubject } from './snippets.js';

export interface UpdateSnippetInput {
  id: string;
  /** Null: unchanged. */
  name: string | null;
  text: string | null;
}

export type UpdateSnippet = (viewer: Viewer, input: UpdateSnippetInput) => Promise<Snippet>;

/** Updates a snippet. Posts into which it was inserted keep their text. */
export const makeUpdateSnippet =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): UpdateSnippet =>
  (viewer, { id, name, text }) => {
    const { userId } = viewer;
    const given = {
      ...(name !== null && { name: parseSnippetName(name) }),
      ...(text !== null && { text: parseSnippetText(text) }),
    };
    return transaction(async (db) => {
      // Names change under this lock only.
      await lockPlan(db, userId);
      const before = await findSnippet(db, userId, id);
      if (!before) throw new AppError('SNIPPET_NOT_FOUND');
      const after = { ...before, ...given, updatedAt: clock() };
      const named = await findSnippetByName(db, userId, after.name);
      if (named !== null && named !== id) throw new AppError('SNIPPET_NAME_TAKEN');
      await updateSnippet(db, id, { name: after.name, text: after.text, updatedAt: after.updatedAt });
      const details = { changed: Object.keys(given) };
      await recordAudit(db, viewer, { action: 'snippet_updated', subject: snippetSubject(after), details });
      return after;
    });
  };
