/**
 * Parameters that tell an analysis of a website where its visitors come from (`utm_source`, and so on).
 *
 * template   the value of a parameter, with placeholders: `{platform}`, `{account}` and `{date}`
 */
import { linksIn, mastodonLinksIn } from '../../platforms/port/links.js';
import type { EntityRules } from '../../platforms/port/text-entities.js';

export const PARAMETER_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];

/** Templates; one that is null is left out. With none, links stay as they are. */
export type LinkParameters = Record<ParameterName, string | null> & {
  /** Hosts, in ASCII, whose links stay as they are, with the hosts below them. */
  excludedHosts: readonly string[];
};

export interface PlaceholderValues {
  platform: string;
  account: string;
  /** ISO 8601. */
  date: string;
}

/** Characters of a value. */
const MAX_VALUE = 200;

/** `utm_source=…&utm_medium=…`; empty without parameters. */
export const queryOf = (parameters: LinkParameters, values: PlaceholderValues): string =>
  PARAMETER_NAMES.flatMap((name) => {
    const value = (parameters[name] ?? '')
      .replace(/\{(platform|account|date)\}/g, (_, placeholder: keyof PlaceholderValues) => values[placeholder])
      .slice(0, MAX_VALUE);
    return value === '' ? [] : `utm_${name}=${encode(value)}`;
  }).join('&');

/** So that platforms take all of it for a part of the link, also at its end. */
const encode = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*~]|\.$/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** What no link continues after. */
const WORD_END = /[\s<>"，。、；：！？（）「」『』【】《》]/g;
const HAS_PARAMETER = /utm_[a-z_]+=/i;
/** A letter after the end of a link: the rest of a path that the platform does not take for a part of it, or a text. */
const LETTER = /[\p{L}\p{N}]/u;

/**
 * The text with the query in its links: those with a scheme that the platform opens. A link that has such a parameter stays
 * as it is, and so does one that is followed by a letter; in any other, nothing but the query changes.
 */
export function addQuery(
  text: string,
  query: string,
  { links, excludedHosts }: { links: EntityRules['links']; excludedHosts: readonly string[] },
): string {
  if (query === '' || links === null || !/https?:/i.test(text)) return text;
  const find = links === 'mastodon' ? mastodonLinksIn : linksIn;
  const found = [...find(text)].filter(({ start }) => /^https?:\/\//i.test(text.slice(start, start + 8)));
  let result = '';
  let rest = 0;
  /** Of links without anything between them, where the second begins depends on what is added to the first. */
  let wordEnd = 0;
  for (const { start, end: last } of found) {
    if (start < wordEnd) continue;
    // A question mark at the end is that of the sentence.
    const end = text[last - 1] === '?' ? last - 1 : last;
    const link = text.slice(start, end);
    WORD_END.lastIndex = end;
    wordEnd = WORD_END.exec(text)?.index ?? text.length;
    const word = text.slice(start, wordEnd);
    if (hasParameter(word) || LETTER.test(firstOf(text, last)) || isExcluded(link, excludedHosts)) continue;
    const linked = withQuery(link, query);
    // A platform may not take a query after what the link ends with.
    if (find(linked).next().value?.end !== linked.length) continue;
    result += text.slice(rest, start) + linked;
    rest = end;
  }
  return result + text.slice(rest);
}

/** Also if its name is percent-encoded. */
const hasParameter = (word: string): boolean =>
  HAS_PARAMETER.test(
    word.replace(/%(?!3D)([2-7][0-9A-F])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );

const firstOf = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

function withQuery(link: string, query: string): string {
  const hash = link.indexOf('#');
  const [address, fragment] = hash < 0 ? [link, ''] : [link.slice(0, hash), link.slice(hash)];
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return address + joint + query + fragment;
}

/** What is no address stays as it is, too. */
function isExcluded(link: string, excludedHosts: readonly string[]): boolean {
  const host = URL.parse(link)?.hostname;
  return host === undefined || excludedHosts.some((one) => host === one || host.endsWith(`.${one}`));
}
