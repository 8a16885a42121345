/**
 * Reads XML feeds in one pass. Document types are not read, so nothing is expanded and nothing else is fetched; nesting,
 * entries and texts are bounded.
 */
import { Parser } from 'htmlparser2';
import { eachOnce, type FeedDocument, FeedUnreadable, MAX_ENTRIES, type RawEntry, toContent } from './feed-document.js';
import { plainText } from './plain-text.js';

const MAX_DEPTH = 200;
/** Characters of one text; the rest is left out. */
const MAX_TEXT = 50_000;
const MAX_RAW_CATEGORIES = 50;

/** Vocabularies by their namespaces. */
const VOCABULARIES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2005/Atom': 'atom',
  'http://purl.org/atom/ns#': 'atom',
  'http://purl.org/rss/1.0/': '',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://search.yahoo.com/mrss/': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
};
const KNOWN_PREFIXES: ReadonlySet<string> = new Set(Object.values(VOCABULARIES));

type Attributes = Readonly<Record<string, string>>;

/** Where the text of an element goes: the better sources of a field are the later ones. */
const TEXTS: Readonly<Record<string, [field: 'id' | 'title' | 'link' | 'summary' | 'author' | 'date', rank: number]>> =
  {
    guid: ['id', 2],
    'atom:id': ['id', 2],
    title: ['title', 3],
    'atom:title': ['title', 3],
    'dc:title': ['title', 2],
    'media:title': ['title', 1],
    link: ['link', 2],
    description: ['summary', 4],
    'atom:summary': ['summary', 4],
    'content:encoded': ['summary', 3],
    'atom:content': ['summary', 3],
    'dc:description': ['summary', 2],
    'media:description': ['summary', 1],
    author: ['author', 2],
    'atom:name': ['author', 3],
    'dc:creator': ['author', 3],
    pubDate: ['date', 4],
    'atom:published': ['date', 4],
    'dc:date': ['date', 3],
    'atom:issued': ['date', 3],
    'atom:updated': ['date', 2],
  };
const CATEGORIES: ReadonlySet<string> = new Set(['category', 'dc:subject']);
const ROOTS: ReadonlySet<string> = new Set(['rss', 'rdf:RDF', 'atom:feed']);
const ENTRIES: ReadonlySet<string> = new Set(['item', 'atom:entry']);

/** An RSS or Atom feed. Throws FeedUnreadable. */
export function readXmlFeed(xml: string, url: string): FeedDocument {
  const raw: RawEntry[] = [];
  let title = '';
  let ttl = '';
  let entry: (RawEntry & { ranks: Record<string, number> }) | null = null;
  let entryDepth = 0;
  let reading: { depth: number; text: string; end: (text: string) => void } | null = null;
  let depth = 0;
  const path: string[] = [];
  const namespaces: { depth: number; prefixes: ReadonlyMap<string, string> }[] = [];

  const begin = (end: (text: string) => void) => {
    reading = { depth, text: '', end };
  };

  function openInEntry(name: string, attributes: Attributes): void {
    const current = entry;
    if (!current) return;
    const keep = (field: keyof typeof current.ranks & string, rank: number, value: string) => {
      if (value.trim() === '' || rank <= (current.ranks[field] ?? 0)) return;
      current.ranks[field] = rank;
      Object.assign(current, { [field]: value });
    };
    const keepImage = (rank: number, address = '') => keep('image', rank, address);
    const [field, rank] = TEXTS[name] ?? [];
    if (field && rank) {
      if (name === 'guid') current.isIdLink = attributes.isPermaLink !== 'false';
      // The name of the author of an entry, not of what the entry was copied from.
      if (name === 'atom:name' && path.at(-2) !== 'atom:author') return;
      if (path.at(-2) === 'atom:source') return;
      begin((text) => keep(field, rank, text));
      return;
    }
    if (CATEGORIES.has(name) && current.categories.length < MAX_RAW_CATEGORIES) {
      begin((text) => current.categories.push(text));
      return;
    }
    const { type = '', medium, rel = 'alternate' } = attributes;
    const isImage = type.startsWith('image/') || medium === 'image';
    switch (name) {
      case 'atom:category':
        if (current.categories.length < MAX_RAW_CATEGORIES) {
          current.categories.push(attributes.label || attributes.term || '');
        }
        break;
      case 'atom:link':
        if (rel === 'alternate') keep('link', type === '' || type.includes('html') ? 2 : 1, attributes.href ?? '');
        if (rel === 'enclosure' && isImage) keepImage(4, attributes.href);
        break;
      case 'enclosure':
        if (isImage) keepImage(4, attributes.url);
        break;
      case 'media:content':
        if (isImage) keepImage(3, attributes.url);
        break;
      case 'media:thumbnail':
        keepImage(2, attributes.url);
        break;
      case 'itunes:image':
        keepImage(1, attributes.href);
        break;
    }
  }

  function openOfFeed(name: string): void {
    const parent = path.at(-2) ?? '';
    const isOfFeed = parent === 'channel' || parent === 'atom:feed';
    if (isOfFeed && (name === 'title' || name === 'atom:title')) {
      begin((text) => {
        title ||= plainText(text, 300);
      });
    }
    if (isOfFeed && name === 'ttl') {
      begin((text) => {
        ttl = text.trim();
      });
    }
  }

  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new FeedUnreadable(`its elements are nested more than ${MAX_DEPTH} deep`);
        const declared = declaredIn(attributes);
        if (declared) {
          const prefixes = new Map([...(namespaces.at(-1)?.prefixes ?? []), ...declared].slice(-100));
          namespaces.push({ depth, prefixes });
        }
        const name = nameIn(qualified, namespaces.at(-1)?.prefixes);
        if (depth === 1 && !ROOTS.has(name)) throw notAFeed(qualified);
        path.push(name);
        // Inside of a text, such as XHTML.
        if (reading) {
          reading.text += ' ';
          return;
        }
        if (!entry && ENTRIES.has(name)) {
          if (raw.length >= MAX_ENTRIES) return;
          entry = { categories: [], ranks: {}, id: attributes['rdf:about'] };
          entryDepth = depth;
          raw.push(entry);
        } else if (entry) openInEntry(name, attributes);
        else openOfFeed(name);
      },
      ontext(text) {
        if (reading && reading.text.length < MAX_TEXT) reading.text += text.slice(0, MAX_TEXT);
      },
      onclosetag() {
        if (reading && reading.depth === depth) {
          const { text, end } = reading;
          reading = null;
          end(text);
        }
        if (entry && entryDepth === depth) entry = null;
        if (namespaces.at(-1)?.depth === depth) namespaces.pop();
        path.pop();
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  if (path.length === 0 && depth === 0 && !isXmlFeed(xml)) throw notAFeed('');
  const minutes = /^\d{1,6}$/.test(ttl) ? Number(ttl) : null;
  return { title, ttlMinutes: minutes, entries: eachOnce(raw.map((one) => toContent(one, url))) };
}

const isXmlFeed = (xml: string): boolean => /<(?:[\w-]+:)?(?:rss|RDF|feed)[\s>]/.test(xml);

const notAFeed = (root: string): FeedUnreadable =>
  new FeedUnreadable(/^html$/i.test(root) ? 'it is a web page, not a feed' : 'it is no RSS, Atom or JSON Feed');

/** The namespaces that an element declares; undefined: none. */
function declaredIn(attributes: Attributes): [string, string][] | undefined {
  const names = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (names.length === 0) return undefined;
  return names.map((name) => [name.slice('xmlns:'.length), attributes[name]?.trim() ?? '']);
}

/** The usual name of an element, for any prefix that the feed gives its vocabulary. Prefixes that it does not declare are the usual ones. */
function nameIn(qualified: string, prefixes: ReadonlyMap<string, string> | undefined): string {
  const colon = qualified.indexOf(':');
  const prefix = colon < 0 ? '' : qualified.slice(0, colon);
  const local = qualified.slice(colon + 1);
  const namespace = prefixes?.get(prefix);
  // RSS 0.9x and 2.0 have no namespace, or any.
  const usual =
    namespace === undefined ? prefix : (VOCABULARIES[namespace] ?? (prefix === '' ? '' : `other-${prefix}`));
  const vocabulary = KNOWN_PREFIXES.has(usual) || usual === '' ? usual : 'other';
  return vocabulary === '' ? local : `${vocabulary}:${local}`;
}
