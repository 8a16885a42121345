/** A line that separates the parts of a thread, as the service splits a text. */
const MARK = /^[ \t]*---[ \t]*\r?$/;

/** The parts of a thread as the author separated them; a text without marks is one part. */
export function partsOf(text: string): string[] {
  const parts: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (MARK.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n'));
}

export const joinParts = (parts: readonly string[]): string => parts.join('\n---\n');

/** What of a text is beyond a limit: its part, and where the excess begins in it, in UTF-16 units. */
export interface Excess {
  part: number;
  from: number;
}

/**
 * The last characters of a text that is `excess` characters too long. Platforms count differently, so it can be off by the
 * length of a link. If several parts exist, the longest one is meant.
 */
export function excessOf(text: string, excess: number): Excess {
  const parts = partsOf(text);
  const longest = Math.max(...parts.map(({ length }) => length));
  const part = parts.findIndex(({ length }) => length === longest);
  const characters = [...(parts[part] ?? '')];
  return { part, from: characters.slice(0, Math.max(0, characters.length - excess)).join('').length };
}
