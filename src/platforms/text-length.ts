/**
 * How long a text is for a platform. Every platform counts its own way, and each way is named here once. The names
 * complete "<platform> counts …".
 *
 * grapheme   what a reader sees as one character (Unicode Annex 29), however many code points it is made of. Texts are
 *            never cut within one, and every length is the sum of its graphemes' weights.
 *
 * `Intl.Segmenter` is not used: its time grows with the square of the text (72,000 characters take it 20 seconds).
 */
import { splitGraphemes } from 'unicode-segmenter/grapheme';

export type TextCount =
  /** What is taken where a platform's documentation says no more than "characters". */
  | 'code points'
  /** messenger: lengths in the Bot API; shortvideo: "UTF-16 runes" of the title in its Direct Post reference. */
  | 'UTF-16 units'
  /** videohub: "a maximum length of 5000 bytes", Data API, `snippet.description`. */
  | 'UTF-8 bytes'
  /** skyfeed: `maxGraphemes` of the lexicon app.bsky.feed.post. */
  | 'graphemes'
  /**
   * microblog: document 2, splitting rule 6 (an emoji is 2, a web address its literal length); everything else as
   * twitter-text's config/v3.json weighs it, after NFC.
   */
  | 'weighted characters'
  /** threadtalk: "Emojis are counted as the number of UTF-8 bytes", its documentation on posts, "Limitations". */
  | 'emoji as UTF-8 bytes'
  /** fediverse: Mastodon's StatusLengthValidator. A link is 23 graphemes, and a mention counts without its server. */
  | 'links as 23';

/** The length of a text; more than a platform's limit, and the platform refuses it. */
export function textLength(text: string, count: TextCount): number {
  let length = 0;
  for (const grapheme of splitGraphemes(count === 'links as 23' ? shortenLinks(text) : text)) {
    length += WEIGHTS[count](grapheme);
  }
  return length;
}

/** The beginning of a text that a platform takes; all of it when it is short enough. */
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

/** A grapheme that is shown as an emoji: flags, keycaps and joined ones too. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[#*0-9]\u20E3|\p{Extended_Pictographic}\u200D/u;

/** The code points that weigh 2 in twitter-text's config/v3.json. */
const WIDE = /[\u{1100}-\u{1FFF}\u{200E}\u{200F}\u{2020}-\u{2031}\u{2038}-\u{10FFFF}]/u;

/** What one grapheme adds to the length of a text. */
export const WEIGHTS: Readonly<Record<TextCount, (grapheme: string) => number>> = {
  'code points': countCodePoints,
  'UTF-16 units': (grapheme) => grapheme.length,
  'UTF-8 bytes': (grapheme) => Buffer.byteLength(grapheme),
  graphemes: () => 1,
  'weighted characters': (grapheme) => (EMOJI.test(grapheme) ? 2 : weighCodePoints(grapheme.normalize('NFC'))),
  'emoji as UTF-8 bytes': (grapheme) =>
    EMOJI.test(grapheme) ? Buffer.byteLength(grapheme) : countCodePoints(grapheme),
  'links as 23': () => 1,
};

function countCodePoints(text: string): number {
  return [...text].length;
}

function weighCodePoints(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

/** A text as Mastodon measures it: links replaced by 23 characters, `@name@server` by `@name`. */
function shortenLinks(text: string): string {
  return text
    .replace(/https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/giu, 'x'.repeat(23))
    .replace(/(?<![\w@/])(@\w+)@[\w.-]*\w/gu, '$1');
}
