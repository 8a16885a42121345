import { oneOf } from '../parts/one-of.js';

export const LABEL_MATCHES = ['ANY', 'ALL', 'NONE'] as const;
export type LabelMatch = (typeof LABEL_MATCHES)[number];

/** Labels in the address of a list. */
export interface LabelSearch {
  /** Ids of labels. */
  labels?: string[];
  /** ANY if omitted. */
  match?: LabelMatch;
}

/** A filter has at most so many. */
const MAX_LABELS = 200;
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);

/** Takes from an address what is right in it. */
export function parseLabels({ labels, match }: Record<string, unknown>): LabelSearch {
  const ids = Array.isArray(labels) ? [...new Set(labels.filter(isId))].slice(0, MAX_LABELS) : [];
  // An omitted key would keep the value in the address.
  return {
    labels: ids.length > 0 ? ids : undefined,
    match: ids.length > 0 ? oneOf(LABEL_MATCHES, match) : undefined,
  } as LabelSearch;
}

/** The same as a condition of a filter. */
export const toLabelFilter = ({ labels, match = 'ANY' }: LabelSearch) => labels && { labels: { ids: labels, match } };
