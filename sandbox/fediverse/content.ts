import domains from 'tlds' with { type: 'json' };
import { countGraphemes } from 'unicode-segmenter/grapheme';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const linkOrTag =
  /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'»”]|(?<![\p{L}\p{N}_/&])#[\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*/gu;

// Mastodon hides the scheme of a link and all but its first 30 characters.
function linkHtml(url: string): string {
  const scheme = /^https?:\/\/(?:www\.)?/.exec(url)?.[0] ?? '';
  const shown = url.slice(scheme.length, scheme.length + 30);
  const rest = url.slice(scheme.length + 30);
  const spans =
    `<span class="invisible">${escapeHtml(scheme)}</span>` +
    `<span class="${rest === '' ? '' : 'ellipsis'}">${escapeHtml(shown)}</span>` +
    `<span class="invisible">${escapeHtml(rest)}</span>`;
  return `<a href="${escapeHtml(url)}" target="_blank" rel="nofollow noopener" translate="no">${spans}</a>`;
}

function tagHtml(tag: string, baseUrl: string): string {
  const name = tag.slice(1);
  const href = `${baseUrl}/tags/${encodeURIComponent(name)}`;
  return `<a href="${href}" class="mention hashtag" rel="tag">#<span>${escapeHtml(name)}</span></a>`;
}

function lineHtml(line: string, baseUrl: string): string {
  let html = '';
  let end = 0;
  for (const match of line.matchAll(linkOrTag)) {
    html += escapeHtml(line.slice(end, match.index));
    html += match[0].startsWith('#') ? tagHtml(match[0], baseUrl) : linkHtml(match[0]);
    end = match.index + match[0].length;
  }
  return html + escapeHtml(line.slice(end));
}

/** Renders a plain text as Mastodon does: paragraphs, line breaks, links and hashtags. */
export function contentHtml(text: string, baseUrl: string): string {
  return text
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p>${paragraph
          .split('\n')
          .map((line) => lineHtml(line, baseUrl))
          .join('<br />')}</p>`,
    )
    .join('');
}

/**
 * What Mastodon makes a link of when it counts: a scheme, a domain that ends with a top-level domain, a port, a path with
 * brackets in pairs, a query.
 */
const countedLink = new RegExp(
  String.raw`(?<![A-Za-z0-9@＠$#＃])https?://(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?:${domains.join('|')})(?![A-Za-z0-9@+-])` +
    String.raw`(?::\d+)?(?:/(?:[^\s<>()?]|\([^\s<>()?]+\))*(?<![!*"'「」;:=,.$%\[\]~&|@]))?` +
    String.raw`(?:\?[\w!?*'();:&=+$/%#\[\].,~|@^\u{A0}-\u{10FFFD}-]*[\w&=#/\u{A0}-\u{10FFFD}-])?`,
  'giu',
);

/** A mention with its server. */
const remoteMention = /(?<![\w@/])(@\w(?:[\w.-]*\w)?)@[\w.-]*\w/g;

/**
 * The length of a text as Mastodon measures it: in graphemes, with every link as 23 of them, and a mention without its
 * server.
 */
export function countCharacters(text: string): number {
  return countGraphemes(text.replace(countedLink, 'x'.repeat(23)).replace(remoteMention, '$1'));
}

/** The hashtags of a text, each once. */
export function contentTags(text: string, baseUrl: string): { name: string; url: string }[] {
  const names = [...text.matchAll(linkOrTag)]
    .filter(([match]) => match.startsWith('#'))
    .map(([match]) => match.slice(1).toLowerCase());
  return [...new Set(names)].map((name) => ({ name, url: `${baseUrl}/tags/${encodeURIComponent(name)}` }));
}
