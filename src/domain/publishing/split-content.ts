/**
 * Which posts a content becomes on a platform (docs/contract/platforms.md, "Threads").
 *
 * part       one post of a thread, with its final text
 * section    the text between the author's own separators, lines of `---`
 * marker     `[i/N]` at the end of a part: the author has numbered the parts
 * number     `(i/N)`, appended to each part when the author has not
 * body       a part without its number: graphemes of a section
 * break      a place where a body may end; the white space there belongs to no part
 *
 * A link is never cut [splitting/long-link].
 */
import { isBlank as isBlankText } from '../../foundation/blank-text.js';
import { tooLong } from '../../platforms/port/check-text.js';
import { linksIn } from '../../platforms/port/links.js';
import {
  BLOCKED,
  type Block,
  type PlatformRules,
  type TextLimit,
  type ThreadRules,
} from '../../platforms/port/rules.js';
import {
  isPunctuation,
  MeasuredText,
  partLength,
  type TextCount,
  textLength,
} from '../../platforms/port/text-length.js';
import { MAX_THREAD_PARTS, THREAD_TOO_LONG } from '../posts/state/post-bounds.js';

export interface Part {
  text: string;
  /** Characters, as the platform counts them. */
  length: number;
  /** Rule 5: media goes with the first part only. */
  hasMedia: boolean;
}

/** Why a platform does not take the parts of a thread; null if it does. */
export function refuseThread(
  platform: string,
  parts: readonly string[],
  { text, thread }: SplitRules,
  blocks: Readonly<Record<Block, boolean>>,
): string | null {
  if (parts.length < 2) return null;
  if (parts.length > MAX_THREAD_PARTS) return THREAD_TOO_LONG;
  const blockedBy = thread?.blockedBy;
  if (blockedBy && blocks[blockedBy]) return BLOCKED[blockedBy];
  for (const [index, part] of parts.entries()) {
    const long = tooLong(platform, `Part ${index + 1}`, new MeasuredText(part), text);
    if (long) return long.message;
  }
  return null;
}

type SplitRules = Pick<PlatformRules, 'text' | 'thread'>;

const SEPARATOR = /^[ \t]*---[ \t]*\r?$/m;

/** Whether a text has separators or part markers, which split it on platforms with threads. */
export const hasPartMarks = (text: string): boolean => SEPARATOR.test(text) || splitAtMarkers([text]) !== undefined;

const SEPARATORS = new RegExp(SEPARATOR, 'gm');

/** Where the text of the last part ends: before its marker, and before separators that nothing follows. */
export function endOfLastPart(text: string): number {
  const separators = [...text.matchAll(SEPARATORS)];
  let end = text.length;
  for (let last = separators.at(-1); last; last = separators.at(-1)) {
    if (!isBlankText(text.slice(last.index + last[0].length, end))) break;
    end = last.index;
    separators.pop();
  }
  const whole = text.slice(0, end).trimEnd();
  const sections = whole.split(SEPARATOR).filter((section) => !isBlankText(section));
  return splitAtMarkers(sections) ? whole.slice(0, whole.lastIndexOf('[')).trimEnd().length : whole.length;
}

/** Whether a text that ends with this would end with a part marker. */
export const endsWithMarker = (text: string): boolean => /\[\d{1,6}\/\d{1,6}\]$/.test(text.trimEnd());

/** One more than a thread can have: nothing is made of what follows. */
const ENOUGH_PARTS = MAX_THREAD_PARTS + 1;

/**
 * The parts in their order, at least one, and at most one more than a thread can have. A part over the limit was written
 * so, or is a single grapheme or a link.
 */
export function splitContent(content: MeasuredText, { text, thread }: SplitRules): Part[] {
  const parts = thread ? splitText(content, text, thread) : [];
  const whole = () => ({ text: content.text, length: partLength(content, text) });
  return (parts.length > 0 ? parts : [whole()]).map((part, index) => ({ ...part, hasMedia: index === 0 }));
}

type Measured = Pick<Part, 'text' | 'length'>;

interface Body extends Measured {
  /** It is a link that is longer than a part, with the punctuation around it. */
  isLink: boolean;
}

/** Nothing when the content goes out as it is. */
function splitText(content: MeasuredText, { max, count }: TextLimit, thread: ThreadRules): Measured[] {
  const separated = content.text.split(SEPARATOR);
  const written = separated.filter((text) => !isBlankText(text));
  const marked = splitAtMarkers(written);
  if (separated.length === 1 && !marked && partLength(content, { max, count }) <= max) return [];
  const texts = (marked ?? written).slice(0, ENOUGH_PARTS);
  const contents = texts[0] === content.text ? [content] : texts.map((text) => new MeasuredText(text));
  const sections = contents.map((each) => readSection(each, count));
  const cutAll = (limit: number) => sections.flatMap((section) => cut(section, limit)).slice(0, ENOUGH_PARTS);
  // Without a limit, a section is one body.
  const parts = cutAll(marked ? Number.POSITIVE_INFINITY : max);
  if (marked || parts.length < 2) return parts;
  for (let { reserve } = thread; ; reserve += 2) {
    const bodies = cutAll(max - reserve);
    const number = (index: number) => ` (${index + 1}/${bodies.length})`;
    // From 1000 parts on, a number needs more than the characters that are reserved.
    if (number(bodies.length - 1).length > reserve) continue;
    return bodies.map(({ text: body, length, isLink }, index) => {
      const text = body + number(index);
      const numbered = length + number(index).length;
      return { text, length: isLink ? partLength(new MeasuredText(text), { max, count }) : numbered };
    });
  }
}

/** Rule 4: the parts as the author numbered them; undefined unless the markers count from 1 to the number of parts. */
function splitAtMarkers(sections: readonly string[]): string[] | undefined {
  const end = sections.at(-1)?.trimEnd() ?? '';
  const total = /\[\d{1,6}\/(\d{1,6})\]$/.exec(end)?.[1];
  if (total === undefined) return undefined;
  const afterMarker = new RegExp(`(?<=\\[\\d+/${total}\\])(?=\\s)`);
  const parts = sections.flatMap((section) => section.split(afterMarker)).filter((part) => part.trim() !== '');
  const isMarked = (part: string, index: number) => part.trimEnd().endsWith(`[${index + 1}/${parts.length}]`);
  return parts.length > 1 && parts.every(isMarked) ? parts : undefined;
}

const isBlank = ({ text, starts }: MeasuredText, index: number): boolean =>
  text.slice(starts[index], starts[index + 1]).trim() === '';

interface Section {
  content: MeasuredText;
  count: TextCount;
  /** Its graphemes, without the white space around it; a space that carries a mark is text. */
  start: number;
  end: number;
  /** The length of what comes before each grapheme. */
  lengths: Uint32Array;
  /** What a body that ends before each grapheme would end with. */
  breaks: Uint8Array;
  /** Its links, in graphemes. */
  links: readonly { start: number; end: number }[];
}

function readSection(content: MeasuredText, count: TextCount): Section {
  let [start, end] = [0, content.starts.length - 1];
  while (start < end && isBlank(content, start)) start++;
  while (start < end && isBlank(content, end - 1)) end--;
  const links = Array.from(linksIn(content.text), (link) => ({
    start: graphemeAt(content, link.start),
    end: graphemeAt(content, link.end - 1) + 1,
  }));
  const breaks = rankBreaks(content, start, end);
  return { content, count, start, end, lengths: content.lengths(count), breaks, links };
}

/** The grapheme that has a UTF-16 unit. */
function graphemeAt({ starts }: MeasuredText, offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Rule 2: each body reaches as far as `max` allows, and ends at the best break on its way. */
function cut(section: Section, max: number): Body[] {
  const { content, count, lengths } = section;
  const bodies: Body[] = [];
  let limit = max;
  for (let start = section.start; start < section.end; ) {
    const { end, isLink } = endOf(section, start, limit);
    const text = content.text.slice(content.starts[start], content.starts[end]);
    // What is left of a word that was cut may be a link, which weighs more than its characters.
    const isRest = start > section.start && !isBlank(content, start - 1);
    const own = () => partLength(new MeasuredText(text), { max, count });
    const length = isLink ? own() : isRest ? textLength(text, count) : (lengths[end] ?? 0) - (lengths[start] ?? 0);
    if (!isLink && length > max && end > start + 1 && limit > 1) {
      limit -= Math.min(length - max, limit - 1);
      continue;
    }
    limit = max;
    bodies.push({ text, length, isLink });
    start = end;
    while (start < section.end && isBlank(content, start)) start++;
  }
  return bodies;
}

/** Where a body that begins at `start` ends. */
function endOf(section: Section, start: number, max: number): { end: number; isLink: boolean } {
  const { content, lengths, breaks, links } = section;
  const reach = furthest(section, start, max);
  if (reach === section.end) return { end: reach, isLink: false };
  const link = links.find((each) => each.start < reach && reach < each.end);
  if (!link) return { end: bestBreak(breaks, start, reach), isLink: false };
  const textOf = (from: number, to: number) => content.text.slice(content.starts[from], content.starts[to]);
  const isLong = (lengths[link.end] ?? 0) - (lengths[link.start] ?? 0) > max;
  if (link.start > start && !(isLong && isPunctuation(textOf(start, link.start)))) {
    return { end: bestBreak(breaks, start, link.start), isLink: false };
  }
  let { end } = link;
  while (end < section.end && !isBlank(content, end) && isPunctuation(textOf(link.end, end + 1))) end++;
  return { end, isLink: true };
}

/** Where a body that begins at `start` has to end at the latest. It holds one grapheme, however long. */
function furthest({ lengths, end: last }: Section, start: number, max: number): number {
  const limit = (lengths[start] ?? 0) + max;
  let end = start + 1;
  while (end < last && (lengths[end + 1] ?? 0) <= limit) end++;
  return end;
}

enum Break {
  NONE,
  WORD,
  LINE,
  SENTENCE,
  PARAGRAPH,
}

/** How near its end a part ends at a line rather than at a word, in characters. */
const LINE_WITHIN = 80;

/** The end of a sentence that no space follows, with closing brackets and quotation marks. */
const WIDE_SENTENCE = /[。！？][。！？」』）】》”’]*/gu;

/**
 * What a body that ends before each grapheme would end with. White space is a break, and only its begin; so is the end of
 * a sentence in scripts without spaces.
 */
function rankBreaks(content: MeasuredText, start: number, end: number): Uint8Array {
  const { text, starts } = content;
  const breaks = new Uint8Array(end);
  for (let index = end - 1, lines = 0; index > start; index--) {
    if (!isBlank(content, index)) lines = 0;
    else {
      if (/[\r\n]/.test(text.slice(starts[index], starts[index + 1]))) lines += 1;
      if (isBlank(content, index - 1)) continue;
      const before = text.slice(starts[index - 1], starts[index]);
      if (lines > 1) breaks[index] = Break.PARAGRAPH;
      else if (/^[.!?]$/.test(before)) breaks[index] = Break.SENTENCE;
      else breaks[index] = lines === 1 ? Break.LINE : Break.WORD;
    }
  }
  for (const { 0: sentence, index: offset } of text.matchAll(WIDE_SENTENCE)) {
    const index = graphemeAt(content, offset + sentence.length);
    const isBreak = index > start && index < end && starts[index] === offset + sentence.length;
    if (isBreak && breaks[index] !== Break.PARAGRAPH) breaks[index] = Break.SENTENCE;
  }
  return breaks;
}

/** The last of the best breaks after `start` and up to `end`; without any, the body is cut hard. */
function bestBreak(breaks: Uint8Array, start: number, end: number): number {
  let best = end;
  for (let index = end, rank: number = Break.NONE; index > start; index--) {
    const isFarLine = breaks[index] === Break.LINE && end - index > LINE_WITHIN;
    const found = isFarLine ? Break.WORD : (breaks[index] ?? Break.NONE);
    if (found > rank) [best, rank] = [index, found];
  }
  return best;
}
