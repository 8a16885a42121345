/**
 * How long a text is for a platform. Every platform counts its own way, and each way is named here once. The names
 * complete "<platform> counts …".
 *
 * grapheme   what a reader sees as one character (Unicode Annex 29), however many code points it is made of. Texts are
 *            never cut within one, and every length is the sum of its graphemes' weights.
 *
 * `Intl.Segmenter` is not used: its time grows with the square of the text (72,000 characters take it 20 seconds).
 */

import { graphemeSegments, splitGraphemes } from 'unicode-segmenter/grapheme';
import { linksIn, mastodonLinksIn } from './links.js';
import { renderMentions } from './mentions.js';
import { normalized } from './normalized.js';

export type TextCount =
  /** The default if a platform's documentation just says "characters". */
  | 'code points'
  /** messenger: lengths in the Bot API; shortvideo: "UTF-16 runes" of the title in its Direct Post reference. */
  | 'UTF-16 units'
  /** videohub: "a maximum length of 5000 bytes", Data API, `snippet.description`. */
  | 'UTF-8 bytes'
  /** skyfeed: `maxGraphemes` of the lexicon app.bsky.feed.post. */
  | 'graphemes'
  /**
   * microblog: an emoji is 2 [splitting/microblog-counting], a link is at least 23 [splitting/microblog-links];
   * everything else as twitter-text's config/v3.json weighs it, after NFC.
   */
  | 'weighted characters'
  /**
   * threadtalk: its documentation counts emojis as UTF-8 bytes; in production, texts of at most 500 characters and more
   * bytes are refused [splitting/threadtalk-counting]. Bytes are never fewer.
   */
  | 'characters, or UTF-8 bytes if these are more'
  /** fediverse: Mastodon's StatusLengthValidator. A link is 23 graphemes, and a mention counts without its server. */
  | 'links as 23';

/** The length of a text, to compare with a platform's limit. */
export const textLength = (text: string, count: TextCount): number => new MeasuredText(text).length(count);

/** The start of a text that fits a platform's limit; all of it if it is short enough. */
export function cutText(text: string, max: number, count: TextCount): string {
  let length = 0;
  let end = 0;
  for (const grapheme of splitGraphemes(text)) {
    length += WEIGHTS[count](grapheme);
    if (length > max) return text.slice(0, end);
    end += grapheme.length;
  }
  return text;
}

/** A limit that a text exceeds: the unit of the numbers completes "a 280 … limit", `count` "<platform> counts …". */
export interface ExceededLimit {
  unit: 'character' | 'byte';
  count: TextCount;
  currentValue: number;
  maxValue: number;
}

interface Limit {
  max: number;
  count: TextCount;
  /** In UTF-8. */
  maxBytes?: number;
}

/** The limit that a text exceeds, that of its characters first; null if it is short enough. */
export function exceededLimit(text: string | MeasuredText, { max, count, maxBytes }: Limit): ExceededLimit | null {
  const measured = typeof text === 'string' ? new MeasuredText(text) : text;
  const length = partLength(measured, { max, count });
  if (length > max) return { unit: unitOf(measured.text, count), count, currentValue: length, maxValue: max };
  const bytes = maxBytes === undefined ? 0 : measured.length('UTF-8 bytes');
  return maxBytes !== undefined && bytes > maxBytes
    ? { unit: 'byte', count: 'UTF-8 bytes', currentValue: bytes, maxValue: maxBytes }
    : null;
}

function unitOf(text: string, count: TextCount): ExceededLimit['unit'] {
  if (count === 'UTF-8 bytes') return 'byte';
  // In ASCII, both are the same.
  const isByte = count === 'characters, or UTF-8 bytes if these are more' && Buffer.byteLength(text) > text.length;
  return isByte ? 'byte' : 'character';
}

const PART_NUMBER = / \(\d+\/\d+\)$/;

/**
 * The length of a text that is sent as one post. On microblog, a link that is longer than a part has a separate part.
 * It counts as 23, as the platform counts every link [splitting/long-link].
 */
export function partLength(measured: MeasuredText, { max, count }: Pick<Limit, 'max' | 'count'>): number {
  const length = measured.length(count);
  if (length <= max || count !== 'weighted characters') return length;
  const [number = ''] = PART_NUMBER.exec(measured.text) ?? [];
  const body = measured.text.slice(0, measured.text.length - number.length).trim();
  const [link, ...others] = linksIn(body);
  if (!link || others.length > 0) return length;
  const weight = textLength(body.slice(link.start, link.end), count);
  const isAlone = isPunctuation(body.slice(0, link.start)) && isPunctuation(body.slice(link.end));
  return isAlone && weight + number.length > max ? length - weight + LINK_WEIGHT : length;
}

/** Whether a text next to a link is part of its word, such as the brackets around it. At most 10 characters. */
export const isPunctuation = (text: string): boolean => /^\p{P}{0,10}$/u.test(text);

/** The start of a text that fits a limit, in characters and bytes. */
export function cutToLimit(text: string, { max, count, maxBytes }: Limit): string {
  const cut = cutText(text, max, count);
  return maxBytes === undefined ? cut : cutText(cut, maxBytes, 'UTF-8 bytes');
}

/** A text segmented into graphemes once, for all platforms that measure or cut it. */
export class MeasuredText {
  #starts: Uint32Array | undefined;
  #rendered: MeasuredText | undefined;
  readonly #lengths = new Map<TextCount, Uint32Array>();

  constructor(readonly text: string) {}

  /** The text as sent to a platform: with the names of its mentions, unless the platform accepts these. */
  on({ mentions }: { mentions?: true }): MeasuredText {
    if (mentions) return this;
    if (!this.#rendered) {
      const rendered = renderMentions(this.text);
      this.#rendered = rendered === this.text ? this : new MeasuredText(rendered);
    }
    return this.#rendered;
  }

  /** Start of each grapheme, in UTF-16 units, followed by the end of the text. */
  get starts(): Uint32Array {
    this.#starts ??= findStarts(this.text);
    return this.#starts;
  }

  length(count: TextCount): number {
    if (count === 'links as 23') {
      const shortened = shortenLinks(this.text);
      return shortened === this.text ? this.length('graphemes') : textLength(shortened, 'graphemes');
    }
    if (count === 'graphemes') return this.starts.length - 1;
    return OF_ANY_TEXT.has(count) ? WEIGHTS[count](this.text) : (this.lengths(count).at(-1) ?? 0);
  }

  /** Cumulative length before each grapheme, followed by the length of the text. */
  lengths(count: TextCount): Uint32Array {
    const known = this.#lengths.get(count);
    if (known) return known;
    const lengths = addUp(this.text, this.starts, WEIGHTS[count]);
    if (count === 'weighted characters') weighLinks(this.text, this.starts, lengths);
    this.#lengths.set(count, lengths);
    return lengths;
  }
}

function findStarts(text: string): Uint32Array {
  const starts = new Uint32Array(text.length + 1);
  let count = 0;
  for (const { index } of graphemeSegments(text)) starts[count++] = index;
  starts[count] = text.length;
  return starts.subarray(0, count + 1);
}

function addUp(text: string, starts: Uint32Array, weigh: (grapheme: string) => number): Uint32Array {
  const lengths = new Uint32Array(starts.length);
  for (let index = 1, length = 0; index < starts.length; index++) {
    length += weigh(text.slice(starts[index - 1], starts[index]));
    lengths[index] = length;
  }
  return lengths;
}

const LINK_WEIGHT = 23;

/**
 * Gives every link its least weight, and also the beginning of one: if a link is cut, the text before the cut is still
 * a link.
 */
function weighLinks(text: string, starts: Uint32Array, lengths: Uint32Array): void {
  let more = 0;
  let index = 0;
  for (const { start: offset, end } of linksIn(text)) {
    for (; index < lengths.length && (starts[index] ?? 0) <= offset; index++) add(lengths, index, more);
    const least = (lengths[index - 1] ?? 0) + LINK_WEIGHT;
    for (; index < lengths.length && (starts[index - 1] ?? 0) < end; index++) {
      add(lengths, index, more);
      const missing = least - (lengths[index] ?? 0);
      if (missing > 0) lengths[index] = least;
      if ((starts[index] ?? 0) >= end && missing > 0) more += missing;
    }
  }
  for (; more > 0 && index < lengths.length; index++) add(lengths, index, more);
}

function add(lengths: Uint32Array, index: number, more: number): void {
  lengths[index] = (lengths[index] ?? 0) + more;
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
  'weighted characters': rememberUnits((grapheme) => (EMOJI.test(grapheme) ? 2 : weighCodePoints(grapheme))),
  'characters, or UTF-8 bytes if these are more': (grapheme) => Buffer.byteLength(grapheme),
  'links as 23': () => 1,
};

/** Weights that equal a text's length, independent of its graphemes. */
const OF_ANY_TEXT: ReadonlySet<TextCount> = new Set([
  'code points',
  'UTF-16 units',
  'UTF-8 bytes',
  'characters, or UTF-8 bytes if these are more',
]);

/** Most graphemes are one UTF-16 unit: their weights are cached. */
function rememberUnits(weigh: (grapheme: string) => number): (grapheme: string) => number {
  const known = new Uint8Array(0x1_0000);
  return (grapheme) => {
    if (grapheme.length !== 1) return weigh(grapheme);
    const unit = grapheme.charCodeAt(0);
    known[unit] ||= weigh(grapheme);
    return known[unit];
  };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function weighCodePoints(text: string): number {
  let weight = 0;
  for (const character of normalized(text)) weight += WIDE.test(character) ? 2 : 1;
  return weight;
}

/** A text as measured by Mastodon: links replaced with 23 characters, `@name@server` with `@name`. */
function shortenLinks(text: string): string {
  let shortened = '';
  let rest = 0;
  for (const { start, end } of mastodonLinksIn(text)) {
    shortened += text.slice(rest, start) + 'x'.repeat(LINK_WEIGHT);
    rest = end;
  }
  return (shortened + text.slice(rest)).replace(/(?<![\w@/])(@\w(?:[\w.-]*\w)?)@[\w.-]*\w/gu, '$1');
}
