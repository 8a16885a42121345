import { AdminError } from '../admin/admin-error.js';
import { isId } from '../foundation/database/id.js';

/** Rows of a page where none are asked for. */
export const PAGE = 25;
const MAX_PAGE = 100;
/** Characters of an e-mail address, an id, a code or a searched text. */
const MAX_TEXT = 320;

/** The page that is meant. AdminError: there is no such page. */
export function toPage({ first, after }: { first?: number | null; after?: string | null }): {
  after: string | null;
  limit: number;
} {
  const limit = first ?? PAGE;
  if (limit < 1 || limit > MAX_PAGE) throw new AdminError(`A page has 1 to ${MAX_PAGE} rows.`);
  if (after && !isId(after)) throw new AdminError('after must be the id that the page before ended with.');
  return { after: after?.toLowerCase() ?? null, limit };
}

/** One of the choices; null: none. AdminError: it is none of them. */
export function toChoice<Choice extends string>(
  given: string | null | undefined,
  choices: readonly Choice[],
  what: string,
): Choice | null {
  const text = toText(given);
  const choice = choices.find((one) => one === text);
  if (text !== null && choice === undefined) throw new AdminError(`There is no ${what} ${text}.`);
  return choice ?? null;
}

/** A text of at most so many characters; null: none. AdminError: it is longer. */
export function toText(text: string | null | undefined, max = MAX_TEXT): string | null {
  if (text && text.length > max) throw new AdminError(`A text has at most ${max} characters.`);
  return text || null;
}
