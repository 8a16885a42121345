import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, type Platform } from '../../parts/platform.js';
import { GROUP_STATUSES, type GroupStatus } from '../../parts/post-status.js';
import { type LabelSearch, parseLabels } from '../../posts/label-search.js';

export const VIEWS = ['month', 'week', 'day', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** What the calendar shows, as its address says it. */
export interface CalendarSearch extends LabelSearch {
  /** The month if omitted. */
  view?: View;
  /** A day of what is shown: `2027-03-01`; today if omitted. */
  date?: string;
  /** Platform ids of accounts. */
  accounts?: string[];
  platforms?: Platform[];
  status?: GroupStatus;
}

const MAX_ACCOUNTS = 100;
const isPlatformId = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+-\S{1,200}$/.test(value);
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** Takes from an address what is right in it. */
export function parseSearch(given: Record<string, unknown>): CalendarSearch {
  const { view, date, accounts, platforms, status } = given;
  const ids = Array.isArray(accounts) ? accounts.filter(isPlatformId).slice(0, MAX_ACCOUNTS) : [];
  // An omitted key would keep the value in the address.
  return {
    view: oneOf(VIEWS, view),
    date: isDate(date) ? date : undefined,
    accounts: ids.length > 0 ? ids : undefined,
    platforms: knownPlatforms(platforms),
    status: oneOf(GROUP_STATUSES, status),
    ...parseLabels(given),
  };
}

export const isEmpty = (search: CalendarSearch): boolean => Object.values(search).every((value) => value === undefined);

/** The number of filters that are set. */
export const countFilters = ({ accounts, platforms, status, labels }: CalendarSearch): number =>
  [accounts, platforms, status, labels].filter(Boolean).length;

const slotOf = (viewerId: string): string => `calendar:${viewerId}`;

/** Keeps a user's choice in this browser. */
export function rememberSearch(viewerId: string, search: CalendarSearch, today: string): void {
  try {
    localStorage.setItem(slotOf(viewerId), JSON.stringify({ ...search, today }));
  } catch {
    // The address still has it.
  }
}

/**
 * The user's last choice in this browser: the view and the filters, and the date if it was chosen today. Null: none, or the
 * browser refuses access to its storage.
 */
export function rememberedSearch(viewerId: string, today: string): CalendarSearch | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(slotOf(viewerId)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const search = parseSearch(stored as Record<string, unknown>);
    return 'today' in stored && stored.today === today ? search : { ...search, date: undefined };
  } catch {
    return null;
  }
}
