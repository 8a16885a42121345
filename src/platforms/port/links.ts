/**
 * What platforms make a link of.
 *
 * Both definitions follow twitter-text, which the platforms use: a link ends before punctuation and unmatched brackets.
 */
import topLevelDomains from 'tlds' with { type: 'json' };

/** A link in a text: where it starts and ends, in UTF-16 units. */
export interface LinkRange {
  start: number;
  end: number;
}

const TOP_LEVEL = new Set(topLevelDomains);

/**
 * twitter-text: an address with its scheme, or a host whose last label is a top-level domain. A path ends at letters
 * that it cannot have. A host without a top-level domain, which twitter-text takes for text, is a link here: it counts
 * more so.
 */
const HOST =
  /https?:\/\/([\p{L}\p{N}._-]*[\p{L}\p{N}])?|(?<![\w@/.-])((?:[a-z\d-]{1,63}\.)+[a-z][a-z\d-]{1,62})(?![a-z\d@-])/giu;
const PATH_CHARACTER = String.raw`[a-z\d\u00C0-\u024F\u0400-\u04FF!*';:=+,.$/%#\[\]_~@|&?-]`;
const LAST_CHARACTER = String.raw`[a-z\d\u00C0-\u024F\u0400-\u04FF=_#/+&-]`;
const IN_BRACKETS = String.raw`\(${PATH_CHARACTER}*\)`;
const PATH = `[/?#](?:(?:${PATH_CHARACTER}|${IN_BRACKETS})*(?:${LAST_CHARACTER}|${IN_BRACKETS}))?`;
const AFTER_HOST = new RegExp(String.raw`(?::\d+)?(?:${PATH})?`, 'iuy');

/** The links of a text on microblog, in their order. Other platforms recognize fewer. */
export function* linksIn(text: string): Generator<LinkRange> {
  let rest = 0;
  for (const { 0: begin, 1: host = '', 2: bare, index: start } of text.matchAll(HOST)) {
    const domain = domainLength(bare ?? host, '');
    if (start < rest || (bare !== undefined && domain !== bare.length)) continue;
    const more = domain === 0 ? 0 : (bare ?? host).length - domain;
    rest = endOfMatch(AFTER_HOST, text, start + begin.length - more);
    yield { start, end: rest };
  }
}

/** Where a sticky expression that matches any text ends. */
function endOfMatch(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  expression.test(text);
  return expression.lastIndex;
}

/**
 * Mastodon, which changes twitter-text (config/initializers/twitter_regex.rb): a scheme is required, not after a letter,
 * digit, `@`, `$` or `#`; the host ends with a top-level domain; a path has any letters, a query none outside its
 * characters.
 */
const BEGIN =
  /(?<![A-Za-z0-9@\uFF20$#\uFF03\uFFFE\uFEFF\uFFFF])(?:https?|dat|dweb|ipfs|ipns|ssb|gopher|gemini):\/\/([^\p{White_Space}\p{Cc}!"#$%&'()*+,/:;<=>?@[\\\]^`{|}~\uFFFE\uFEFF\uFFFF\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+)/giu;
const GENERAL = String.raw`[^\p{White_Space}<>()?]`;
const BALANCED = String.raw`\((?:${GENERAL}+|${GENERAL}*\(${GENERAL}+\)${GENERAL}*)\)`;
const PATH_END = String.raw`(?:[^\p{White_Space}()?!*"'「」<>;:=,.$%\[\]~&|@]|${BALANCED})`;
const MASTODON_PATH = `(?:${GENERAL}*(?:${BALANCED}${GENERAL}*)*${PATH_END}|${GENERAL}+/)`;
const BEYOND_ASCII = String.raw`\u{A0}-\u{D7FF}\u{E000}-\u{10FFFD}`;
const QUERY = String.raw`\?[a-z\d!?*'();:&=+$/%#\[\]_.,~|@^${BEYOND_ASCII}-]*[a-z\d_&=#/${BEYOND_ASCII}-]`;
const AFTER_DOMAIN = new RegExp(String.raw`(?::\d+)?(?:/${MASTODON_PATH}*)?(?:${QUERY})?`, 'iuy');

/** The links of a text on the fediverse, in their order. */
export function* mastodonLinksIn(text: string): Generator<LinkRange> {
  let rest = 0;
  for (const { 0: begin, 1: host = '', index: start } of text.matchAll(BEGIN)) {
    const after = start + begin.length;
    const domain = domainLength(host, text.charAt(after));
    if (start < rest || domain === 0) continue;
    rest = endOfMatch(AFTER_DOMAIN, text, after - host.length + domain);
    yield { start, end: rest };
  }
}

const NAME = /^[^_-](?:.*[^_-])?$/u;

/**
 * The length of the longest domain that a host begins with; 0 if it begins with none. `after` is the character that
 * follows the host: no domain ends before `@` and `+`.
 */
function domainLength(host: string, after: string): number {
  const labels = host.split('.');
  const wrong = labels.findIndex((label, index) => index < labels.length - 1 && !NAME.test(label));
  for (let last = wrong === -1 ? labels.length - 1 : wrong; last > 0; last--) {
    const length = labels.slice(0, last).join('.').length + 1 + topLevelLength(labels[last] ?? '');
    const isDomain = topLevelLength(labels[last] ?? '') > 0 && !labels[last - 1]?.includes('_');
    if (isDomain && !(length === host.length && /[@+]/.test(after))) return length;
  }
  return 0;
}

/** The length of the top-level domain that a label begins with: 3 of `comあ`; 0 if it begins with none. */
function topLevelLength(label: string): number {
  const [ascii = ''] = /^[a-z\d-]*/i.exec(label) ?? [];
  const domain = ascii === '' ? label : ascii;
  return TOP_LEVEL.has(domain.toLowerCase()) || /^xn--[a-z\d]+$/i.test(domain) ? domain.length : 0;
}
