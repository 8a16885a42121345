import { isId } from '../database/id.js';
import { AppError } from '../errors/app-error.js';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;

/** Relay's paging arguments, parsed: how many, and from which end. */
export interface PageRequest {
  limit: number;
  fromEnd: boolean;
}

/** `first` or `last`, 1 to 100; the first 20 when neither is given. */
export function parsePage({ first, last }: { first?: number | null; last?: number | null }): PageRequest {
  if (first != null && last != null) throw new AppError('PAGE_INVALID', { reason: 'give first or last, not both' });
  const limit = first ?? last ?? DEFAULT_PAGE_SIZE;
  if (limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new AppError('PAGE_INVALID', { reason: `first and last go from 1 to ${MAX_PAGE_SIZE}, not ${limit}` });
  }
  return { limit, fromEnd: last != null };
}

/** Cursors are opaque: base64url of a JSON array of sorted values (a time, or null for none) and, last, an id. */
export const encodeCursor = (...parts: (string | null)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The parts of a cursor that `encodeCursor` made with as many; anything else is bad input. */
export function decodeCursor(cursor: string, length: number): (string | null)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === length) {
      const id = parts.at(-1);
      const values = parts.slice(0, -1);
      if (typeof id === 'string' && isId(id) && values.every((value) => value === null || isTime(value))) return parts;
    }
  } catch {
    // Falls through to the one error for every invalid cursor.
  }
  throw new AppError('PAGE_INVALID', { reason: `"${cursor}" is not a valid cursor of this list` });
}

/** Exactly the format of `toISOString`, within the years that Postgres accepts; throws if it is not a time. */
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^(?!0000)\d{4}-/.test(value) && new Date(value).toISOString() === value;

/** Drops the extra entry that indicates whether there are more, at the end where it was read. */
export function cutPage<Node>(
  nodes: Node[],
  { limit, fromEnd }: PageRequest,
  bounded: { after: boolean; before: boolean },
): { nodes: Node[]; hasNextPage: boolean; hasPreviousPage: boolean } {
  const more = nodes.length > limit;
  if (fromEnd) return { nodes: nodes.slice(-limit), hasPreviousPage: more, hasNextPage: bounded.before };
  return { nodes: nodes.slice(0, limit), hasNextPage: more, hasPreviousPage: bounded.after };
}
