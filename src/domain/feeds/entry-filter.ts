/** Which entries of a feed become posts. Words are compared as whole words, in any letter case. */
import type { FeedEntryContent } from './feed-document.js';

/** Each with at most 20 texts of 1 to 60 characters. Empty: no condition. */
export interface EntryFilter {
  /** The title or the summary has one of these words or phrases. */
  include: string[];
  /** Neither has one of these. */
  exclude: string[];
  /** The entry has one of these categories. */
  categories: string[];
}

/** Why an entry becomes no post, for people; null: it passes. */
export function filteredOut(
  { include, exclude, categories }: EntryFilter,
  entry: Pick<FeedEntryContent, 'title' | 'summary' | 'categories'>,
): string | null {
  const text = words(`${entry.title}\n${entry.summary}`);
  const excluded = exclude.find((word) => has(text, word));
  if (excluded !== undefined) return `It has the excluded word “${excluded}”`;
  if (include.length > 0 && !include.some((word) => has(text, word))) return 'It has none of the words of the filter';
  const own = new Set(entry.categories.map(words));
  if (categories.length > 0 && !categories.some((category) => own.has(words(category)))) {
    return 'It has none of the categories of the filter';
  }
  return null;
}

/** Languages without spaces between words have letters without case. */
const has = (text: string, word: string): boolean =>
  text.includes(/\p{Lo}/u.test(word) ? words(word).trim() : words(word));

/** Words in lower case, with a space around each. */
const words = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;
