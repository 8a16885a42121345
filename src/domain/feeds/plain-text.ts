/** Texts of feeds, which may be HTML, as plain text. */
import { Parser } from 'htmlparser2';
import { storableText } from '../../foundation/database/storable-text.js';
import { cutText } from '../../platforms/port/text-length.js';

/** HTML that is read of one text; the rest is left out. */
const MAX_HTML = 50_000;
const MAX_DEPTH = 200;

const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg']);
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** Control characters, and those that change the direction of the text around them. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** The text of HTML or of plain text, in one line, cut to so many graphemes. */
export function plainText(html: string, max: number): string {
  const text = /[<&]/.test(html) ? textOf(html.slice(0, MAX_HTML)) : html.slice(0, MAX_HTML);
  const line = storableText(text).replace(/\s+/g, ' ').replace(UNSHOWN, '').trim();
  return cutText(cutText(line, max, 'graphemes'), max * 4, 'UTF-8 bytes').trim();
}

function textOf(html: string): string {
  const found: string[] = [];
  let depth = 0;
  let unread = 0;
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      if (depth > MAX_DEPTH) parser.pause();
      if (UNREAD.has(name)) unread += 1;
      if (BLOCKS.has(name)) found.push(' ');
    },
    ontext(text) {
      if (unread === 0) found.push(text);
    },
    onclosetag(name) {
      depth -= 1;
      if (UNREAD.has(name)) unread -= 1;
      if (BLOCKS.has(name)) found.push(' ');
    },
  });
  parser.end(html);
  return found.join('');
}
