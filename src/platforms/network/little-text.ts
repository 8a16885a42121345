/**
 * The format of a post's text, "little text": characters with a meaning are escaped, or the platform cuts the text at
 * the first of them. Mentions and hashtags are what remains unescaped.
 */
import { readMentions } from '../port/mentions.js';
import { toNative } from './urns.js';

const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/** A # in the middle of a word or an address is none. */
const HASHTAG = /(?<![^\s([{"'])#([\p{L}\p{N}_]+)/gu;

/** A text as `commentary` of a post. */
export const toLittleText = (text: string): string =>
  readMentions(text)
    .map((segment) =>
      segment.kind === 'mention' ? `@[${escaped(segment.name)}](${toNative(segment.urn)})` : withHashtags(segment.text),
    )
    .join('');

/** Splitting by an expression with one group gives its matches at the odd places. */
const withHashtags = (text: string): string =>
  text
    .split(HASHTAG)
    .map((part, place) => (place % 2 === 1 ? `{hashtag|\\#|${escaped(part)}}` : escaped(part)))
    .join('');

const escaped = (text: string): string => text.replace(RESERVED, '\\$&');
