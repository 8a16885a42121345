import type { graphql, VariablesOf } from '../../api/graphql.js';
import { oneOf } from '../../parts/one-of.js';
import { knownPlatforms, type Platform } from '../../parts/platform.js';
import { GROUP_STATUSES, type GroupStatus } from '../../parts/post-status.js';
import type { POSTS } from './posts.operations.js';

export const PAGE_SIZE = 25;

type SortField = ReturnType<typeof graphql.scalar<'PostGroupSortField'>>;

export const SORT_FIELDS = ['CREATED_AT', 'SCHEDULED_TIME', 'PUBLISHED_AT', 'UPDATED_AT'] as const;

/** What the list shows. It is in the address, so that bookmarks and the back button restore it. */
export interface PostsSearch {
  text?: string;
  status?: GroupStatus;
  platforms?: Platform[];
  sort?: SortField;
  oldestFirst?: true;
  /** From 1. */
  page?: number;
}

/** Takes from an address what is right in it. */
export function parseSearch(given: Record<string, unknown>): PostsSearch {
  const { text, status, platforms, sort, oldestFirst, page } = given;
  // An omitted key would keep the value in the address.
  return {
    text: text === undefined ? undefined : String(text).slice(0, 200),
    status: oneOf(GROUP_STATUSES, status),
    platforms: knownPlatforms(platforms),
    sort: oneOf(SORT_FIELDS, sort),
    oldestFirst: oldestFirst === true ? true : undefined,
    page: Number.isSafeInteger(page) && Number(page) > 1 ? Number(page) : undefined,
  };
}

/** The same as variables of the query. */
export function toVariables(search: PostsSearch): VariablesOf<typeof POSTS> {
  const { text, status, platforms, sort = 'CREATED_AT', oldestFirst, page = 1 } = search;
  const counted = { ...(text && { text }), ...(platforms && { platforms }) };
  return {
    first: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    counted,
    filter: { ...counted, ...(status && { statuses: [status] }) },
    sort: { field: sort, direction: oldestFirst ? 'ASC' : 'DESC' },
  };
}
