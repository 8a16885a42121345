import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { countSnippets, findSnippetByName, insertSnippet, type Snippet } from './snippet.repository.js';
import { MAX_SNIPPETS, parseSnippetName, parseSnippetText, snippetSubject } from './snippets.js';

export type CreateSnippet = (viewer: Viewer, input: { name: string; text: string }) => Promise<Snippet>;

/** Creates a snippet for the viewer; at most 500, each with another name, even under concurrency. */
export const makeCreateSnippet =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): CreateSnippet =>
  (viewer, input) => {
    const { userId } = viewer;
    const given = { name: parseSnippetName(input.name), text: parseSnippetText(input.text) };
    return transaction(async (db) => {
      await lockPlan(db, userId);
      if ((await countSnippets(db, { userId, text: null })) >= MAX_SNIPPETS) {
        throw new AppError('SNIPPET_LIMIT_REACHED');
      }
      if (await findSnippetByName(db, userId, given.name)) throw new AppError('SNIPPET_NAME_TAKEN');
      const now = clock();
      const snippet: Snippet = { id: newId(now), userId, ...given, createdAt: now, updatedAt: now };
      await insertSnippet(db, snippet);
      await recordAudit(db, viewer, { action: 'snippet_created', subject: snippetSubject(snippet) });
      return snippet;
    });
  };
