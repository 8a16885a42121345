/**
 * Lengths and splitting by their plain definition, one step after the other on lists of graphemes, without regard to
 * speed: the reference for the implementations in use.
 */
import { splitGraphemes } from 'unicode-segmenter/grapheme';
import type { PlatformRules } from '../../src/platforms/port/rules.js';
import type { TextCount } from '../../src/platforms/port/text-length.js';

export function plainLength(text: string, count: TextCount): number {
  const graphemes = [...splitGraphemes(count === 'links as 23' ? shortenMentions(text) : text)];
  return graphemes.reduce((sum, grapheme) => sum + WEIGHTS[count](grapheme), 0);
}

/** A grapheme that is shown as an emoji: flags, keycaps and joined ones too. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[#*0-9]\u20E3|\p{Extended_Pictographic}\u200D/u;

/** Code points of weight 2 in twitter-text's config/v3.json. */
const WIDE = /[\u{1100}-\u{1FFF}\u{200E}\u{200F}\u{2020}-\u{2031}\u{2038}-\u{10FFFF}]/u;

/** The weight of one grapheme. */
const WEIGHTS: Readonly<Record<TextCount, (grapheme: string) => number>> = {
  'code points': countCodePoints,
  'UTF-16 units': (grapheme) => grapheme.length,
  'UTF-8 bytes': (grapheme) => Buffer.byteLength(grapheme),
  graphemes: () => 1,
  'weighted characters': (grapheme) => (EMOJI.test(grapheme) ? 2 : weighCodePoints(grapheme.normalize('NFC'))),
  'characters, or UTF-8 bytes if these are more': (grapheme) => Buffer.byteLength(grapheme),
  'links as 23': () => 1,
};

function countCodePoints(text: string): number {
  return [...text].length;
}

function weighCodePoints(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

/** A text as measured by Mastodon: `@name@server` is `@name`. */
function shortenMentions(text: string): string {
  return text.replace(/(?<![\w@/])(@\w(?:[\w.-]*\w)?)@[\w.-]*\w/gu, '$1');
}

type SplitRules = Pick<PlatformRules, 'text' | 'thread'>;

const SEPARATOR = /^[ \t]*---[ \t]*\r?$/m;

/** The texts of the parts of a thread; it has fewer than 1000. */
export function plainSplit(content: string, { text: { max, count }, thread }: SplitRules): string[] {
  if (!thread) return [content];
  const separated = content.split(SEPARATOR);
  const written = separated.filter((text) => !/^[\s\p{Z}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]*$/u.test(text));
  const marked = splitAtMarkers(written);
  if (marked) return marked;
  if (separated.length === 1 && plainLength(content, count) <= max) return [content];
  const sections = written.map((text) => readSection(text, count));
  const [only, ...more] = sections.flatMap((section) => cut(section, max));
  if (more.length === 0) return [only ?? content];
  const bodies = sections.flatMap((section) => cut(section, max - thread.reserve));
  return bodies.map((body, index) => `${body} (${index + 1}/${bodies.length})`);
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

/** Where a body that starts at `start` has to end at the latest. It holds one grapheme, however long. */
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
  LINE,
  SENTENCE,
  PARAGRAPH,
}

/** What a body that ends before each grapheme would end with: at the start of white space, or after a wide full stop. */
function rankBreaks(graphemes: readonly string[], isBlank: readonly boolean[]): Break[] {
  const breaks: Break[] = new Array(graphemes.length).fill(Break.NONE);
  for (let index = graphemes.length - 1, lines = 0; index > 0; index--) {
    if (!isBlank[index]) lines = 0;
    else {
      const before = graphemes[index - 1] ?? '';
      if (/[\r\n]/.test(graphemes[index] ?? '')) lines += 1;
      if (isBlank[index - 1]) continue;
      const inLine = lines === 1 ? Break.LINE : Break.WORD;
      breaks[index] = lines > 1 ? Break.PARAGRAPH : /^[.!?]$/.test(before) ? Break.SENTENCE : inLine;
    }
  }
  for (let index = 1, isSentence = false; index < graphemes.length; index++) {
    const before = graphemes[index - 1] ?? '';
    // A grapheme may begin with a sign of number, such as U+0600.
    isSentence = /[。！？]$/.test(before) || (isSentence && /^[」』）】》”’]$/.test(before));
    const goesOn = /^[。！？」』）】》”’]/.test(graphemes[index] ?? '');
    if (isSentence && !goesOn && breaks[index] !== Break.PARAGRAPH) breaks[index] = Break.SENTENCE;
  }
  return breaks;
}

/** The last of the best breaks after `start` and up to `end`; without any, the body is cut hard. */
function bestBreak(breaks: readonly Break[], start: number, end: number): number {
  const ranked = breaks
    .slice(0, end + 1)
    .map((found, index) => (found === Break.LINE && end - index > 80 ? Break.WORD : found));
  const best = Math.max(...ranked.slice(start + 1));
  return best === Break.NONE ? end : ranked.lastIndexOf(best);
}
