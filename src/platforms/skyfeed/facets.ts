/**
 * Facets: which bytes of a text are a link, a mention or a tag. Without them nothing in a post can be clicked. The
 * detection is the protocol's own; it is imported by its files, since the package as a whole loads every schema of
 * the network.
 */
import { detectFacets } from '@atproto/api/dist/rich-text/detection.js';
import { UnicodeString } from '@atproto/api/dist/rich-text/unicode.js';
import { textLength } from '../port/text-length.js';

export interface Facet {
  /** Offsets in the text as UTF-8; the end is the first byte after. */
  index: { byteStart: number; byteEnd: number };
  features: [
    | { $type: 'app.bsky.richtext.facet#link'; uri: string }
    | { $type: 'app.bsky.richtext.facet#mention'; did: string }
    | { $type: 'app.bsky.richtext.facet#tag'; tag: string },
  ];
}

/** The `uri` format of the lexicons: a record with another link would be refused as a whole. */
const URI = /^\w+:(?:\/\/)?[^\s/]\S*$/;

/**
 * `text` of the lexicon app.bsky.feed.post. A longer one is refused, whatever its facets; the detection's time grows with
 * the square of the text, and each handle in it would be asked for.
 */
const isTooLong = (text: string): boolean => Buffer.byteLength(text) > 3000 || textLength(text, 'graphemes') > 300;

/**
 * The facets of a text, in its order; none of one that is too long for a record. `resolve` gives the DID of a handle or null; a mention without one stays plain
 * text, and so does a link that is no URI.
 */
export async function makeFacets(text: string, resolve: (handle: string) => Promise<string | null>): Promise<Facet[]> {
  if (isTooLong(text)) return [];
  const resolved = new Map<string, Promise<string | null>>();
  const resolveOnce = (handle: string) => {
    const name = handle.toLowerCase();
    const known = resolved.get(name) ?? resolve(name);
    resolved.set(name, known);
    return known;
  };
  const made = await Promise.all(
    (detectFacets(new UnicodeString(text)) ?? []).map(async ({ index, features: [found] }): Promise<Facet[]> => {
      const place = { byteStart: index.byteStart, byteEnd: index.byteEnd };
      if (!found) return [];
      if ('did' in found && typeof found.did === 'string') {
        // The detection leaves the handle where the DID belongs.
        const did = await resolveOnce(found.did);
        return did === null ? [] : [{ index: place, features: [{ $type: 'app.bsky.richtext.facet#mention', did }] }];
      }
      if ('uri' in found && typeof found.uri === 'string') {
        const { uri } = found;
        return URI.test(uri) ? [{ index: place, features: [{ $type: 'app.bsky.richtext.facet#link', uri }] }] : [];
      }
      if ('tag' in found && typeof found.tag === 'string') {
        return [{ index: place, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: found.tag }] }];
      }
      return [];
    }),
  );
  return made.flat().sort((a, b) => a.index.byteStart - b.index.byteStart);
}
