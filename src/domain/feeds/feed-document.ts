/** The content of a feed, independent of its format. */
import { createHash } from 'node:crypto';
import { isWebAddress } from '../../foundation/http-client/web-address.js';
import { MAX_MEDIA_URL } from '../posts/state/post-bounds.js';
import { plainText } from './plain-text.js';

/** Entries that are read of a feed: the first ones. */
export const MAX_ENTRIES = 500;

const MAX_TITLE = 300;
const MAX_SUMMARY = 2_000;
const MAX_AUTHOR = 100;
const MAX_CATEGORY = 60;
const MAX_CATEGORIES = 20;

export interface FeedDocument {
  /** Empty: none. */
  title: string;
  /** How long it need not be fetched again, as it says; null: it does not. */
  ttlMinutes: number | null;
  /** In its order, each identity once. */
  entries: FeedEntryContent[];
}

/** Plain texts; empty: none. */
export interface FeedEntryContent {
  /** The same for the same entry, whenever it is read. */
  identity: string;
  title: string;
  link: string | null;
  summary: string;
  author: string;
  categories: string[];
  image: string | null;
  publishedAt: Date | null;
}

/** The parts of an entry as the feed has them. */
export interface RawEntry {
  id?: string | undefined;
  /** The id is an address of the entry, too. */
  isIdLink?: boolean | undefined;
  title?: string | undefined;
  link?: string | undefined;
  summary?: string | undefined;
  author?: string | undefined;
  categories: string[];
  image?: string | undefined;
  date?: string | undefined;
}

/** Why a document is not read, for people. */
export class FeedUnreadable extends Error {}

/** An entry as it is used; null if it has no title, text or link. Relative addresses are those at `base`. */
export function toContent(raw: RawEntry, base: string): FeedEntryContent | null {
  const title = plainText(raw.title ?? '', MAX_TITLE);
  const summary = plainText(raw.summary ?? '', MAX_SUMMARY);
  const link = webAddress(raw.link, base) ?? (raw.isIdLink ? absoluteAddress(raw.id) : null);
  if (title === '' && summary === '' && link === null) return null;
  const categories = new Map<string, string>();
  for (const category of raw.categories) {
    const name = plainText(category, MAX_CATEGORY);
    const key = name.toLowerCase();
    if (name !== '' && categories.size < MAX_CATEGORIES && !categories.has(key)) categories.set(key, name);
  }
  return {
    identity: identityOf(raw, { title, link, summary }),
    ...{ title, link, summary, author: plainText(raw.author ?? '', MAX_AUTHOR) },
    categories: [...categories.values()],
    image: webAddress(raw.image, base),
    publishedAt: parseDate(raw.date),
  };
}

/** Each entry once: one that is repeated counts as its first occurrence. */
export const eachOnce = (entries: readonly (FeedEntryContent | null)[]): FeedEntryContent[] =>
  [
    ...new Map(entries.flatMap((entry) => (entry ? [[entry.identity, entry] as const] : [])).toReversed()).values(),
  ].toReversed();

/**
 * By its id, else by its link, else by its title (or text) and date: edits of an entry with an id or a link change nothing.
 * White space around an id, the fragment of a link, and the zone in which a date is written do not count.
 */
function identityOf(
  { id, date }: RawEntry,
  { title, link, summary }: Pick<FeedEntryContent, 'title' | 'link' | 'summary'>,
): string {
  const named = id?.trim().normalize('NFC');
  const parts = named
    ? ['id', named]
    : link
      ? ['link', withoutFragment(link)]
      : ['text', title || summary, parseDate(date)?.toISOString() ?? date?.trim() ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function withoutFragment(link: string): string {
  const url = new URL(link);
  url.hash = '';
  return url.href;
}

function webAddress(given: string | undefined, base: string): string | null {
  const text = given?.trim();
  if (!text || text.length > MAX_MEDIA_URL || !URL.canParse(text, base)) return null;
  const { href } = new URL(text, base);
  return href.length <= MAX_MEDIA_URL && isWebAddress(href) ? href : null;
}

/** An id is often a number: relative addresses are none. */
const absoluteAddress = (given: string | undefined): string | null =>
  given && URL.canParse(given.trim()) ? webAddress(given, given.trim()) : null;

const FIRST_DATE = Date.UTC(1990, 0);
const LAST_DATE = Date.UTC(2100, 0);

/** The end of a date that has a zone: `Z`, `GMT`, `+01:00`. */
const ZONE = /(?:z|[a-z]{3}|[+-]\d\d:?\d\d)$/i;

/** Without a zone, it is in UTC, on every server. */
function parseDate(given: string | undefined): Date | null {
  const text = given?.trim() ?? '';
  const time = text.length < 100 ? Date.parse(ZONE.test(text) ? text : `${text}Z`) : Number.NaN;
  return time > FIRST_DATE && time < LAST_DATE ? new Date(time) : null;
}
