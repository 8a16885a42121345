/** The text of the post that an entry becomes: the template of its feed, filled and shortened. */

import type { TextLimit, TextRules } from '../../platforms/port/rules.js';
import { exceededLimit, MeasuredText } from '../../platforms/port/text-length.js';
import type { FinishText } from '../posts/state/finish-text.port.js';
import { fillPlaceholders } from '../snippets/placeholders.js';
import type { FeedEntryContent } from './feed-document.js';

export const TEMPLATE_PLACEHOLDERS = ['title', 'link', 'summary', 'author', 'hashtags'] as const;

const MAX_HASHTAGS = 5;

/** What is shortened if a text is too long, in this order. Never the link, and never what the template itself says. */
const SHORTENED = ['summary', 'hashtags', 'author', 'title'] as const;

/** Where a text is published. */
export interface EntryTarget {
  rules: TextRules;
  hasImage: boolean;
  /** What is added to the text when it is published: it has room, too. Null: nothing. */
  finish: FinishText | null;
}

/**
 * The text for a target; null: of any length. What does not fit is shortened at a word, with an ellipsis. A template that
 * is too long by itself stays too long.
 */
export function entryText(
  template: string,
  entry: Omit<FeedEntryContent, 'identity'>,
  target: EntryTarget | null,
): string {
  const values = new Map(
    [
      ['title', entry.title],
      ['link', entry.link ?? ''],
      ['summary', entry.summary],
      ['author', entry.author],
      ['hashtags', hashtags(entry.categories)],
    ].map(([name = '', value = '']) => [name, asText(value)]),
  );
  const text = fill(template, values);
  if (!target || fits(text, target)) return text;
  for (const name of SHORTENED) {
    const value = values.get(name) ?? '';
    const shortest = new Map(values).set(name, '');
    const isEnough = fits(fill(template, shortest), target);
    values.set(
      name,
      isEnough ? longest(value, (short) => fits(fill(template, new Map(values).set(name, short)), target)) : '',
    );
    // Without a title, a post would say nothing of its entry.
    if (isEnough) break;
  }
  return fill(template, values);
}

/** Lines of placeholders without a value leave no gap. */
const fill = (template: string, values: ReadonlyMap<string, string>): string =>
  fillPlaceholders(template, values)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

function fits(written: string, { rules, hasImage, finish }: EntryTarget): boolean {
  const text = finish?.(written, 'post').text ?? written;
  const limit: TextLimit = hasImage && rules.maxWithMedia ? { ...rules, max: rules.maxWithMedia } : rules;
  return exceededLimit(new MeasuredText(text).on(rules), limit) === null;
}

/** The longest start of a text, of whole words, that fits; empty: none. */
function longest(text: string, isFitting: (short: string) => boolean): string {
  const ends = [...text.matchAll(/\s+/g)].map(({ index }) => index);
  const short = (count: number) => {
    const end = ends[count - 1];
    return end === undefined ? '' : `${text.slice(0, end).replace(/[\s.,;:!?–—-]+$/u, '')}…`;
  };
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isFitting(short(middle))) low = middle;
    else high = middle - 1;
  }
  return short(low);
}

/** Categories as hashtags: `#OpenSource`. */
function hashtags(categories: readonly string[]): string {
  const tags = categories.map((category) =>
    category
      .split(/[^\p{L}\p{M}\p{N}_]+/u)
      .filter(Boolean)
      .map((word, _, all) => (all.length > 1 ? word.slice(0, 1).toUpperCase() + word.slice(1) : word))
      .join(''),
  );
  return [...new Set(tags)]
    .filter((tag) => /\p{L}/u.test(tag))
    .slice(0, MAX_HASHTAGS)
    .map((tag) => `#${tag}`)
    .join(' ');
}

/**
 * A feed mentions no one and makes no threads: its text has no markup of mentions, and neither a line of hyphens nor a part
 * marker such as `[1/2]`. Hyphens could complete those of the template.
 */
const asText = (value: string): string =>
  value
    .replaceAll('@{', '@ {')
    .replace(/^[ \t]*-+[ \t]*$/gm, '—')
    .replace(/\[(\d{1,6}\/\d{1,6})\]/g, '($1)');
