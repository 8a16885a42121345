/**
 * Facets: which bytes of a text are a link, a mention or a tag. Without them nothing in a post can be clicked. The
 * detection is the protocol's own.
 */
import { entity, type TextEntity } from '../port/text-entities.js';
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

/** The `uri` format of the lexicons: a record with any other link would be rejected as a whole. */
const URI = /^\w+:(?:\/\/)?[^\s/]\S*$/;

/**
 * `text` of the lexicon app.bsky.feed.post. A longer one is rejected, with any facets. Detection takes quadratic time
 * in the length of the text, and each handle in it would be resolved.
 */
const isTooLong = (text: string): boolean => Buffer.byteLength(text) > 3000 || textLength(text, 'graphemes') > 300;

/** What the protocol's library finds in a text; nothing if the text is too long for a record. */
async function detect(text: string) {
  if (isTooLong(text)) return [];
  // Loaded on first use: the package brings every schema of the network.
  const { RichText } = await import('@atproto/api');
  const detected = new RichText({ text });
  detected.detectFacetsWithoutResolution();
  return detected.facets ?? [];
}

/** The first link of a text as its facet has it; null if there is none. */
export async function firstLink(text: string): Promise<string | null> {
  for (const { features } of await detect(text)) {
    const [found] = features;
    if (found && 'uri' in found && typeof found.uri === 'string' && URI.test(found.uri)) return found.uri;
  }
  return null;
}

/** The ranges that get facets, if the handles in them exist: that is looked up when the post is published. */
export async function findEntities(text: string): Promise<TextEntity[]> {
  const bytes = Buffer.from(text);
  const unitAt = (byte: number) => bytes.toString('utf8', 0, byte).length;
  return (await detect(text)).flatMap(({ index, features: [found] }) => {
    const [start, end] = [unitAt(index.byteStart), unitAt(index.byteEnd)];
    if (!found) return [];
    if ('did' in found) return [entity('mention', start, end)];
    if ('tag' in found) return [entity('hashtag', start, end)];
    return 'uri' in found && typeof found.uri === 'string' && URI.test(found.uri) ? [entity('link', start, end)] : [];
  });
}

/**
 * The facets of a text in order; none if it is too long for a record. `resolve` gives the DID of a handle or null: a
 * mention without one stays plain text, and so does a link that is not a URI.
 */
export async function makeFacets(text: string, resolve: (handle: string) => Promise<string | null>): Promise<Facet[]> {
  const detected = await detect(text);
  const resolved = new Map<string, Promise<string | null>>();
  const resolveOnce = (handle: string) => {
    const name = handle.toLowerCase();
    const known = resolved.get(name) ?? resolve(name);
    resolved.set(name, known);
    return known;
  };
  const made = await Promise.all(
    detected.map(async ({ index, features: [found] }): Promise<Facet[]> => {
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
  return made.flat();
}
