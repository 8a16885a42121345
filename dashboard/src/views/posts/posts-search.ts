import type { graphql, VariablesOf } from '../../api/graphql.js';
import type { GroupStatus } from '../../parts/post-status.js';
import type { POSTS } from './posts.operations.js';

export const PAGE_SIZE = 25;

type Platform = ReturnType<typeof graphql.scalar<'Platform'>>;
type SortField = ReturnType<typeof graphql.scalar<'PostGroupSortField'>>;

export const GROUP_STATUSES = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED'] as const;
export const SORT_FIELDS = ['CREATED_AT', 'SCHEDULED_TIME', 'PUBLISHED_AT', 'UPDATED_AT'] as const;
export const PLATFORMS = [
  ...(['FEDIVERSE', 'MESSENGER', 'MICROBLOG', 'NETWORK', 'PHOTOGRAM', 'PINBOARD'] as const),
  ...(['SHORTVIDEO', 'SKYFEED', 'SOCIALPAGE', 'THREADTALK', 'VIDEOHUB'] as const),
] as const;

/** What the list shows, as its address says it: it can be kept as a bookmark, and the way back finds it again. */
export interface PostsSearch {
  text?: string;
  status?: GroupStatus;
  platforms?: Platform[];
  sort?: SortField;
  oldestFirst?: true;
  /** From 1. */
  page?: number;
}

const oneOf = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((one) => one === value);

/** Takes from an address what is right in it. */
export function parseSearch(given: Record<string, unknown>): PostsSearch {
  const { text, status, platforms, sort, oldestFirst, page } = given;
  const known = Array.isArray(platforms) ? PLATFORMS.filter((platform) => platforms.includes(platform)) : [];
  // A key that is left out would keep what the address has.
  return {
    text: text === undefined ? undefined : String(text).slice(0, 200),
    status: oneOf(GROUP_STATUSES, status),
    platforms: known.length > 0 ? known : undefined,
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
