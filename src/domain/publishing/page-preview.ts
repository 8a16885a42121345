/** What a web page says about itself: Open Graph first, then the names that other sites use, then HTML's own. */
import { decodeBuffer } from 'encoding-sniffer';
import { Parser } from 'htmlparser2';
import { storableText } from '../../foundation/database/storable-text.js';
import { cutText } from '../../platforms/port/text-length.js';

export interface PagePreview {
  /** Not empty. */
  title: string;
  /** May be empty. */
  description: string;
  /** Absolute address of its picture; null if the page names none. */
  picture: string | null;
}

/** Graphemes and bytes: a grapheme can be of any length. */
const TITLE_MAX = { graphemes: 300, bytes: 3_000 };
const DESCRIPTION_MAX = { graphemes: 1_000, bytes: 10_000 };

/** No page is nested deeper; the parser's time grows with the depth. */
const MAX_DEPTH = 500;

const TITLES = ['og:title', 'twitter:title', '<title>'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const PICTURES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src'];
const KNOWN: ReadonlySet<string> = new Set([...TITLES, ...DESCRIPTIONS, ...PICTURES]);

/** Control characters, and those that change the direction of the text around them. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** The preview of a page, of which `content` may be only the start; null if it has no title. */
export function previewPage(content: Buffer, { url, charset }: { url: string; charset?: string }): PagePreview | null {
  const found = readMetadata(decodeBuffer(content, { transportLayerEncodingLabel: charset, defaultEncoding: 'utf-8' }));
  const pick = (names: readonly string[]) => names.map((name) => found.get(name)).find(Boolean) ?? '';
  const title = bounded(pick(TITLES), TITLE_MAX);
  if (title === '') return null;
  const address = pick(PICTURES);
  const picture = address !== '' && URL.canParse(address, url) ? new URL(address, url).href : null;
  return { title, description: bounded(pick(DESCRIPTIONS), DESCRIPTION_MAX), picture };
}

/** The first value of each known name that is not blank. */
function readMetadata(html: string): Map<string, string> {
  const found = new Map<string, string>();
  const keep = (name: string, value: string) => {
    if (!KNOWN.has(name) || found.has(name)) return;
    const text = value.replace(/\s+/g, ' ').replace(UNSHOWN, '').trim();
    if (text !== '') found.set(name, text);
  };
  let title: string[] | null = null;
  // The title of an SVG in the page is another one.
  let drawings = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { property, name: called, content = '' }) {
      depth += 1;
      if (depth > MAX_DEPTH) parser.pause();
      if (name === 'svg') drawings += 1;
      if (name === 'meta') keep((property ?? called ?? '').trim().toLowerCase(), content);
      if (name === 'title' && drawings === 0) title = [];
    },
    ontext(text) {
      title?.push(text);
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'svg') drawings -= 1;
      if (name === 'title' && title) keep('<title>', title.join(''));
      if (name === 'title') title = null;
    },
  });
  parser.end(html);
  return found;
}

const bounded = (text: string, { graphemes, bytes }: typeof TITLE_MAX): string =>
  storableText(cutText(cutText(text, graphemes, 'graphemes'), bytes, 'UTF-8 bytes'));
