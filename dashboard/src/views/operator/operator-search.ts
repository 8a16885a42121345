import { oneOf } from '../../parts/one-of.js';

export const TABS = ['accounts', 'posts', 'deliveries', 'queues', 'banner', 'settings'] as const;
export type Tab = (typeof TABS)[number];

export const POST_STATUSES = ['draft', 'scheduled', 'pending', 'processing', 'published', 'failed'] as const;
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;

/** What the console shows, as its address says it. */
export interface OperatorSearch {
  tab?: Tab;
  /** Of accounts: part of the address or name. */
  text?: string;
  /** Of posts and deliveries: e-mail address or id of the account. */
  user?: string;
  status?: (typeof POST_STATUSES)[number];
  delivery?: (typeof DELIVERY_STATUSES)[number];
  platform?: string;
  code?: string;
  late?: boolean;
  /** The id of the last row of the page before. */
  after?: string;
}

/** What a tab of the console gets. */
export interface TabProps {
  search: OperatorSearch;
  /** Shows the first page of what the changes lead to, unless they name another one. */
  onChange: (changes: OperatorSearch) => void;
}

const text = (value: unknown): string | undefined =>
  value === undefined || value === '' ? undefined : String(value).slice(0, 200);

/** Takes from an address what is right in it. A key that is left out would keep what the address has. */
export const parseSearch = (search: Record<string, unknown>): OperatorSearch => ({
  tab: oneOf(TABS, search.tab),
  text: text(search.text),
  user: text(search.user),
  status: oneOf(POST_STATUSES, search.status),
  delivery: oneOf(DELIVERY_STATUSES, search.delivery),
  platform: text(search.platform),
  code: text(search.code),
  late: search.late === true || undefined,
  after: text(search.after),
});
