import { randomUUID } from 'node:crypto';
import { newId } from '../src/foundation/database/id.js';
import type { Statement } from './statement-tap.js';

/** A captured request that can be made again with new ids. */
export interface Replayable {
  statements: {
    text: string;
    /** Literal text and, at odd positions, the number of the id to insert. The user's id has number 0. */
    values: (string | null | (string | number)[])[];
  }[];
  /** The ids after the user's. */
  ids: ('id' | 'uuid')[];
}

const ID = /\b(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;

/** Marks every id in the values. */
export function makeReplayable(statements: Statement[], userId: string): Replayable {
  const found = new Map<string, number>([[userId, 0]]);
  const number = (id: string) => {
    const known = found.get(id) ?? found.size;
    found.set(id, known);
    return known;
  };
  const mark = (value: string | null) => {
    if (value === null) return null;
    const parts: (string | number)[] = [];
    let from = 0;
    for (const match of value.matchAll(ID)) {
      parts.push(value.slice(from, match.index), number(match[0]));
      from = match.index + match[0].length;
    }
    return parts.length === 0 ? value : [...parts, value.slice(from)];
  };
  const marked = statements.map(({ text, values }) => ({ text, values: values.map(mark) }));
  return { statements: marked, ids: [...found.keys()].slice(1).map((id) => (id.length === 24 ? 'id' : 'uuid')) };
}

/** The statements of one more request, by this user. */
export function replay({ statements, ids }: Replayable, userId: string): { statements: Statement[]; firstId: string } {
  const now = new Date();
  const fresh = [userId, ...ids.map((kind) => (kind === 'id' ? newId(now) : randomUUID()))];
  const fill = (value: string | null | (string | number)[]) =>
    Array.isArray(value) ? value.map((part) => (typeof part === 'number' ? fresh[part] : part)).join('') : value;
  return {
    statements: statements.map(({ text, values }) => ({ text, values: values.map(fill) })),
    firstId: fresh[1] ?? '',
  };
}
