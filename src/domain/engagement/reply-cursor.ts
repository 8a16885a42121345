import { AppError } from '../../foundation/errors/app-error.js';

/**
 * A place in a list that a platform pages by cursors of its own, which name pages and not entries: the platform's
 * cursor before the page (null: the first one), and how many entries of that page to skip.
 */
export interface ReplyPlace {
  after: string | null;
  skip: number;
}

export const START: ReplyPlace = { after: null, skip: 0 };

const AFTER_MAX = 1000;
const SKIP_MAX = 10_000;

/** Opaque to clients: base64url of a JSON array. */
export const encodePlace = ({ after, skip }: ReplyPlace): string =>
  Buffer.from(JSON.stringify([after, skip])).toString('base64url');

/** The place of a cursor that `encodePlace` made; anything else is bad input. */
export function decodePlace(cursor: string): ReplyPlace {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === 2) {
      const [after, skip] = parts;
      const isAfter = after === null || (typeof after === 'string' && after.length <= AFTER_MAX);
      if (isAfter && Number.isInteger(skip) && skip >= 0 && skip <= SKIP_MAX) return { after, skip };
    }
  } catch {
    // Falls through to the one error for every invalid cursor.
  }
  throw new AppError('PAGE_INVALID', { reason: `"${cursor}" is not a valid cursor of this list` });
}
