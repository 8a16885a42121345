import { z } from 'zod';
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

/** Turns positions in a list into cursors, and back. */
export interface Cursors<Position extends object> {
  encode(position: Position): string;
  /** PAGE_INVALID for anything but a cursor of this list in this order. */
  decode(cursor: string): Position;
}

/**
 * The cursors of one list in one order, which `list` names: another order needs another name, and its cursors are
 * refused. A cursor is opaque to clients: base64url of JSON that has the name and the position of an entry, which are the
 * values that the list is sorted by.
 */
export function cursorsOf<Shape extends z.ZodRawShape>(
  list: string,
  shape: Shape,
): Cursors<z.output<z.ZodObject<Shape>>> {
  const schema = z.strictObject({ list: z.literal(list), position: z.strictObject(shape) });
  return {
    encode: (position) => Buffer.from(JSON.stringify({ list, position })).toString('base64url'),
    decode(cursor) {
      const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
      if (parsed.success) return parsed.data.position as z.output<z.ZodObject<Shape>>;
      throw new AppError('PAGE_INVALID', { reason: `"${cursor}" is not a valid cursor of this list and order` });
    },
  };
}

/** The parts that a position can have. */
export const CURSOR = {
  id: z.string().refine(isId),
  number: z.int32().min(1),
  /** Exactly the format of `toISOString`, within the years that Postgres accepts. */
  time: z
    .string()
    .refine((text) => /^(?!0000)\d{4}-/.test(text) && isoOf(text) === text)
    .transform((text) => new Date(text)),
};

function isoOf(text: string): string | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
