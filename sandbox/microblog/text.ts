import { splitGraphemes } from 'unicode-segmenter/grapheme';
import { base32Letters, pick } from '../random.js';

// Brackets belong to a link in pairs, and punctuation at its end does not (twitter-text).
const within = String.raw`[\w\u00C0-\u024F\u0400-\u04FF!*';:=+,.$/%#\[\]~@|&?-]`;
const last = String.raw`[\w\u00C0-\u024F\u0400-\u04FF=#/+&-]`;
const path = String.raw`[/?#](?:(?:${within}|\(${within}*\))*(?:${last}|\(${within}*\)))?`;
const link = new RegExp(
  String.raw`https?://[\p{L}\p{N}._-]*[\p{L}\p{N}](?::\d+)?(?:${path})?` +
    String.raw`|(?<![\w@./-])(?:[a-z\d-]+\.)+(?:com|net|org|io|dev)\b(?:${path})?`,
  'giu',
);

const emoji = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[#*0-9]\u20E3|\p{Extended_Pictographic}\u200D/u;
// The ranges of twitter-text's config/v3.json that weigh 1.
const light = /[\0-\u10FF\u2000-\u200D\u2010-\u201F\u2032-\u2037]/u;

const linkWeight = 23;

/** The length of a text: the platform counts every link as 23. */
export function weigh(text: string): number {
  const normal = text.normalize('NFC');
  let weight = 0;
  let end = 0;
  for (const { 0: url, index } of normal.matchAll(link)) {
    weight += weighWords(normal.slice(end, index)) + linkWeight;
    end = index + url.length;
  }
  return weight + weighWords(normal.slice(end));
}

function weighWords(text: string): number {
  let weight = 0;
  for (const segment of splitGraphemes(text)) {
    weight += emoji.test(segment) ? 2 : [...segment].reduce((sum, each) => sum + (light.test(each) ? 1 : 2), 0);
  }
  return weight;
}

/** A link in a post: its position in the text, the platform's short address, and the address that it leads to. */
interface UrlEntity {
  start: number;
  end: number;
  url: string;
  expanded_url: string;
  display_url: string;
  media_key?: string;
}

/** A text as the platform shows it. */
export interface ShownText {
  text: string;
  entities: { urls?: UrlEntity[] };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => escapes[character] ?? '');

/** Replaces every link by one of the platform's own; a post with media ends with a link to them. */
export function showText(text: string, media?: { url: string; keys: readonly string[] }): ShownText {
  const urls: UrlEntity[] = [];
  let shown = '';
  const addLink = (expanded: string, keys: readonly (string | undefined)[] = [undefined]) => {
    const url = `https://t.co/${pick(base32Letters, 10)}`;
    const start = [...shown].length;
    shown += url;
    const about = { start, end: start + url.length, url, expanded_url: expanded };
    const display = expanded.replace(/^https?:\/\//, '').slice(0, 26);
    for (const key of keys) urls.push({ ...about, display_url: display, ...(key !== undefined && { media_key: key }) });
  };
  let end = 0;
  for (const { 0: found, index } of text.matchAll(link)) {
    shown += escapeHtml(text.slice(end, index));
    addLink(/^https?:/i.test(found) ? found : `http://${found}`);
    end = index + found.length;
  }
  shown += escapeHtml(text.slice(end));
  if (media) {
    if (shown !== '') shown += ' ';
    addLink(media.url, media.keys);
  }
  return { text: shown, entities: urls.length === 0 ? {} : { urls } };
}
