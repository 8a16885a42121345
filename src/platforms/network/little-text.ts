/**
 * The format of a post's text, "little text": characters with a meaning are escaped, or the platform cuts the text at
 * the first of them. Mentions and hashtags are what remains unescaped.
 */
import { linksIn } from '../port/links.js';
import { readMentions } from '../port/mentions.js';
import { entity, MAX_ENTITIES, type TextEntity, withoutOverlaps } from '../port/text-entities.js';
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

/** Mentions and hashtags as they are marked, and the links that the platform finds. */
export function findEntities(text: string): TextEntity[] {
  const found: TextEntity[] = [];
  let start = 0;
  for (const segment of readMentions(text)) {
    if (segment.kind === 'mention') {
      const end = start + `@{${segment.urn}|${segment.name}}`.length;
      found.push(entity('mention', start, end, segment.name));
      start = end;
      continue;
    }
    for (const link of linksIn(segment.text)) found.push(entity('link', start + link.start, start + link.end));
    for (const { 0: tag, index } of segment.text.matchAll(HASHTAG)) {
      found.push(entity('hashtag', start + index, start + index + tag.length));
    }
    start += segment.text.length;
  }
  return withoutOverlaps(found).slice(0, MAX_ENTITIES);
}

/** Splitting by an expression with one group gives its matches at the odd positions. */
const withHashtags = (text: string): string =>
  text
    .split(HASHTAG)
    .map((part, index) => (index % 2 === 1 ? `{hashtag|\\#|${escaped(part)}}` : escaped(part)))
    .join('');

const escaped = (text: string): string => text.replace(RESERVED, '\\$&');
