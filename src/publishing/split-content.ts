/**
 * Document 2, "Content splitting (threads)": which posts a content becomes on a platform.
 *
 * part       one post of a thread, with its final text
 * section    what stands between the author's own separators, lines of `---`
 * marker     `[i/N]` at the end of a part: the author has numbered the parts
 * number     `(i/N)`, appended to each part when the author has not
 * body       a part without its number
 * break      a place where a body may end; the white space there belongs to no part
 */
import { splitGraphemes } from 'unicode-segmenter/grapheme';
import type { PlatformRules } from '../platforms/rules.js';
import { type TextCount, textLength, WEIGHTS } from '../platforms/text-length.js';

export interface Part {
  text: string;
  /** Rule 5: media goes with the first part only. */
  hasMedia: boolean;
}

type SplitRules = Pick<PlatformRules, 'text' | 'thread'>;

const SEPARATOR = /^[ \t]*---[ \t]*\r?$/m;

/** The parts in their order, at least one. A part over the limit was written so, or is a single grapheme. */
export function splitContent(content: string, rules: SplitRules): Part[] {
  return splitText(content, rules).map((text, index) => ({ text, hasMedia: index === 0 }));
}

function splitText(content: string, { text: { max, count }, thread }: SplitRules): string[] {
  if (!thread) return [content];
  const separated = content.split(SEPARATOR);
  const marked = splitAtMarkers(separated);
  if (marked) return marked;
  if (separated.length === 1 && textLength(content, count) <= max) return [content];
  const sections = separated.map((text) => readSection(text, count));
  const [only, ...more] = sections.flatMap((section) => cut(section, max));
  if (more.length === 0) return [only ?? content];
  for (let reserve = thread.reserve; ; reserve += 2) {
    const bodies = sections.flatMap((section) => cut(section, max - reserve));
    const number = (index: number) => ` (${index + 1}/${bodies.length})`;
    // From 1000 parts on, a number needs more than the characters that are reserved.
    if (number(bodies.length - 1).length <= reserve) return bodies.map((body, index) => body + number(index));
  }
}

/** Rule 4: the parts as the author numbered them; undefined unless the markers count from 1 to the number of parts. */
function splitAtMarkers(sections: readonly string[]): string[] | undefined {
  const end = sections.findLast((section) => section.trim() !== '')?.trimEnd() ?? '';
  const total = /\[\d{1,6}\/(\d{1,6})\]$/.exec(end)?.[1];
  if (total === undefined) return undefined;
  const afterMarker = new RegExp(`(?<=\\[\\d+/${total}\\])(?=\\s)`);
  const parts = sections
    .flatMap((section) => section.split(afterMarker))
    .map((text) => readSection(text, 'graphemes').graphemes.join(''))
    .filter((part) => part !== '');
  const isMarked = (part: string, index: number) => part.endsWith(`[${index + 1}/${parts.length}]`);
  return parts.length > 1 && parts.every(isMarked) ? parts : undefined;
}

interface Section {
  /** Without the white space around it. */
  graphemes: readonly string[];
  weights: readonly number[];
  isBlank: readonly boolean[];
  /** What a body that ends before each grapheme would end with. */
  breaks: readonly Break[];
}

function readSection(text: string, count: TextCount): Section {
  const all = [...splitGraphemes(text)];
  const hasText = (grapheme: string) => grapheme.trim() !== '';
  const start = all.findIndex(hasText);
  const graphemes = start === -1 ? [] : all.slice(start, all.findLastIndex(hasText) + 1);
  const isBlank = graphemes.map((grapheme) => !hasText(grapheme));
  return { graphemes, weights: graphemes.map(WEIGHTS[count]), isBlank, breaks: rankBreaks(graphemes, isBlank) };
}

/** Rule 2: each body reaches as far as `max` allows, and ends at the best break on its way. */
function cut({ graphemes, weights, isBlank, breaks }: Section, max: number): string[] {
  const bodies: string[] = [];
  for (let start = 0; start < graphemes.length; ) {
    const reach = furthest(weights, start, max);
    const end = reach < graphemes.length ? bestBreak(breaks, start, reach) : reach;
    bodies.push(graphemes.slice(start, end).join(''));
    // What follows a break is white space, then text: a section ends with text.
    start = end < graphemes.length ? isBlank.indexOf(false, end) : end;
  }
  return bodies;
}

/** Where a body that begins at `start` has to end at the latest. It holds one grapheme, however long. */
function furthest(weights: readonly number[], start: number, max: number): number {
  let end = start;
  for (let weight = 0; end < weights.length; end++) {
    weight += weights[end] ?? 0;
    if (weight > max) break;
  }
  return Math.max(end, start + 1);
}

enum Break {
  NONE,
  WORD,
  SENTENCE,
  PARAGRAPH,
}

/** What a body that ends before each grapheme would end with. Only white space is a break, and only its begin. */
function rankBreaks(graphemes: readonly string[], isBlank: readonly boolean[]): Break[] {
  const breaks: Break[] = new Array(graphemes.length).fill(Break.NONE);
  for (let index = graphemes.length - 1, lines = 0; index > 0; index--) {
    if (!isBlank[index]) lines = 0;
    else {
      const before = graphemes[index - 1] ?? '';
      if (/[\r\n]/.test(graphemes[index] ?? '')) lines += 1;
      if (isBlank[index - 1]) continue;
      breaks[index] = lines > 1 ? Break.PARAGRAPH : /^[.!?]$/.test(before) ? Break.SENTENCE : Break.WORD;
    }
  }
  return breaks;
}

/** The last of the best breaks after `start` and up to `end`; without any, the body is cut hard. */
function bestBreak(breaks: readonly Break[], start: number, end: number): number {
  const best = Math.max(...breaks.slice(start + 1, end + 1));
  return best === Break.NONE ? end : breaks.lastIndexOf(best, end);
}
