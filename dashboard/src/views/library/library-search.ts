import { oneOf } from '../../parts/one-of.js';
import { parseLabels } from '../../posts/label-search.js';

export const SORTS = ['NEWEST', 'OLDEST', 'NAME'] as const;
export const KINDS = ['IMAGE', 'VIDEO'] as const;

/** What the library shows, as its address says it. */
export interface LibrarySearch {
  text?: string | undefined;
  type?: (typeof KINDS)[number] | undefined;
  labels?: string[] | undefined;
  unused?: true | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  /** The cursor of the last file of the page before. */
  after?: string | undefined;
}

/** Takes from an address what is right in it. */
export const parseSearch = ({ text, type, labels, unused, sort, after }: Record<string, unknown>): LibrarySearch => ({
  // A key that is left out would keep what the address has.
  text: text === undefined ? undefined : String(text).slice(0, 200),
  type: oneOf(KINDS, type) ?? undefined,
  labels: parseLabels({ labels }).labels,
  unused: unused === true ? true : undefined,
  sort: oneOf(SORTS, sort) ?? undefined,
  after: typeof after === 'string' ? after : undefined,
});
