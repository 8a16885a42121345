/** Errors of snippets. */
import { detailed, plain } from './entry.js';

export const SNIPPET_ENTRIES = {
  SNIPPET_NAME_INVALID: plain(400, 'The name of a snippet is one line of 1 to 50 characters'),
  SNIPPET_NAME_TAKEN: plain(409, 'Another snippet has this name'),
  SNIPPET_TEXT_INVALID: plain(400, 'A snippet has 1 to 5,000 characters and at most 20 placeholders'),
  SNIPPET_VALUES_INVALID: detailed<{ placeholders: readonly string[] }>({
    status: 400,
    message: ({ placeholders }) =>
      placeholders.length === 0
        ? 'This snippet has no placeholders: give no values'
        : `Give one value of at most 1,000 characters for each of: ${placeholders.join(', ')}`,
    details: { placeholders: 'The placeholders of the snippet.' },
  }),
  SNIPPET_LIMIT_REACHED: plain(403, 'An account has at most 500 snippets: delete some first'),
  SNIPPET_NOT_FOUND: plain(404, 'Snippet not found'),
} as const;
