import type { graphql, VariablesOf } from '../../api/graphql.js';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, type Platform } from '../../parts/platform.js';
import { GROUP_STATUSES, type GroupStatus } from '../../parts/post-status.js';
import { toInstant } from '../../parts/time.js';
import { ACCESS_CODES } from '../../posts/cure.js';
import { type LabelSearch, parseLabels, toLabelFilter } from '../../posts/label-search.js';
import type { POSTS } from './posts.operations.js';

export const PAGE_SIZE = 50;

type SortField = ReturnType<typeof graphql.scalar<'PostGroupSortField'>>;

export const SORT_FIELDS = ['CREATED_AT', 'SCHEDULED_TIME', 'PUBLISHED_AT', 'UPDATED_AT'] as const;

/** What the list shows. It is in the address, so that bookmarks and the back button restore it. */
export interface PostsSearch extends LabelSearch {
  text?: string;
  status?: GroupStatus;
  platforms?: Platform[];
  /** A platform id. */
  target?: string;
  /** The first and the last day on which posts go out, in the time zone of the viewer: `2026-11-30`. */
  from?: string;
  to?: string;
  /** Only posts that failed because an account had no access. */
  access?: 'failed';
  sort?: SortField;
  oldestFirst?: true;
  /** From 1. */
  page?: number;
}

/** Takes from an address what is right in it. */
export function parseSearch(given: Record<string, unknown>): PostsSearch {
  const { text, status, platforms, target, from, to, access, sort, oldestFirst, page } = given;
  // An omitted key would keep the value in the address.
  return {
    text: text === undefined ? undefined : String(text).slice(0, 200),
    status: oneOf(GROUP_STATUSES, status),
    platforms: knownPlatforms(platforms),
    target: typeof target === 'string' && /^[a-z]+-./.test(target) ? target.slice(0, 500) : undefined,
    from: dayOf(from),
    to: dayOf(to),
    access: oneOf(['failed'], access),
    ...parseLabels(given),
    sort: oneOf(SORT_FIELDS, sort),
    oldestFirst: oldestFirst === true ? true : undefined,
    page: Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  };
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const isFiltered = ({ text, status, platforms, target, from, to, access, labels }: PostsSearch): boolean =>
  [text, status, platforms, target, from, to, access, labels].some(Boolean);

/** The same as variables of the query. */
export function toVariables(search: PostsSearch, timeZone: string): VariablesOf<typeof POSTS> {
  const { text, status, platforms, target, from, to, access, sort = 'CREATED_AT', oldestFirst, page = 1 } = search;
  const counted = {
    ...(text && { text }),
    ...(platforms && { platforms }),
    ...toLabelFilter(search),
    ...(target && !access && { platformIds: [target] }),
    ...((from || to) && {
      scheduledTime: {
        ...(from && { from: toInstant(`${from} 00:00:00`, timeZone) }),
        ...(to && { to: toInstant(`${to} 23:59:59.999`, timeZone) }),
      },
    }),
    ...(access && { failure: { codes: [...ACCESS_CODES], ...(target && { platformIds: [target] }) } }),
  };
  return {
    first: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    counted,
    filter: { ...counted, ...(status && { statuses: [status] }) },
    sort: { field: sort, direction: oldestFirst ? 'ASC' : 'DESC' },
  };
}
