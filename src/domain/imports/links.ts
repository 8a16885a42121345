/** The link of a row, and whether its text has it. */
import { isWebAddress } from '../../foundation/http-client/web-address.js';
import { linksIn, mastodonLinksIn } from '../../platforms/port/links.js';

const SEVERAL = /[\s,;|]https?:\/\//i;

/** What is wrong with the cell of a link; null: nothing. */
export function wrongInLink(cell: string): string | null {
  if (SEVERAL.test(cell)) return 'is more than one link';
  if (!isWebAddress(cell)) return 'is no link';
  return /\s/.test(cell) ? 'is a link with a blank or a line break' : null;
}

/** The text with the link, which is added unless a link of the text is equal. */
export function withLink(text: string, link: string): string {
  // Paths with any letters, or hosts without a top-level domain: no definition of links has both.
  const find = mastodonLinksIn(link).next().done ? linksIn : mastodonLinksIn;
  const known = new Set(addressesIn(text, find));
  const [address] = addressesIn(link, find);
  return address !== undefined && known.has(address) ? text : `${text.trimEnd()}\n\n${link}`.trimStart();
}

/** In one form: `HTTPS://EXAMPLE.com` is `https://example.com/`. */
const addressesIn = (text: string, find: typeof linksIn): string[] =>
  [...find(text)].flatMap(({ start, end }) => {
    const link = text.slice(start, end);
    return isWebAddress(link) ? new URL(link).href : [];
  });
