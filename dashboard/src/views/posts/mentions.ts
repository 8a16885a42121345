/** Mentions in the text of a comment: the name of a person after an @. */
import type { Person } from './comments.operations.js';

/** Most people whom a comment mentions. */
const MOST = 20;

/** A text in parts: the odd ones are names, without the @. Of names that begin alike, the longest counts. */
export function splitAtMentions(text: string, people: readonly Person[]): string[] {
  if (people.length === 0) return [text];
  const names = people.map(({ name }) => name).sort((one, other) => other.length - one.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  return text.split(new RegExp(`@(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'u'));
}

/** The ids of the people whom a text mentions. */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  const names = new Set(splitAtMentions(text, people).filter((_, index) => index % 2 === 1));
  return people.flatMap(({ memberId, name }) => (names.has(name) ? [memberId] : [])).slice(0, MOST);
}

/** The mention that is being typed before the cursor. */
export interface Typed {
  /** Where its @ is. */
  from: number;
  /** What was typed of the name. */
  name: string;
}

export function typedMention(beforeCursor: string): Typed | null {
  const found = /(?<=^|[\s(])@([^\s@][^@\n]{0,59})?$/u.exec(beforeCursor);
  return found ? { from: found.index, name: found[1] ?? '' } : null;
}

/** The people whose name, or a word of it, begins like what was typed. */
export function matching(people: readonly Person[], { name }: Typed): Person[] {
  const typed = ` ${name.toLocaleLowerCase()}`;
  return people.filter((person) => ` ${person.name.toLocaleLowerCase()}`.includes(typed)).slice(0, 8);
}
